import { type RawBuilder, sql } from 'kysely';
import type { MailState } from './schema.ts';

/** SQL: whether a row `o` of `outgoing_mails` is about an exam in which its person is no longer enrolled. */
export const isToFormer = sql<boolean>`o.exam_id is not null
  and not exists (select from enrolments e where e.exam_id = o.exam_id and e.user_id = o.user_id)`;

/**
 * SQL: the address of the newest copy that has left in place of a row of `outgoing_mails`, and did not come back; null for
 * none. The key of a copy begins with that of its original.
 */
export function resentTo(table: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<string | null>`(select copy.recipient from outgoing_mails copy
    where copy.user_id = ${column('user_id')} and copy.id > ${column('id')}
      and starts_with(copy.key, ${column('key')} || '>')
      and copy.state = 'sent' and coalesce(copy.delivery, '') not in ('failed', 'filed')
    order by copy.id desc limit 1)`;
}

/** The state of a row of `outgoing_mails` as people see it: a mail that was lost or filed is `resent` once a copy has arrived. */
export function shownMailState(table: string): RawBuilder<MailState> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const state = column('state');
  return sql<MailState>`case
    when (${state} = 'failed' or ${state} = 'sent' and ${column('delivery')} in ('failed', 'filed'))
      and ${resentTo(table)} is not null then 'resent'
    else ${ownMailState(table)} end`;
}

/**
 * The state of the mail itself, whatever followed: a queued mail with a planned time is `planned`; a sent mail is
 * `filed` if there was no mail server, `bounced` or `delayed` if its recipient's reported so.
 */
export function ownMailState(table: string): RawBuilder<MailState> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const state = column('state');
  return sql<MailState>`case
    when ${state} = 'queued' and ${column('planned_for')} is not null then 'planned'
    when ${state} = 'sent' and ${column('delivery')} = 'failed' then 'bounced'
    when ${state} = 'sent' and ${column('delivery')} in ('delayed', 'filed') then ${column('delivery')}
    else ${state} end`;
}
