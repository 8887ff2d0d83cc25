import type { platformStates } from '@guichet/contract/users';
import { useT } from '../../platform/i18n/useT.ts';
import type { SayState } from '../../platform/lists/stateLook.ts';

export type PlatformState = (typeof platformStates)[number];

const tones = { pending: 'info', waiting: 'warning', done: 'success', failed: 'danger' } as const;

/** How far the learning platform is with a course, with one person's place in it, or with her way out of it. */
export function useSayPlatformState(thing: 'Course' | 'Enrolment' | 'Departure'): SayState<PlatformState> {
  const t = useT();
  return (state) => ({ word: t(`Learning.${thing}.${state}`), tone: tones[state] });
}

/** Whether the queue may still change a state by itself. */
export function isPlatformStateMoving(state: PlatformState | null): boolean {
  return state === 'pending' || state === 'waiting';
}
