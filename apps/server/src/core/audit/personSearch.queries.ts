import { fold } from '@guichet/contract/core/fold';
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from '../database/foldedText.ts';

/** The systems whose lines the reader may see; 'all' includes lines of no system. */
export type ReadableSystems = readonly number[] | 'all';

/**
 * SQL: compares with the names stored in the line, and with the present names of the accounts in the line, of which a
 * line shows the name alone: only of people of these systems also with their address and number.
 */
export function isAbout(person: string, systemIds: ReadableSystems): RawBuilder<boolean> {
  const name = likePattern(person);
  const folded = likePattern(fold(person));
  const found = sql`(select u.id from users u where u.search_text like ${folded}
    and (u.full_name_key like ${folded} or ${holdsRole(systemIds, sql`r.stated is null`)}))`;
  return sql`(
    l.actor_name ilike ${name} or l.impersonated_name ilike ${name} or l.detail ->> 'name' ilike ${name}
    or l.detail ->> 'person' ilike ${name}
    or l.actor_id in ${found}
    or l.impersonated_id in ${found}
    or l.subject in (select concat('user:', id) from ${found} f)
    or l.id in (select p.line_id from audit_line_people p where p.user_id in ${found})
    or case when l.subject ~ '^mail:[0-9]{1,15}$' then
      (select o.user_id from outgoing_mails o where o.id = split_part(l.subject, ':', 2)::bigint) in ${found} end
    or case when l.action = 'candidates.imported' then (l.detail ->> 'importId')::uuid in (
      select e.import_id from enrolments e where e.user_id in ${found}
      union all
      select p.import_id from import_people p where p.user_id in ${found}) end
    or l.system_id in (select s.id from systems s where lower(${person}::text) in (s.slug, lower(s.course_prefix), lower(s.name)))
  )`;
}

/** SQL: whether the account `u` has a role of this kind in these systems. */
export function holdsRole(systemIds: ReadableSystems, kind = sql`true`) {
  return systemIds === 'all'
    ? sql`true`
    : sql`exists (select from user_roles r where r.user_id = u.id and ${kind} and r.system_id = any(${systemIds}::integer[]))`;
}
