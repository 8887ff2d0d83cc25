import type { OwnExam } from '@guichet/contract/exams/candidate';
import { isOverAt, type LocalMoment } from '@guichet/contract/exams/exams.end';

/** What a candidate reads of an exam. */
export function stateOf(
  exam: {
    readonly examDate: string;
    readonly endTime: string;
    readonly endDate?: string | undefined;
    readonly cancelledAt: Date | null;
  },
  now: LocalMoment,
): OwnExam['state'] {
  if (exam.cancelledAt !== null) return 'cancelled';
  if (isOverAt(exam, now)) return 'over';
  return exam.examDate <= now.day ? 'today' : 'toCome';
}

/**
 * The way in: from when the learning platform has her place, until the exam is over. It opens with the day, not with the hour:
 * courses start on the exam's day (docs/platforms.md), and the hour is that of the test in them.
 */
export function entryOf(
  state: OwnExam['state'],
  { hasPlace, isRefused }: { readonly hasPlace: boolean; readonly isRefused: boolean },
): OwnExam['entry'] {
  if (state === 'cancelled' || state === 'over') return 'closed';
  if (isRefused) return 'refused';
  if (!hasPlace) return 'preparing';
  return state === 'today' ? 'open' : 'toOpen';
}
