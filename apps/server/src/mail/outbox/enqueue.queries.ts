import { listPurposes, type MailPurpose } from '@guichet/contract/mail/outbox.purposes';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { notifyAfterCommit } from '../../core/audit/audit.service.ts';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { type Cancellation, cancelled, stateAgain } from './causes/cancelledMail.queries.ts';
import { mailJobs } from './sending/mailJobs.queries.ts';

export async function insertMailing(tx: WriteTx, mailing: Insertable<Schema['mailings']>): Promise<number> {
  const { id } = await tx.insertInto('mailings').values(mailing).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** SQL: what lists say of a candidate, as a variable of a mail about the exam. */
export const findListValues = (examId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`
  coalesce((select jsonb_build_object('listValues', e.list_values) from enrolments e
            where e.exam_id = ${examId} and e.user_id = ${userId} and e.list_values is not null), '{}')`;

/** Queues these mails in parts, to keep parameters small; skips used keys. Returns the number queued. */
export async function insertMails(
  tx: WriteTx,
  mails: readonly Omit<Insertable<Schema['outgoing_mails']>, 'state'>[],
): Promise<number> {
  let inserted = 0;
  if (mails.length > 0) notifyAfterCommit(tx, mailJobs.topic);
  for (let first = 0; first < mails.length; first += mailsAtOnce) {
    const part = JSON.stringify(mails.slice(first, first + mailsAtOnce));
    const { numAffectedRows } = await sql`
      insert into outgoing_mails (mailing_id, system_id, exam_id, user_id, key, recipient, recipient_name, variables,
                                  state, next_try_at, queued_at, planned_for)
      select m.mailing_id, m.system_id, m.exam_id, m.user_id, m.key, m.recipient, m.recipient_name,
             m.variables::jsonb || ${findListValues(sql`m.exam_id`, sql`m.user_id`)},
             'queued', m.next_try_at, m.queued_at, m.planned_for
      from json_to_recordset(${part}::json) as m (mailing_id bigint, system_id integer, exam_id bigint, user_id bigint,
           key text, recipient text, recipient_name text, variables text, next_try_at timestamptz,
           queued_at timestamptz, planned_for timestamptz)
      on conflict (key) do nothing`.execute(tx);
    inserted += Number(numAffectedRows ?? 0);
  }
  return inserted;
}

const mailsAtOnce = 2000;

/**
 * Queues again the invitations and announcements of a change that the cancellation of an exam had cancelled,
 * for people who are still in the exam and have no later such mail. Mails that were cancelled for another reason stay
 * cancelled. Returns the number queued.
 */
export async function requeueAnnouncements(
  tx: WriteTx,
  { systemId, examId, now }: { readonly systemId: number; readonly examId: number; readonly now: Date },
): Promise<number> {
  notifyAfterCommit(tx, mailJobs.topic);
  const { numAffectedRows } = await sql`
    update outgoing_mails o set state = ${stateAgain(now)}, next_try_at = greatest(${now}::timestamptz, o.planned_for), attempts = 0,
      last_error = null
    from mailings m
    where m.id = o.mailing_id and m.purpose = any(${listPurposes('returnsWithExam')}::text[]) and o.state = 'cancelled'
      and split_part(coalesce(o.last_error, ''), ':', 1) in ('cancelledExam', 'cancelledOutdated')
      and o.system_id = ${systemId}::integer and o.exam_id = ${examId}::bigint
      and exists (select from enrolments e where e.exam_id = o.exam_id and e.user_id = o.user_id)
      and not exists (select from outgoing_mails later join mailings l on l.id = later.mailing_id
                      where later.exam_id = o.exam_id and later.user_id = o.user_id and later.id > o.id
                        and l.purpose in ('invitation', m.purpose))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

type WhichMails =
  | { readonly systemId: number; readonly examId: number; readonly userId?: number }
  | { readonly systemId?: never; readonly examId?: never; readonly userId: number };

interface WhichStates {
  readonly why: Cancellation;
  /** Leased mails too, which their worker checks again before sending. */
  readonly alsoHeld?: boolean;
  readonly alsoFailed?: boolean;
  /** The purpose of mails that are spared. */
  readonly except?: MailPurpose;
  readonly keyPrefix?: string;
}

/** Cancels unsent mails, for the reason `why`; returns how many, and how many more may be under way. */
export async function cancelMails(
  tx: WriteTx,
  { systemId, examId, userId }: WhichMails,
  { why, alsoHeld = false, alsoFailed = false, except, keyPrefix = '' }: WhichStates,
) {
  const states = alsoHeld ? (['queued', 'sending', 'waiting'] as const) : (['queued', 'waiting'] as const);
  const mails = await tx
    .updateTable('outgoing_mails')
    .set(cancelled(why))
    .where('state', 'in', alsoFailed ? [...states, 'failed'] : states)
    .where(sql<boolean>`starts_with(key, ${keyPrefix})`)
    .$if(systemId !== undefined, (mails) => mails.where('system_id', '=', systemId as number))
    .$if(examId !== undefined, (mails) => mails.where('exam_id', '=', examId as number))
    .$if(userId !== undefined, (mails) => mails.where('user_id', '=', userId as number))
    .$if(except !== undefined, (mails) =>
      mails.where(
        sql<boolean>`not exists (select from mailings m where m.id = mailing_id and m.purpose = ${except}::text)`,
      ),
    )
    .returning('leased_by')
    .execute();
  const mailsUnderWay = mails.filter(({ leased_by }) => leased_by !== null).length;
  return { mailsCancelled: mails.length - mailsUnderWay, mailsUnderWay };
}

/** SQL: whether the mail `m` may still leave: it was cancelled after a worker had taken it. */
export const mayStillLeave = (now: Date) =>
  sql<boolean>`(m.state = 'cancelled' and coalesce(m.leased_until > ${now}::timestamptz, false))`;

interface CandidateMails {
  readonly systemId: number;
  readonly examId: number;
  readonly userIds: readonly number[];
}

type MailsOfImport = Omit<CandidateMails, 'userIds'> & { readonly importId: string };

function unsentMails(tx: WriteTx, { systemId, examId, ...whose }: CandidateMails | MailsOfImport) {
  return tx
    .updateTable('outgoing_mails')
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .where(
      'userIds' in whose
        ? sql<boolean>`user_id = any(${whose.userIds}::bigint[])`
        : sql<boolean>`(select e.import_id from enrolments e where e.exam_id = outgoing_mails.exam_id
                          and e.user_id = outgoing_mails.user_id) = ${whose.importId}::uuid`,
    )
    .where('sent_at', 'is', null);
}

/** Cancels these mails, failed ones too; a mail that a worker is already transmitting is still sent. */
export async function cancelCandidateMails(
  tx: WriteTx,
  of: CandidateMails | MailsOfImport,
  why: Cancellation,
): Promise<void> {
  await unsentMails(tx, of)
    .set(cancelled(why))
    .where('state', 'in', ['queued', 'sending', 'waiting', 'failed'])
    .execute();
}

/** Gives cancelled mails about an exam their former states back, by id; due or leaving mails are queued. */
export async function requeueMails(
  tx: WriteTx,
  of: Omit<CandidateMails, 'userIds'> & {
    readonly states: Readonly<Record<string, string>>;
    readonly now: Date;
  },
): Promise<void> {
  const ids = Object.keys(of.states);
  const failed = ids.filter((id) => of.states[id] === 'failed');
  notifyAfterCommit(tx, mailJobs.topic);
  await sql`
    update outgoing_mails
    set state = case when id = any(${failed}::bigint[]) then 'failed' else ${stateAgain(of.now)} end, attempts = 0,
        last_error = case when id = any(${failed}::bigint[]) then last_error end,
        next_try_at = greatest(${of.now}::timestamptz, planned_for)
    where id = any(${ids}::bigint[]) and state = 'cancelled' and sent_at is null
      and system_id = ${of.systemId}::integer and exam_id = ${of.examId}::bigint`.execute(tx);
}

/** Lets the queued mails wait until this moment; a mail that waits longer anyway keeps its time. */
export async function holdCandidateMails(tx: WriteTx, of: CandidateMails, until: Date): Promise<void> {
  await unsentMails(tx, of)
    // A queued mail never waits, except on account of a wrong clock.
    .set({ state: 'waiting', next_try_at: until })
    .where('state', 'in', ['queued', 'waiting'])
    .where('next_try_at', '<', until)
    .execute();
}

/** Brings what lists say of these candidates into their unsent mails about the exam. */
export async function refreshListValues(tx: WriteTx, of: CandidateMails): Promise<void> {
  await unsentMails(tx, of)
    .set({
      variables: sql`(variables - 'listValues') || ${findListValues(sql.ref('outgoing_mails.exam_id'), sql.ref('outgoing_mails.user_id'))}`,
    })
    .execute();
}

/** Cancels the unsent mails with these keys: their texts are no longer true. */
export async function cancelMailsWithKeys(tx: WriteTx, keys: readonly string[]): Promise<void> {
  await sql`
    update outgoing_mails set state = 'cancelled', last_error = 'cancelledOutdated'
    where key = any(${keys}::text[]) and state in ('queued', 'waiting')`.execute(tx);
}

/** The system of the mail with this key; null if the mail has no system or does not exist. */
export async function findSystemOfMail(db: ReadDb, key: string): Promise<number | null> {
  const mail = await db
    .selectFrom('outgoing_mails')
    .select('system_id')
    .where('key', '=', key)
    .executeTakeFirst();
  return mail?.system_id ?? null;
}
