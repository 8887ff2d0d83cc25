import { sql } from 'kysely';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { lastDay } from '../../../core/database/schema/examDays.ts';
import { senderFaults, unknownAddress } from '../causes/failureWords.ts';
import { inPurposes } from '../render/mailing.queries.ts';

export interface Unresolved {
  /** Exams on this day or later are still to come, `yyyy-mm-dd`. */
  readonly today: string;
  /** A mail about no exam counts if it was queued after this moment. */
  readonly since: Date;
}

/** The key of a mail with a link ends with the id of its token; the sweep deletes expired tokens. */
const isLinkGood = `exists (
          select from account_tokens t where t.id = split_part(o.key, ':', 2)::uuid and t.used_at is null)`;

/** An address that does not exist takes no later mail either: only another address does, or a mail that arrived. */
const mayArrive = `(lower(later.recipient) <> lower(o.recipient) or later.state = 'failed' or later.delivery in ('failed', 'delivered')
        or later.link_opened_at is not null
        or coalesce(split_part(coalesce(o.delivery_reason, o.last_error), ':', 1), '') not in (${unknownAddress.map((reason) => `'${reason}'`).join(', ')}))`;

/**
 * SQL: whether a mail that failed or came back still needs attention. About an exam: the exam is to come, the
 * candidate is still in it, and has no later mail of the same kind, nor a later invitation, which says
 * everything. About no exam: the mail is recent, its person has an account, and it was not sent again. A notice to a former address needs no
 * attention, and the link to a new address only while it works. `offset 0` keeps the planner from reading all
 * enrolments into a hash table. A later mail to an address that does not exist settles nothing until it arrives. `since` and `today` stand between the parts.
 */
const unresolvedParts = [
  `(o.state = 'failed' or o.delivery = 'failed') and case when o.exam_id is null
    then o.queued_at > `,
  `::timestamptz
      and (o.user_id is null or exists (select from users u where u.id = o.user_id))
      and not exists (select from outgoing_mails later
                      where later.mailing_id = o.mailing_id and later.user_id = o.user_id and later.id > o.id and ${mayArrive})
      and (select case when purpose ${inPurposes('mayFail')} then false
                       when purpose ${inPurposes('mayFailOnceUsed')} then ${isLinkGood} else true end
           from mailings where id = o.mailing_id)
    else
    o.exam_id in (select id from exams where deactivated_at is null and ${lastDay('exams')} >= `,
  `::date)
    and not exists (select from outgoing_mails later join mailings g on g.id = later.mailing_id
                    where later.exam_id = o.exam_id and later.user_id = o.user_id and later.id > o.id
                      and later.state <> 'cancelled' and ${mayArrive}
                      and (g.purpose = 'invitation'
                           or g.purpose = (select purpose from mailings where id = o.mailing_id)))
    and exists (select from enrolments e where e.exam_id = o.exam_id and e.user_id = o.user_id offset 0)
  end`,
] as const;

export function isUnresolved({ today, since }: Unresolved) {
  const [first, second, third] = unresolvedParts;
  return sql<boolean>`${sql.raw(first)}${since}${sql.raw(second)}${today}${sql.raw(third)}`;
}

/** SQL: whether a mail waits or is tried again, or failed and still needs attention, because the sender is at fault. */
export function isRefusedForSender(unresolved: Unresolved) {
  return sql<boolean>`(o.state in ('waiting', 'sending') or o.state = 'failed' or o.delivery = 'failed')
    and split_part(coalesce(o.delivery_reason, o.last_error), ':', 1) = any(${senderFaults}::text[])
    and (o.state in ('waiting', 'sending') or ${isUnresolved(unresolved)})`;
}

/** The number of these mails, since when the first needs attention, and the newest stored failure. */
export function summarizeRefused(db: ReadDb, unresolved: Unresolved) {
  const at = sql<Date>`coalesce(o.delivery_reported_at, o.queued_at)`;
  return db
    .selectFrom('outgoing_mails as o')
    .select((row) => [
      row.fn.countAll<number>().as('mails'),
      sql<Date | null>`min(${at})`.as('since'),
      sql<string | null>`(array_agg(coalesce(o.delivery_reason, o.last_error) order by ${at} desc))[1]`.as(
        'lastError',
      ),
    ])
    .where(isRefusedForSender(unresolved))
    .executeTakeFirstOrThrow();
}

const unresolvedCounts = (isOfScope: string) => {
  const [first, second, third] = unresolvedParts;
  return prepare<{ systemId: number; n: number }>(`
  select o.system_id as "systemId", count(*) as n from outgoing_mails o
  where ${isOfScope} and ${first}$1${second}$2${third} group by o.system_id`);
};
const unresolvedOfAll = unresolvedCounts('o.system_id is not null');
const unresolvedOfSome = unresolvedCounts('o.system_id = any($3::integer[])');

/** The number of unresolved mails by system; systems without any are left out. */
export function countUnresolved(db: ReadDb, systemIds: TenantScope, { today, since }: Unresolved) {
  return systemIds === 'all'
    ? ask(db, unresolvedOfAll, [since, today])
    : ask(db, unresolvedOfSome, [since, today, systemIds]);
}
