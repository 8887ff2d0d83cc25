import type { platformStates } from '@guichet/contract/users';
import { useT } from '../../platform/i18n/useT.ts';
import type { SayState } from '../../platform/lists/stateLook.ts';

export type PlatformState = (typeof platformStates)[number];

const tones = { pending: 'info', waiting: 'warning', done: 'success', failed: 'danger' } as const;

/** The state of a course, an enrolment or an unenrolment on the learning platform. */
export function useSayPlatformState(thing: 'Course' | 'Enrolment' | 'Departure'): SayState<PlatformState> {
  const t = useT();
  return (state) => ({ word: t(`Learning.${thing}.${state}`), tone: tones[state] });
}

/** Whether the queue may still change a state. */
export function isPlatformStateMoving(state: PlatformState | null): boolean {
  return state === 'pending' || state === 'waiting';
}
