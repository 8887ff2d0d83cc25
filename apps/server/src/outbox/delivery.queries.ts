import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import { prepare } from '../platform/database/prepared.ts';
import type { Mailing } from './renderMail.ts';
import type { OwnVariables, SharedVariables } from './variables.ts';

/** Repeated word for word in each statement, so that the partial index `outgoing_mails_due` serves it. */
const isOpen = sql<boolean>`state in ('queued', 'sending', 'waiting')`;

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

/** Takes due mails that nobody holds, those due longest first; processes that ask at once get different ones. */
export async function leaseDueMails(
  tx: WriteTx,
  lease: Lease,
  most: number,
  now: Date,
): Promise<LeasedMail[]> {
  const { rows } = await sql<LeasedMail & { dueAt: Date }>`
    with due as materialized (
      select id, next_try_at as due_at from outgoing_mails
      where ${isOpen} and next_try_at <= ${now}::timestamptz
        and (leased_until is null or leased_until <= ${now}::timestamptz)
      order by next_try_at, id limit ${most} for update skip locked)
    update outgoing_mails m
    set state = 'sending', leased_by = ${lease.by}, leased_until = ${lease.until}::timestamptz
    from due where m.id = due.id
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
 * by now. Values: settlements as JSON, and who sends.
 */
export const settleMails = prepare<never>(`
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
    where ${isOpen} and leased_until is null order by next_try_at, id limit 1`.execute(db);
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
