import type { MailKind } from '@guichet/contract/mail/outbox.purposes';
import { sql } from 'kysely';
import type { MailState, ReadDb } from '../../core/database/database.ts';
import { isHandedOver } from '../../core/database/schema/handovers.ts';
import { isToFormer, resentTo, shownMailState } from '../../core/database/schema/shownMailState.ts';
import { isAddressUnknown, isToUnknownAddress } from './causes/unknownAddress.queries.ts';
import { isFiledOnly } from './changes/revive.queries.ts';
import { isFoundBy, isOfKind } from './reading/search.queries.ts';
import { isRefusedForSender, isUnresolved, type Unresolved } from './reading/unresolved.queries.ts';
import type { OwnVariables, SharedVariables } from './render/mail.ts';
import { mayHoldLink } from './render/mailing.queries.ts';
import type { StoredAnswer } from './returnPath/returnPath.queries.ts';

export interface MailFilter {
  /** The systems whose mails the reader may see; 'all' includes mails of no system. */
  readonly systemIds: readonly number[] | 'all';
  readonly systemId?: number | undefined;
  readonly examId?: number | undefined;
  readonly kind?: MailKind | undefined;
  readonly search?: string | undefined;
  readonly userId?: number | undefined;
  readonly mailIds?: readonly number[] | undefined;
  /** Only mails that failed or came back and that somebody still has to deal with. */
  readonly unresolved?: Unresolved | undefined;
  /** Only mails that wait or matter still because the sender is at fault. */
  readonly senderFault?: Unresolved | undefined;
  /** Only mails that were filed and are of use still, on this day, `yyyy-mm-dd`. */
  readonly unsent?: string | undefined;
  /** Only mails about an exam to people who are no longer enrolled in it. */
  readonly former?: boolean | undefined;
}

function filteredMails(db: ReadDb, of: MailFilter) {
  const term = of.search?.trim() ?? '';
  return db
    .selectFrom('outgoing_mails as o')
    .$if(of.systemIds !== 'all', (query) =>
      query.where('o.system_id', 'in', [0, ...(of.systemIds as number[])]),
    )
    .$if(of.systemId !== undefined, (query) => query.where('o.system_id', '=', of.systemId as number))
    .$if(of.examId !== undefined, (query) => query.where('o.exam_id', '=', of.examId as number))
    .$if(of.userId !== undefined, (query) => query.where('o.user_id', '=', of.userId as number))
    .$if(of.mailIds !== undefined, (query) => query.where(isAmong(of.mailIds as number[])))
    .$if(of.unresolved !== undefined, (query) => query.where(isUnresolved(of.unresolved as Unresolved)))
    .$if(of.senderFault !== undefined, (query) =>
      query.where(isRefusedForSender(of.senderFault as Unresolved)),
    )
    .$if(of.unsent !== undefined, (query) => query.where(isFiledOnly(of.unsent as string)))
    .$if(of.former === true, (query) => query.where(isToFormer))
    .$if(of.kind !== undefined, (query) => query.where(isOfKind(of.kind as MailKind)))
    .$if(term !== '', (query) => query.where(isFoundBy(term, of.systemIds)));
}

/** The filtered mails, each with what lists show. */
function listedMails(db: ReadDb, of: MailFilter) {
  return filteredMails(db, of).innerJoin('mailings as m', 'm.id', 'o.mailing_id').select(listColumns);
}

export async function countMails(db: ReadDb, filter: MailFilter): Promise<{ state: MailState; n: number }[]> {
  return filteredMails(db, filter)
    .select((row) => [shownMailState('o').as('state'), row.fn.countAll<number>().as('n')])
    .groupBy(shownMailState('o'))
    .execute();
}

const listColumns = [
  'o.id',
  'o.system_id as systemId',
  'o.user_id as userId',
  'o.recipient',
  'o.recipient_name as recipientName',
  'o.variables as own',
  shownMailState('o').as('state'),
  'o.attempts',
  'o.queued_at as queuedAt',
  'o.sent_at as sentAt',
  'o.delivery_reported_at as reportedAt',
  'o.next_try_at as nextTryAt',
  sql<string | null>`case when o.state = 'failed' or o.delivery = 'failed' then ${resentTo('o')} end`.as(
    'resentTo',
  ),
  // A report of failure is later than the last attempt.
  sql<string | null>`coalesce(o.delivery_reason, o.last_error)`.as('lastError'),
  isToUnknownAddress.as('isToUnknownAddress'),
  sql<StoredAnswer['kind'] | null>`case when o.answers @> '[{"kind": "complaint"}]' then 'complaint'
    when o.answers <> '[]' then 'unclear' end`.as('answered'),
  sql<boolean>`${sql.raw(mayHoldLink('o'))}`.as('mayHoldLink'),
  'o.mailing_id as mailingId',
  'm.purpose',
  'm.language',
  'm.subject',
  'm.variables as shared',
] as const;

export type MailRow = Awaited<ReturnType<typeof selectMails>>[number];

export async function selectMails(
  db: ReadDb,
  filter: MailFilter,
  page: { state: MailState | undefined; limit: number; offset: number },
) {
  const rows = await listedMails(db, filter)
    .$if(page.state !== undefined, (query) => query.where(shownMailState('o'), '=', page.state as MailState))
    .orderBy('o.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(typed);
}

/** The ids of at most `limit` mails in these states, newest first; no state, no mail. */
export async function selectMailIds(
  db: ReadDb,
  filter: MailFilter,
  states: readonly MailState[],
  limit: number,
): Promise<number[]> {
  const rows = await filteredMails(db, filter)
    .select('o.id')
    .where(sql<boolean>`${shownMailState('o')} = any(${states}::text[])`)
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function selectMail(db: ReadDb, filter: MailFilter, mailId: number) {
  const row = await listedMails(db, filter).where('o.id', '=', mailId).executeTakeFirst();
  return row ? typed(row) : null;
}

/**
 * The newest mail to a person that left, failed or waits, of the systems that the reader may see; where the person's address is
 * known not to exist, the newest of which more is known than that it left.
 */
export async function selectLatestMail(db: ReadDb, filter: MailFilter & { readonly userId: number }) {
  const row = await listedMails(db, filter)
    .where('o.state', '<>', 'cancelled')
    .where(
      sql<boolean>`(o.state = 'failed' or o.delivery is not null or o.link_opened_at is not null
        or not exists (select from users u where u.id = o.user_id and ${isAddressUnknown(null)}))`,
    )
    .orderBy('o.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? typed(row) : null;
}

export function mailsTo(db: ReadDb, userId: number) {
  return (
    db
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select(listColumns)
      .where('o.user_id', '=', userId)
      // Administrators may still send or cancel a planned mail, so its reader does not see the mail yet.
      .where(shownMailState('o'), 'not in', ['cancelled', 'planned'])
      // While somebody else may use the account, no mail shows that the person's extra time changed.
      .where(
        sql<boolean>`not (m.purpose = 'extraTimeChanged' and ${isHandedOver('o.user_id', 'o.system_id')})`,
      )
  );
}

export async function selectOwnMails(db: ReadDb, userId: number) {
  const rows = await mailsTo(db, userId).orderBy('o.id', 'desc').limit(100).execute();
  return rows.map(typed);
}

export async function selectOwnMail(db: ReadDb, userId: number, mailId: number) {
  const row = await mailsTo(db, userId).where('o.id', '=', mailId).executeTakeFirst();
  return row ? typed(row) : null;
}

export function selectMailByKey(db: ReadDb, key: string) {
  return db
    .selectFrom('outgoing_mails')
    .select(['state', 'last_error as lastError'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** The moment from which the first of the mails that are due at `now` has been due; a deferred mail counts from the end of the delay. */
export async function findOldestWaiting(db: ReadDb, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('outgoing_mails')
    .where('state', 'in', ['queued', 'sending', 'waiting'])
    .where('next_try_at', '<=', now)
    // The moment for an urgent mail lies in the past, to make the mail go first.
    .select(sql<Date | null>`min(greatest(queued_at, next_try_at))`.as('oldest'))
    .executeTakeFirst();
  return row?.oldest ?? null;
}

/** The number of an exam's planned mails, by the moment for which they are planned. */
export function listPlannedMails(db: ReadDb, of: { readonly systemId: number; readonly examId: number }) {
  return db
    .selectFrom('outgoing_mails')
    .select((row) => ['planned_for as at', row.fn.countAll<number>().as('mails')])
    .where((eb) => eb.and({ system_id: of.systemId, exam_id: of.examId, state: 'queued' }))
    .where('planned_for', 'is not', null)
    .groupBy('planned_for')
    .orderBy('planned_for')
    .$narrowType<{ at: Date }>()
    .execute();
}

function isAmong(mailIds: readonly number[]) {
  return sql<boolean>`o.id = any(${mailIds}::bigint[])`;
}

export function typed<T extends { own: object; shared: object }>(row: T) {
  return { ...row, own: row.own as OwnVariables, shared: row.shared as SharedVariables };
}
