import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { type ExtraTimeFacts, type ExtraTimeOrder, makeRemark } from '../connector.ts';

export const notOnCourse = makeRemark('notOnCourse');

/**
 * Returns the remark of `problemIn` in place of an error where trying again would not help, so that other
 * work on the site goes on. `problemIn` gives null for an error that is to be thrown.
 */
export async function orProblem<T extends object>(
  work: () => Promise<T>,
  problemIn: (error: unknown) => Remark | null,
): Promise<T | Remark> {
  try {
    return await work();
  } catch (error) {
    const problem = problemIn(error);
    if (problem === null) throw error;
    return problem;
  }
}

/** The facts for orders on a course whose quizzes could not be read. */
export function withoutQuizzes(orders: readonly ExtraTimeOrder[], problem: Remark): ExtraTimeFacts[] {
  return orders.map(({ account: { key } }) => ({ key, quizzes: 0, inPlace: 0, problem }));
}
