import { fold } from '@guichet/contract/core/fold';
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from '../database/likePattern.ts';

/** The systems whose lines the reader may see; 'all' includes lines of no system. */
export type ReadableSystems = readonly number[] | 'all';

/**
 * SQL: compares with the names stored in the line, and with the present names of the accounts in the line, if
 * they belong to these systems: any other hit would tell the address and number of a person who acted here.
 */
export function isAbout(person: string, systemIds: ReadableSystems): RawBuilder<boolean> {
  const name = likePattern(person);
  const isSeen = holdsRole(systemIds, sql`r.stated is null`);
  const found = sql`(select u.id from users u where u.search_text like ${likePattern(fold(person))} and ${isSeen})`;
  return sql`(
    l.actor_name ilike ${name} or l.impersonated_name ilike ${name} or l.detail ->> 'name' ilike ${name}
    or l.detail ->> 'person' ilike ${name}
    or l.actor_id in ${found}
    or l.impersonated_id in ${found}
    or l.subject in (select concat('user:', id) from ${found} f)
    or l.system_id in (select s.id from systems s where lower(${person}::text) in (s.slug, lower(s.course_prefix), lower(s.name)))
  )`;
}

/** SQL: whether the account `u` has a role of this kind in these systems. */
export function holdsRole(systemIds: ReadableSystems, kind = sql`true`) {
  return systemIds === 'all'
    ? sql`true`
    : sql`exists (select from user_roles r where r.user_id = u.id and ${kind} and r.system_id = any(${systemIds}::integer[]))`;
}
