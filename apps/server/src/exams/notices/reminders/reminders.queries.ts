import type { Letter } from '@guichet/contract/exams/letters';
import { withdrawReasons } from '@guichet/contract/exams/notices.reminders';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { notifyAfterCommit } from '../../../core/audit/audit.service.ts';
import type { MailState, ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';
import { shownMailState } from '../../../core/database/schema/shownMailState.ts';
import { defineJobs } from '../../../core/queue/queue.service.ts';
import { mayStillLeave } from '../../../mail/outbox/outbox.service.ts';
import type { OfExam } from '../../facts/facts.service.ts';

/** Days before the exam, below 0 after it, and the hour in the university's zone. */
export interface ReminderPlan {
  readonly daysBefore: number;
  readonly hour: number;
}

export interface ReminderJob extends OfExam {
  readonly id: number;
  /** The user who planned the reminder; null for an operator. */
  readonly madeBy: number | null;
}

/** Planned reminders as jobs. They go to the outbox alone: only the database or the program can fail. */
export const reminderJobs = defineJobs<ReminderJob>({
  name: 'reminders',
  key: { id: 'bigint' },
  fields: { id: 'j.id', systemId: 'j.system_id', examId: 'j.exam_id', madeBy: 'j.made_by' },
  states: { queued: 'queued', running: 'sending', done: 'sent' },
  destination: { name: 'outbox' },
  topic: 'reminders',
  backoff: { waits: [10, 60, 300], spread: 0.2, mostTries: 100 },
  isTimed: 'true',
  // A letter may be stopped as soon as its mails are queued.
  endsWithLease: true,
});

const listed = [
  'id',
  'days_before as daysBefore',
  'hour',
  'state',
  'next_try_at as dueAt',
  'sent_at as sentAt',
  'mails',
  'unsent_because as unsentBecause',
  'last_error as lastError',
  'made_by_name as madeBy',
] as const;

const columns = [
  ...listed,
  'attachment_id as attachmentId',
  sql<string | null>`(select file_name from attachments a where a.id = attachment_id)`.as('fileName'),
  sql<Letter | null>`letter`.as('letter'),
] as const;

export function reminderKeyPrefix(reminderId: number): string {
  return `reminder:${reminderId}:`;
}

/** SQL: how the keys of the mails of the reminder `r` begin. */
export const keyPrefixOfRow = sql<string>`concat('reminder:', r.id, ':')`;

/** SQL: of the letter `r` its subjects and whom it is for, without texts and people. */
export const letterShown = sql<Pick<
  Letter,
  'subjectFr' | 'subjectEn' | 'audience'
> | null>`letter - '{bodyFr,bodyEn,userIds,withoutUnknown}'::text[]`.as('letter');

export type NewReminder = Insertable<Schema['reminders']>;

export type ReminderRow = Awaited<ReturnType<typeof selectReminders>>[number];

/** The reminders of an exam by moment. A stopped letter has the mails that have left or failed by now. */
export function selectReminders(db: ReadDb, { systemId, examId }: OfExam, now: Date) {
  return db
    .selectFrom('reminders as r')
    .select(listed)
    .select([
      letterShown,
      sql<number | null>`case when r.state = 'stopped' and r.sent_at is not null
        then ${mailsWhere(sql`m.state <> 'cancelled'`)} else r.mails end`.as('mails'),
      mailsWhere(sql`${isIn(['queued', 'sending', 'waiting', 'planned'])} or ${mayStillLeave(now)}`).as(
        'leaving',
      ),
      mailsWhere(isIn(['failed', 'bounced'])).as('failed'),
      mailsWhere(isIn(['filed'])).as('filed'),
      sql<string | null>`(select file_name from attachments a where a.id = r.attachment_id)`.as('fileName'),
    ])
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .orderBy((row) => row.fn.coalesce('sent_at', 'next_try_at'))
    .orderBy('id')
    .execute();
}

export function selectPlanned(db: ReadDb, systemId: number) {
  return db
    .selectFrom('reminders as r')
    .innerJoin('exams as e', 'e.id', 'r.exam_id')
    .select(['r.id', 'r.exam_id as examId', 'e.title', 'e.title_en as titleEn', 'r.next_try_at as at'])
    .select(['r.made_by_name as madeBy', sql<boolean>`r.letter is not null`.as('isLetter')])
    .where((eb) => eb.and({ 'r.system_id': systemId, 'r.state': 'queued', 'e.deactivated_at': null }))
    .orderBy('r.next_try_at')
    .orderBy('r.id')
    .execute();
}

/** SQL: to how many people mails `m` of the reminder `r` go for which this holds; a copy counts once with its original. */
function mailsWhere(condition: RawBuilder<unknown>) {
  return sql<number>`(
    select count(distinct m.user_id) from outgoing_mails m
    where m.exam_id = r.exam_id and starts_with(m.key, ${keyPrefixOfRow}) and (${condition}))`;
}

function isIn(states: readonly MailState[]) {
  return sql<boolean>`${shownMailState('m')} = any(${states}::text[])`;
}

export type HeldReminder = NonNullable<Awaited<ReturnType<typeof findReminder>>>;

export function findReminder(db: ReadDb, of: OfExam, which: WhichReminder) {
  return reminders(db, of, which).executeTakeFirst();
}

export function lockReminder(tx: WriteTx, of: OfExam, id: number) {
  return reminders(tx, of, { id }).forUpdate().executeTakeFirst();
}

type WhichReminder = { readonly id: number } | { readonly request_id: string };

function reminders(db: ReadDb, { systemId, examId }: OfExam, which: WhichReminder) {
  return db
    .selectFrom('reminders')
    .select(columns)
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId, ...which }));
}

/** Returns undefined when a reminder for that hour exists. */
export function insertReminder(tx: WriteTx, reminder: NewReminder) {
  notifyAfterCommit(tx, reminderJobs.topic);
  return tx
    .insertInto('reminders')
    .values(reminder)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** A reminder with an hour, for which the worker looks; also after a stop. */
export function planned({ daysBefore, hour, dueAt }: ReminderPlan & { readonly dueAt: Date }) {
  const due = { days_before: daysBefore, hour, next_try_at: dueAt };
  return { ...due, state: 'queued' as const, last_error: null, attempts: 0 };
}

export const stopped = { state: 'stopped', leased_by: null, leased_until: null } as const;

export async function updateReminder(tx: WriteTx, id: number, change: Updateable<Schema['reminders']>) {
  if (change.next_try_at) notifyAfterCommit(tx, reminderJobs.topic);
  await tx.updateTable('reminders').set(change).where('id', '=', id).execute();
}

/** Why a change of the exam keeps a reminder from being sent; null for any other reminder. */
export function withdrawnBecause({ state, lastError }: Pick<ReminderRow, 'state' | 'lastError'>) {
  return (state === 'stopped' && withdrawReasons.find((reason) => reason === lastError)) || null;
}

export interface MovableReminder extends ReminderPlan {
  readonly id: number;
  /** The subject of a letter; null for a reminder. */
  readonly letterSubject: string | null;
  readonly state: 'planned' | 'withdrawn';
}

/** The planned reminders of an exam still to come, and reminders that a change of the exam withdrew. */
export function selectMovable(db: ReadDb, of: OfExam): Promise<MovableReminder[]> {
  return movable(db, of).execute();
}

export function lockMovable(tx: WriteTx, of: OfExam): Promise<MovableReminder[]> {
  return movable(tx, of).forUpdate().execute();
}

function movable(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('reminders')
    .select((row) => [
      'id',
      'hour',
      'days_before as daysBefore',
      sql<string | null>`coalesce(nullif(letter ->> 'subjectFr', ''), letter ->> 'subjectEn')`.as(
        'letterSubject',
      ),
      row
        .case()
        .when('state', '=', 'stopped')
        .then(sql.lit('withdrawn' as const))
        .else(sql.lit('planned' as const))
        .end()
        .as('state'),
    ])
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId, sent_at: null }))
    .where((row) =>
      row.or([
        row('state', 'in', ['queued', 'sending', 'waiting']),
        row('state', '=', 'stopped').and('last_error', 'in', withdrawReasons),
      ]),
    )
    .$narrowType<{ hour: number; daysBefore: number }>()
    .orderBy('id');
}
