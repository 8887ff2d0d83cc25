import { ask, prepare } from '../../../core/database/connection/prepared.ts';
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

interface DepartureLine {
  readonly userId: number;
  readonly action: string;
  readonly subject: string | null;
  readonly at: Date;
  /** The exam in the detail. */
  readonly examId: number | null;
}

const mostLines = 300;

/**
 * Each half of the look-up takes an index that works behind row-level security (decision 077). People come as JSON, of which the
 * planner expects the same number in every plan: with arrays it would plan each call anew, which takes as long as the call.
 */
const linesAboutPeople = prepare<DepartureLine>(`
  select p.user_id as "userId", l.action, l.subject, l.at, l.exam_id as "examId"
  from json_to_recordset($1::json) as p (user_id bigint, subject text)
  cross join lateral (
    select a.id, a.action, a.subject, a.at,
           case when a.detail ->> 'examId' ~ '^[0-9]{1,18}$' then (a.detail ->> 'examId')::bigint end as exam_id
    from audit_lines a
    where a.id in (
        select s.id from audit_lines s where s.subject = p.subject
        union all
        select n.line_id from audit_line_people n where n.user_id = p.user_id)
      and a.action = any($2::text[]) and a.system_id is not null
    order by a.id desc limit ${mostLines}) l
  order by l.id`);

/** The newest lines with these actions about each of these people, oldest first. */
export function selectLinesAboutPeople(db: ReadDb, userIds: readonly number[], actions: readonly string[]) {
  const people = userIds.map((id) => ({ user_id: id, subject: `user:${id}` }));
  return ask(db, linesAboutPeople, [JSON.stringify(people), actions]);
}
