import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import type { Candidates } from '../enrolments.queries.ts';

/**
 * For each of these people who was moved into the exam and has had no mail about it: the exam that they were
 * moved from and know. After several moves in a row, that is the last exam of which a mail has left, or else
 * the first. The sweep forgets moves after a day; `except`: a removal that does not count.
 */
export async function findExamsLastTold(
  db: ReadDb,
  { systemId, examId, userIds }: Candidates,
  except: string,
): Promise<ReadonlyMap<number, number>> {
  const moves = await selectMoves(db, systemId, userIds, except);
  const told = new Set(await selectTold(db, systemId, userIds));
  const found = new Map<number, number>();
  for (const [userId, all] of Map.groupBy(moves, (move) => move.userId)) {
    let left = all;
    let at = examId;
    while (!told.has(`${userId} ${at}`)) {
      const move = left.find(({ movedTo }) => movedTo === at);
      if (!move) break;
      at = move.examId;
      left = left.filter((one) => one !== move && one.removedAt <= move.removedAt);
    }
    if (at !== examId) found.set(userId, at);
  }
  return found;
}

async function selectMoves(db: ReadDb, systemId: number, userIds: readonly number[], except: string) {
  return db
    .selectFrom('removals')
    .select(['user_id as userId', 'exam_id as examId', 'moved_to as movedTo', 'removed_at as removedAt'])
    .where('system_id', '=', systemId)
    .where('moved_to', 'is not', null)
    .where('id', '<>', except)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .orderBy('removed_at', 'desc')
    .execute();
}

/** `person exam` for each person and exam with a mail that has left. */
async function selectTold(db: ReadDb, systemId: number, userIds: readonly number[]): Promise<string[]> {
  const mails = await db
    .selectFrom('outgoing_mails')
    .select(['user_id as userId', 'exam_id as examId'])
    .distinct()
    .where('system_id', '=', systemId)
    .where('exam_id', 'is not', null)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where(sql<boolean>`(sent_at is not null or state = 'sending')`)
    .execute();
  return mails.map(({ userId, examId }) => `${userId} ${examId}`);
}
