import type { OwnExam } from '@guichet/contract/candidate';

/** A moment in the university's zone: the day, `yyyy-mm-dd`, and the hour, `hh:mm`. */
export interface LocalMoment {
  readonly day: string;
  readonly time: string;
}

/** Whether the day is over, or the end where an hour is set. */
export function isPast(
  { examDate, endTime }: { readonly examDate: string; readonly endTime: string },
  now: LocalMoment,
): boolean {
  return examDate < now.day || (examDate === now.day && endTime !== '' && endTime <= now.time);
}

/** What a candidate reads of an exam. */
export function stateOf(
  exam: { readonly examDate: string; readonly endTime: string; readonly cancelledAt: Date | null },
  now: LocalMoment,
): OwnExam['state'] {
  if (exam.cancelledAt !== null) return 'cancelled';
  if (isPast(exam, now)) return 'over';
  return exam.examDate === now.day ? 'today' : 'toCome';
}

/**
 * The way in: from when the learning platform has her place, until the exam is over. It opens with the day, not with the hour:
 * courses start on the exam's day (docs/platforms.md), and the hour is that of the test in them.
 */
export function entryOf(state: OwnExam['state'], hasPlace: boolean): OwnExam['entry'] {
  if (state === 'cancelled' || state === 'over') return 'closed';
  if (!hasPlace) return 'preparing';
  return state === 'today' ? 'open' : 'toOpen';
}
