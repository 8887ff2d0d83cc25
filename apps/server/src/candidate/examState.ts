import type { OwnExam } from '@guichet/contract/candidate';

/** What a candidate reads of an exam on a day of the university's zone. */
export function stateOf(
  exam: { readonly date: string; readonly cancelledAt: Date | null },
  today: string,
): OwnExam['state'] {
  if (exam.cancelledAt !== null) return 'cancelled';
  if (exam.date < today) return 'over';
  return exam.date === today ? 'today' : 'toCome';
}

/** The way in: until the exam is over, from when the learning platform has her place. */
export function entryOf(state: OwnExam['state'], hasPlace: boolean): OwnExam['entry'] {
  if (state === 'cancelled' || state === 'over') return 'closed';
  return hasPlace ? 'open' : 'preparing';
}
