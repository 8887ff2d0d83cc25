import { type RawBuilder, sql } from 'kysely';
import type { MailState } from './schema.ts';

/** The state of a row of `outgoing_mails` as people see it: a queued mail that somebody planned for later is `planned`. */
export function shownMailState(table: string): RawBuilder<MailState> {
  const [state, plannedFor] = [sql.ref(`${table}.state`), sql.ref(`${table}.planned_for`)];
  return sql<MailState>`case when ${state} = 'queued' and ${plannedFor} is not null then 'planned' else ${state} end`;
}
