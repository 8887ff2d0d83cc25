import { sql } from 'kysely';
import { prepare } from '../platform/database/connection/prepared.ts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import { nothingHeld } from '../platform/database/outgoingHold.ts';
import type { Mailing } from './renderMail.ts';
import { longestWaitSeconds } from './retryTimes.ts';
import type { OwnVariables, SharedVariables } from './variables.ts';

/** Repeated word for word in each statement, so that the partial index `outgoing_mails_due` serves it. */
const isOpen = sql<boolean>`state in ('queued', 'sending', 'waiting')`;

/** How long a process may hold a mail before another takes it over. */
export const leaseSeconds = 30;
/** By so much clocks of several machines may disagree. */
const clockSeconds = 60;
const longestLease = sql`interval '1 second' * ${sql.lit(leaseSeconds + clockSeconds)}`;
const longestWait = sql`interval '1 second' * ${sql.lit(longestWaitSeconds + clockSeconds)}`;

/** A lease that lasts longer than any does was written by a clock that was wrong. */
const isFree = (now: Date) => sql<boolean>`
  (leased_until is null or leased_until <= ${now}::timestamptz
   or leased_until > ${now}::timestamptz + ${longestLease})`;

/** The same for what waits; what is only queued waits for nothing. */
const isPutOffInVain = (now: Date) => sql<boolean>`
  (next_try_at > ${now}::timestamptz + interval '1 second' * ${sql.lit(clockSeconds)}
   and (state = 'queued' or next_try_at > ${now}::timestamptz + ${longestWait}))`;

export interface Lease {
  /** The process that sends. */
  readonly by: string;
  readonly until: Date;
}

export interface LeasedMail {
  readonly id: number;
  readonly mailingId: number;
  readonly recipient: string;
  readonly recipientName: string;
  readonly variables: OwnVariables;
  readonly attempts: number;
  readonly queuedAt: Date;
}

/**
 * Takes due mails that nobody holds, those due longest first; processes that ask at once get different ones. Each of the
 * two parts walks its own piece of the index. None while everything is held after a restore.
 */
export async function leaseDueMails(
  tx: WriteTx,
  lease: Lease,
  most: number,
  now: Date,
): Promise<LeasedMail[]> {
  const { rows } = await sql<LeasedMail & { dueAt: Date }>`
    with due as materialized (
      select id, next_try_at as due_at from outgoing_mails
      where ${isOpen} and next_try_at <= ${now}::timestamptz and ${isFree(now)} and ${nothingHeld}
      order by next_try_at, id limit ${most} for update skip locked),
    astray as materialized (
      select id, next_try_at as due_at from outgoing_mails
      where ${isOpen} and ${isPutOffInVain(now)} and ${isFree(now)} and ${nothingHeld}
      order by next_try_at, id limit ${most} - (select count(*) from due) for update skip locked)
    update outgoing_mails m
    set state = 'sending', leased_by = ${lease.by}, leased_until = ${lease.until}::timestamptz
    from (select * from due union all select * from astray) due where m.id = due.id
    returning m.id, m.mailing_id as "mailingId", m.recipient, m.recipient_name as "recipientName", m.variables,
              m.attempts, m.queued_at as "queuedAt", due.due_at as "dueAt"`.execute(tx);
  return rows.sort((left, right) => left.dueAt.getTime() - right.dueAt.getTime() || left.id - right.id);
}

/** Answers which of the mails are still held; the others were taken over after a pause of this process. */
export async function renewLeases(tx: WriteTx, lease: Lease, mailIds: readonly number[]): Promise<number[]> {
  const renewed = await tx
    .updateTable('outgoing_mails')
    .set({ leased_until: lease.until })
    .where('id', 'in', [...mailIds])
    .where('leased_by', '=', lease.by)
    .where('state', '=', 'sending')
    .returning('id')
    .execute();
  return renewed.map(({ id }) => id);
}

/** For the one process of an embedded database: whoever held a mail before is dead. */
export async function releaseAllLeases(tx: WriteTx): Promise<void> {
  await sql`
    update outgoing_mails
    set state = case when attempts = 0 then 'queued' else 'waiting' end, leased_by = null, leased_until = null
    where ${isOpen} and state = 'sending'`.execute(tx);
}

/** How the try to send a mail ended, or `queued`/`waiting` for one that is given back untried. */
export interface Settlement {
  readonly id: number;
  readonly state: 'sent' | 'failed' | 'waiting' | 'queued';
  /** 1 when it was tried, 0 when it is given back as it was. */
  readonly tries: 0 | 1;
  /** Null: unchanged. */
  readonly nextTryAt: Date | null;
  readonly sentAt: Date | null;
  /** Null: unchanged, unless it was sent. */
  readonly lastError: string | null;
}

/**
 * All of them in one statement, which does nothing when it is done again. What was sent is sent, whoever holds the lease
 * by now, and the mail server is well. Values: settlements as JSON, and who sends.
 */
export const settleMails = prepare<never>(`
  with well as (
    delete from mail_troubles
    where exists (select from json_to_recordset($1::json) as s (state text) where s.state = 'sent'))
  update outgoing_mails m
  set state = s.state, attempts = m.attempts + s.tries, next_try_at = coalesce(s."nextTryAt", m.next_try_at),
      sent_at = s."sentAt", leased_by = null, leased_until = null,
      last_error = case when s.state = 'sent' then null else coalesce(s."lastError", m.last_error) end
  from json_to_recordset($1::json)
    as s (id bigint, state text, tries integer, "nextTryAt" timestamptz, "sentAt" timestamptz, "lastError" text)
  where m.id = s.id and (s.state = 'sent' and m.state <> 'sent' or m.state = 'sending' and m.leased_by = $2)`);

/** When the next mail that nobody holds is due; null when there is none. */
export async function selectNextDue(db: ReadDb): Promise<Date | null> {
  const { rows } = await sql<{ nextTryAt: Date }>`
    select next_try_at as "nextTryAt" from outgoing_mails
    where ${isOpen} and leased_until is null and ${nothingHeld} order by next_try_at, id limit 1`.execute(db);
  return rows[0]?.nextTryAt ?? null;
}

export async function selectMailing(db: ReadDb, mailingId: number): Promise<Mailing> {
  const { from_address, from_name, attachment_id, variables, ...mailing } = await db
    .selectFrom('mailings')
    .select([
      'id',
      'language',
      'from_address',
      'from_name',
      'subject',
      'html',
      'text',
      'attachment_id',
      'variables',
    ])
    .where('id', '=', mailingId)
    .executeTakeFirstOrThrow();
  return {
    ...mailing,
    from: { name: from_name, address: from_address },
    attachmentId: attachment_id,
    variables: variables as unknown as SharedVariables,
  };
}

export function selectAttachment(db: ReadDb, attachmentId: number) {
  return db
    .selectFrom('attachments')
    .select(['file_name as fileName', 'content_type as contentType', 'bytes'])
    .where('id', '=', attachmentId)
    .executeTakeFirstOrThrow();
}

/** Puts a mail back to be sent now; false when it is in no state from which it could be, or is truly under way. */
export async function requeueMail(tx: WriteTx, mailId: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outgoing_mails
    set state = 'queued', attempts = 0, next_try_at = ${now}::timestamptz, last_error = null,
        leased_by = null, leased_until = null
    where id = ${mailId} and (state in ('failed', 'waiting')
      or state = 'queued' and next_try_at > ${now}::timestamptz
      or state = 'sending' and ${isFree(now)})`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
