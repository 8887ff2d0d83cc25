import { type RawBuilder, sql } from 'kysely';
import type { MailState } from './schema.ts';

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
