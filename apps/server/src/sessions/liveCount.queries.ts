import { sql } from 'kysely';
import type { ReadDb } from '../platform/database/database.ts';

/** The number of open sessions, from the index of their ends. */
export async function countLiveSessions(db: ReadDb, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom('sessions')
    .where(sql<boolean>`coalesce(ended_at, expires_at) > ${now}`)
    .where('ended_at', 'is', null)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
