import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';

export function selectTrouble(db: ReadDb) {
  return db.selectFrom('mail_troubles').select(['since', 'seen_at as seenAt', 'failure']).executeTakeFirst();
}

/** What is wrong goes on being wrong since it began, unless nobody has looked for long. */
export async function upsertTrouble(
  tx: WriteTx,
  { now, freshAfter, failure }: { readonly now: Date; readonly freshAfter: Date; readonly failure: string },
): Promise<void> {
  await sql`
    insert into mail_troubles as t (since, seen_at, failure)
    values (${now}::timestamptz, ${now}::timestamptz, ${failure})
    on conflict (is_only) do update
    set since = case when t.seen_at > ${freshAfter}::timestamptz and t.since <= excluded.since
                     then t.since else excluded.since end,
        seen_at = excluded.seen_at, failure = excluded.failure`.execute(tx);
}

export async function deleteTrouble(tx: WriteTx): Promise<void> {
  await tx.deleteFrom('mail_troubles').execute();
}
