import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { placeStates } from '@guichet/contract/learning/learning.states';
import { useT } from '../core/i18n/useT.ts';
import type { SayState, StateLook } from '../core/lists/stateLook.ts';

// No answer of the platform is green: only a course that was read back is.
const tones = {
  pending: 'info',
  waiting: 'warning',
  done: 'neutral',
  failed: 'danger',
  courseFailed: 'danger',
} as const;

/** The state of a course, an enrolment or an unenrolment on the learning platform. */
export function useSayPlatformState(
  thing: 'Course' | 'Enrolment' | 'Departure',
): SayState<(typeof placeStates)[number]> {
  const t = useT();
  return (state) => ({
    word: state === 'courseFailed' ? t('Learning.Course.failed') : t(`Learning.${thing}.${state}`),
    tone: tones[state],
  });
}

/** The state of an exam's course; none of a cancelled exam is told as being made; green once a reading has found the course without differences. */
export function useSayCourse(): (
  exam: Pick<ExamSummary, 'platformState' | 'readBackAt' | 'differences'>,
  isCancelled?: boolean,
) => StateLook {
  const t = useT();
  const say = useSayPlatformState('Course');
  return ({ platformState, readBackAt, differences }, isCancelled = false) => {
    if (isCancelled && platformState === 'pending') return { word: t('Exam.Cancelled'), tone: 'neutral' };
    return platformState === 'done' && readBackAt !== null && differences === 0
      ? { word: t('Learning.Course.verified'), tone: 'success' }
      : say(platformState);
  };
}

/** Whether the queue may still change a state. */
export function isPlatformStateMoving(state: (typeof placeStates)[number] | null): boolean {
  return state === 'pending' || state === 'waiting';
}
