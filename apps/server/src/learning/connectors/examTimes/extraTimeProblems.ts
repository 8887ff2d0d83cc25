import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { type ExtraTimeFacts, type ExtraTimeOrder, makeRemark } from '../connector.ts';

export const notOnCourse = makeRemark('notOnCourse');

/** The remark of `problemIn` for an error that trying again would not help; null there is thrown. */
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
