import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { deleteOverdue } from '../../../core/database/deleteOverdue.ts';
import { hasMarks } from '../../../core/database/foldedText.ts';
import type { Range } from './peopleText.ts';

/** SQL: the joined name of words with marks alone: the others stand in the name as it is kept. */
const joinedWords = sql`(chr(31) || translate(
  btrim(regexp_replace(u.full_name_key, '(?<!\\S)[^\\s''@-]+(?!\\S)', '', 'g')), ' ''-@', chr(31)))`;

/** A person in the format of `readPeople`. */
const line = sql`u.id || ' ' || array_to_string(array(
  select r.system_id from user_roles r where r.user_id = u.id and r.system_id is not null order by r.system_id), ',')
  || ' ' || u.search_text || case when ${hasMarks} then ${joinedWords} else '' end`;

/** The planner's estimate of the number of people. */
export async function estimatePeople(db: ReadDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select reltuples::bigint as n from pg_class where oid = 'users'::regclass`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface Place {
  readonly name: string;
  readonly id: number;
}

/** The next people by name in the format of `readPeople`, and the place of the last person; null at the end. */
export async function selectPart(db: ReadDb, after: Place, limit: number) {
  const { rows } = await sql<{ people: string | null; last: Place | null }>`
    select string_agg(${line}, E'\n' order by full_name_key, id) as people,
           (array_agg(json_build_object('name', full_name_key, 'id', id) order by full_name_key desc, id desc))[1] as last
    from (select id, search_text, full_name_key from users
          where (full_name_key, id) > (${after.name}, ${after.id}::bigint)
          order by full_name_key, id limit ${limit}) u`.execute(db);
  const [{ people, last } = { people: null, last: null }] = rows;
  return people === null || last === null ? null : { people, last };
}

/**
 * The people of these ranges in the format of `readPeople`; no range holds more than `most`. With that limit the ranges are read
 * by the index: without it the planner takes each for a ninth of all people, and reads everybody.
 */
export async function selectRanges(db: ReadDb, ranges: readonly Range[], most: number): Promise<string> {
  const { rows } = await sql<{ people: string | null }>`
    select string_agg(${line}, E'\n') as people
    from (select distinct p.id, p.search_text, p.full_name_key
          from unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) r (first, last)
               cross join lateral (
                 select id, search_text, full_name_key from users
                 where id between r.first and r.last order by id limit ${most}) p) u`.execute(db);
  return rows[0]?.people ?? '';
}

export interface Change extends Range {
  readonly id: number;
  readonly xid: string;
}

/**
 * The changes from `mark` on that are not in `seen`, and the next mark. All transactions before the next mark have ended,
 * so later changes have its id or a greater one. Without a mark: the changes that the next call may return again.
 */
export async function selectChanges(db: ReadDb, mark: string | null, seen: readonly number[]) {
  const { rows } = await sql<{ mark: string; changes: Change[] | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as mark,
           (select json_agg(json_build_object('id', id, 'xid', xid::text, 'first', first_id, 'last', last_id) order by id)
            from user_changes
            where xid >= coalesce(${mark}::xid8, pg_snapshot_xmin(pg_current_snapshot())) and id <> all(${seen}::bigint[])) as changes`.execute(
    db,
  );
  const [row] = rows;
  return { mark: row?.mark ?? '0', changes: row?.changes ?? [] };
}

/** Deletes changes that every index has read by now. */
export const deleteUserChangesBefore = deleteOverdue({ table: 'user_changes', key: 'id', at: 'changed_at' });
