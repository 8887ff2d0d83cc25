import { mostViews, type SavedView, type ViewList } from '@guichet/contract/overview/views';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';

export function selectViews(db: ReadDb, userId: number, list: ViewList): Promise<SavedView[]> {
  return db
    .selectFrom('saved_views')
    .select(['id', 'name', 'query'])
    .where((eb) => eb.and({ user_id: userId, list }))
    .orderBy('id')
    .execute();
}

interface NewView extends Omit<SavedView, 'id'> {
  readonly userId: number;
  readonly list: ViewList;
  readonly now: Date;
}

/** Serializes the saves of a person, whose views are counted before a view is added. */
export async function lockOwner(tx: WriteTx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Adds a view, or replaces the view of the same name; false when nothing changes, or when a new view would be too many. */
export async function upsertView(tx: WriteTx, of: NewView): Promise<boolean> {
  const { rows } = await sql`
    insert into saved_views (user_id, list, name, query, saved_at)
    select ${of.userId}::bigint, ${of.list}, ${of.name}, ${of.query}, ${of.now}::timestamptz
    where (select count(*) from saved_views
           where user_id = ${of.userId}::bigint and list = ${of.list} and name <> ${of.name}) < ${mostViews}::integer
    on conflict (user_id, list, name) do update set query = excluded.query, saved_at = excluded.saved_at
      where saved_views.query <> excluded.query
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Returns the name of the deleted view; null when the person has no such view. */
export async function deleteView(
  tx: WriteTx,
  of: { readonly userId: number; readonly list: ViewList; readonly viewId: number },
): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('saved_views')
    .where((eb) => eb.and({ id: of.viewId, user_id: of.userId, list: of.list }))
    .returning('name')
    .executeTakeFirst();
  return deleted?.name ?? null;
}
