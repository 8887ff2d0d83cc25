/**
 * Owns how far extra time is on the learning platforms.
 * Does not know who may see it, nor keeps it: cohorts does.
 */
import type { CandidateExtraTime, extraTimeStates } from '@guichet/contract/cohorts.extraTime';
import type { ReadDb } from '../../platform/database/database.ts';
import { storedRemark } from '../learning.service.ts';
import { selectState } from './extraTimes.queries.ts';

export { planExtraTimes, planNoExtraTimes } from './extraTimes.queries.ts';

/** Null: there is nothing to do on the platform, and never was. */
export async function getStateOnPlatform(
  db: ReadDb,
  of: { readonly systemId: number; readonly courseId: string; readonly platformUserId: string },
): Promise<CandidateExtraTime['platform']> {
  const row = await selectState(db, of);
  if (!row) return null;
  const { reason, remark, ...facts } = row;
  return { ...facts, state: stateOf(row), reason: storedRemark({ reason, remark }) };
}

type Row = NonNullable<Awaited<ReturnType<typeof selectState>>>;

function stateOf({ state, quizzes }: Row): (typeof extraTimeStates)[number] {
  if (state !== 'done') return state;
  if (quizzes === null) return 'notOffered';
  return quizzes === 0 ? 'noQuiz' : 'done';
}
