import type { ReadDb, WriteTx } from '../../../core/database/database.ts';

export function selectFeed(db: ReadDb, userId: number) {
  return liveFeeds(db)
    .select(['f.feed_id as feedId', 'f.made_at as madeAt'])
    .where('f.user_id', '=', userId)
    .executeTakeFirst();
}

export function selectFeedOwner(db: ReadDb, feedId: string) {
  return liveFeeds(db).select('f.user_id as userId').where('f.feed_id', '=', feedId).executeTakeFirst();
}

/** Feeds made after another person last took the account in hand (password, address, lock). */
function liveFeeds(db: ReadDb) {
  return db
    .selectFrom('calendar_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .where((row) =>
      row.or([row('u.feeds_ended_at', 'is', null), row('f.made_at', '>', row.ref('u.feeds_ended_at'))]),
    );
}

export async function storeFeed(tx: WriteTx, userId: number, feedId: string, now: Date): Promise<void> {
  await tx
    .insertInto('calendar_feeds')
    .values({ user_id: userId, feed_id: feedId, made_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ feed_id: feedId, made_at: now }))
    .execute();
}

/** @returns whether there was a feed */
export async function deleteFeed(tx: WriteTx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
