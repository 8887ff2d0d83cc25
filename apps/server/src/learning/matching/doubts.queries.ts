import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';

/** Doubtful records of people who are still here; for a null `id`, the first hundred. */
export function selectDoubts(db: ReadDb, id: number | null) {
  return doubts(db)
    .select(['a.id', 'a.site', 'a.user_id as userId', 'a.key', 'u.email'])
    .select(['u.first_name as firstName', 'u.last_name as lastName'])
    .where((eb) => (id === null ? eb.lit(true) : eb('a.id', '=', id)))
    .orderBy('a.id')
    .limit(100)
    .execute();
}

export async function countDoubts(db: ReadDb): Promise<number> {
  const { n } = await doubts(db).select(sql<number>`count(*)::integer`.as('n')).executeTakeFirstOrThrow();
  return n;
}

export function lockDoubt(tx: WriteTx, id: number) {
  return doubts(tx).select('a.id').where('a.id', '=', id).forUpdate('a').executeTakeFirst();
}

function doubts(db: ReadDb) {
  return db
    .selectFrom('platform_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.doubt', 'is not', null);
}

/** Assigns the account to the person as their own: the portal enrols it, and changes nothing about it. */
export async function useDoubtful(
  tx: WriteTx,
  id: number,
  { externalId, authentication }: { readonly externalId: string; readonly authentication: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('platform_accounts')
    .set({ external_id: externalId, authentication, origin: 'joined', doubt: null, changed_at: now })
    .where('id', '=', id)
    .execute();
}
