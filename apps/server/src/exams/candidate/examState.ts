import type { OwnExam } from '@guichet/contract/exams/candidate';
import { type Hours, isOverAt, type LocalMoment } from '@guichet/contract/exams/exams.end';

export function decideState(
  exam: Hours & { readonly cancelledAt: Date | null },
  now: LocalMoment,
): OwnExam['state'] {
  if (exam.cancelledAt !== null) return 'cancelled';
  if (isOverAt(exam, now)) return 'over';
  if (exam.examDate > now.day) return 'toCome';
  const hasBegun = exam.examDate < now.day || exam.startTime <= now.time;
  return exam.startTime !== '' && hasBegun ? 'underWay' : 'today';
}

/**
 * The way in is open from when the platform has a place for the person until the exam is over. It opens with
 * the day, not the hour: courses start on the exam's day (docs/platforms.md), and the hour is the test's in
 * them.
 */
export function decideEntry(
  state: OwnExam['state'],
  { hasPlace, isRefused }: { readonly hasPlace: boolean; readonly isRefused: boolean },
): OwnExam['entry'] {
  if (state === 'cancelled' || state === 'over') return 'closed';
  if (isRefused) return 'refused';
  if (!hasPlace) return 'preparing';
  return state === 'toCome' ? 'toOpen' : 'open';
}
