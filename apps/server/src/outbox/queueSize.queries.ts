import type { ReadDb } from '../platform/database/database.ts';

/** Mails that have not left, by state, and since when the oldest waits; both from the index of what is due. */
export async function countMailQueue(db: ReadDb) {
  const rows = await db
    .selectFrom('outgoing_mails')
    .where('state', 'in', ['queued', 'sending', 'waiting'])
    .select((row) => ['state', row.fn.countAll<number>().as('n'), row.fn.min('queued_at').as('oldest')])
    .groupBy('state')
    .execute();
  const oldest = rows.reduce<Date | null>(
    (first, row) => (first === null || row.oldest < first ? row.oldest : first),
    null,
  );
  return { byState: rows.map(({ state, n }) => ({ state: state as string, n })), oldest };
}
