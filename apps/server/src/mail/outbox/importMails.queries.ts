import type { Language } from '@guichet/contract/core/language';
import { sql } from 'kysely';
import { notifyAfterCommit } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { accountOf, isAmong, type StagedLines } from '../../core/database/schema/stagedLines.ts';
import { findListValues } from './enqueue.queries.ts';
import { mailJobs } from './sending/mailJobs.queries.ts';

type MailingOf = Readonly<Record<Language, number | null>>;

export interface ImportMails {
  readonly importId: string;
  readonly examId: number;
  readonly systemId: number;
  readonly lines: StagedLines;
  /** The id of the mailing for each language of a line; null: candidates of this language get no mail. */
  readonly mailingOf: MailingOf;
  /** The people who were told not to come, and the mailings for them instead. */
  readonly returned: { readonly userIds: readonly number[]; readonly mailingOf: MailingOf };
  /** Appended to the user id in the subject of the token for a first password. */
  readonly linkSubject: string;
  readonly now: Date;
  /** When the mails are to leave; null: at once. */
  readonly plannedFor: Date | null;
}

/**
 * Queues one mail for every candidate whom this import enrolled, in the order of the file; for a candidate on
 * several lines the first line counts. People with a password get no secret link, and those who have yet to choose one the way to it. A single SQL statement,
 * because a list may hold 200,000 lines. The new enrolments are unknown to the planner's statistics, so a
 * join would be planned for one row and scan all lines for each; a sub-select finds each enrolment by its
 * key.
 */
export async function enqueueImportMails(tx: WriteTx, of: ImportMails): Promise<number> {
  const dueAt = of.plannedFor ?? of.now;
  notifyAfterCommit(tx, mailJobs.topic);
  const { numAffectedRows } = await sql`
    insert into outgoing_mails (mailing_id, system_id, exam_id, user_id, key, recipient, recipient_name, variables,
                                state, next_try_at, queued_at, planned_for)
    select c.mailing_id, ${of.systemId}::integer, ${of.examId}::bigint, c.user_id,
           concat('import:', ${of.importId}::text, ':', c.user_id), c.email, trim(concat(c.first_name, ' ', c.last_name)),
           jsonb_build_object('firstName', c.first_name, 'lastName', c.last_name, 'email', c.email) || ${findListValues(sql`${of.examId}::bigint`, sql`c.user_id`)}
             || case when c.has_chosen then '{}'::jsonb
                when c.has_password then '{"asksForLink": true}'::jsonb
                else jsonb_build_object('secretLink', jsonb_build_object('purpose', 'invitation',
                       'subject', concat(c.user_id, ${of.linkSubject}::text), 'expiresAt', null)) end,
           'queued', ${dueAt}::timestamptz, ${dueAt}::timestamptz, ${of.plannedFor}::timestamptz
    from (select u.id as user_id, u.email, u.first_name, u.last_name, s.line,
                 u.password_hash is not null as has_password,
                 u.password_hash is not null and u.must_choose_password_since is null as has_chosen,
                 -- An account that this import made has the language of the import (decision 073).
                 case when u.id = any(${of.returned.userIds}::bigint[]) then ${inLanguage(of.returned.mailingOf)}
                   else ${inLanguage(of.mailingOf)} end as mailing_id
          from staged_candidates s cross join lateral ${accountOf} u
          where ${isAmong(of.lines)} and not s.is_repeat
            and (select e.import_id from enrolments e
                 where e.exam_id = ${of.examId}::bigint and e.user_id = u.id) = ${of.importId}::uuid) c
    where c.mailing_id is not null
    order by c.line
    on conflict (key) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const inLanguage = ({ fr, en }: MailingOf) => sql`
  case coalesce(s.language, u.language) when 'en' then ${en}::bigint else ${fr}::bigint end`;
