import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../database/database.ts';

export function selectOutages(db: ReadDb, seenAfter: Date) {
  return db
    .selectFrom('destination_outages')
    .select(['destination', 'since', 'reason', 'remark'])
    .where('seen_at', '>', seenAfter)
    .execute();
}

/** Keeps the beginning of a known outage, unless the outage has long been unconfirmed. */
export async function upsertOutage(
  tx: WriteTx,
  outage: {
    readonly destination: string;
    readonly reason: string;
    readonly remark: object | null;
    readonly now: Date;
    readonly seenAt: Date;
    readonly freshAfter: Date;
  },
): Promise<void> {
  await sql`
    insert into destination_outages as o (destination, since, seen_at, reason, remark)
    values (${outage.destination}, ${outage.now}::timestamptz, ${outage.seenAt}::timestamptz, ${outage.reason},
            ${outage.remark && JSON.stringify(outage.remark)}::jsonb)
    on conflict (destination) do update
    set since = case when o.seen_at > ${outage.freshAfter}::timestamptz and o.since <= excluded.since
                     then o.since else excluded.since end,
        seen_at = excluded.seen_at, reason = excluded.reason, remark = excluded.remark`.execute(tx);
}

/** Returns whether there was an outage. */
export async function deleteOutage(tx: WriteTx, destination: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('destination_outages')
    .where('destination', '=', destination)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
