/** Owns the state of extra time on platforms. Does not know who may see it; exams keeps the amounts. */
import type { ExtraTimeOnPlatform, extraTimeStates } from '@guichet/contract/exams/results.extraTime';
import type { ReadDb } from '../../core/database/database.ts';
import { storedRemark } from '../learning.service.ts';
import { selectStates } from './extraTimes.queries.ts';

export { planExtraTimes, planNoExtraTimes } from './extraTimes.queries.ts';

/** The state of extra time by the key of the person, of everybody or one; absent where nothing is to do. */
export async function readStatesOnPlatform(
  db: ReadDb,
  of: { readonly systemId: number; readonly courseId: string },
  platformUserId?: string,
): Promise<ReadonlyMap<string, ExtraTimeOnPlatform>> {
  const rows = await selectStates(db, of, platformUserId);
  return new Map(
    rows.map((row) => {
      const { platformUserId: key, reason, remark, ...facts } = row;
      return [key, { ...facts, state: stateOf(row), reason: storedRemark({ reason, remark }) }];
    }),
  );
}

type Row = Awaited<ReturnType<typeof selectStates>>[number];

function stateOf({ state, quizzes }: Row): (typeof extraTimeStates)[number] {
  if (state !== 'done') return state;
  if (quizzes === null) return 'told';
  return quizzes === 0 ? 'noQuiz' : 'done';
}
