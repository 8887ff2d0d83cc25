import type { TrialResult } from '@guichet/contract/identity/federation.providers';
import { reasonIn } from '../client/refusal.ts';

/** The finding of a single check. */
export type Found = Omit<TrialResult, 'check'>;

export const good: Found = { state: 'good', detail: null };
export const bad = (detail: string | null): Found => ({
  state: 'bad',
  detail: reasonIn(detail),
});
export const unsure = (detail: string | null): Found => ({
  state: 'unsure',
  detail: reasonIn(detail),
});
