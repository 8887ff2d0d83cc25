import type { Hours } from './exams.end.ts';

/** Whether nobody can sit both exams whole. Without a known start this cannot be said; without an end, the start counts. */
export function isAtOneHour(one: Hours, other: Hours): boolean {
  if (one.startTime === '' || other.startTime === '') return false;
  const startOf = ({ examDate, startTime }: Hours) => `${examDate} ${startTime}`;
  const endOf = ({ examDate, endDate, startTime, endTime }: Hours) =>
    `${endDate || examDate} ${endTime || startTime}`;
  return startOf(one) === startOf(other) || (startOf(one) < endOf(other) && startOf(other) < endOf(one));
}
