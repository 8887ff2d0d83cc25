import type { ReadDb, WriteTx } from '../../platform/database/database.ts';

export function selectFeed(db: ReadDb, userId: number) {
  return db
    .selectFrom('calendar_feeds')
    .select(['feed_id as feedId', 'made_at as madeAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function selectFeedOwner(db: ReadDb, feedId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select('user_id as userId')
    .where('feed_id', '=', feedId)
    .executeTakeFirst();
}

/** Replaces the feed of a person. */
export async function storeFeed(tx: WriteTx, userId: number, feedId: string, now: Date): Promise<void> {
  await tx
    .insertInto('calendar_feeds')
    .values({ user_id: userId, feed_id: feedId, made_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ feed_id: feedId, made_at: now }))
    .execute();
}

/** @returns whether there was one */
export async function deleteFeed(tx: WriteTx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
