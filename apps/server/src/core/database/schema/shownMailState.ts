import { type RawBuilder, sql } from 'kysely';
import type { MailState } from './schema.ts';

/** SQL: whether a row `o` of `outgoing_mails` is about an exam in which its person is no longer enrolled. */
export const isToFormer = sql<boolean>`o.exam_id is not null
  and not exists (select from enrolments e where e.exam_id = o.exam_id and e.user_id = o.user_id)`;

/**
 * The state of a row of `outgoing_mails` as people see it: a queued mail with a planned time is `planned`; a
 * sent mail is `bounced` or `delayed` if its recipient's mail server reported so.
 */
export function shownMailState(table: string): RawBuilder<MailState> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const state = column('state');
  return sql<MailState>`case
    when ${state} = 'queued' and ${column('planned_for')} is not null then 'planned'
    when ${state} = 'sent' and ${column('delivery')} = 'failed' then 'bounced'
    when ${state} = 'sent' and ${column('delivery')} = 'delayed' then 'delayed'
    else ${state} end`;
}
