import { type WithdrawReason, withdrawReasons } from '@guichet/contract/exams/notices.reminders';
import { sql } from 'kysely';
import { notifyAfterCommit } from '../../../core/audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { OfExam } from '../../facts/facts.service.ts';
import { type ReminderPlan, reminderJobs } from './reminders.queries.ts';

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

/** The same reminders, locked until the transaction ends. */
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

export async function updateDue(tx: WriteTx, reminderId: number, dueAt: Date): Promise<void> {
  notifyAfterCommit(tx, reminderJobs.topic);
  await tx.updateTable('reminders').set({ next_try_at: dueAt }).where('id', '=', reminderId).execute();
}

/** Stores that a change of the exam withdraws a reminder, and why. */
export async function withdraw(
  tx: WriteTx,
  reminderId: number,
  dueAt: Date,
  because: WithdrawReason,
): Promise<void> {
  await tx
    .updateTable('reminders')
    .set({ state: 'stopped', last_error: because, next_try_at: dueAt, leased_by: null, leased_until: null })
    .where('id', '=', reminderId)
    .execute();
}

/** Plans a withdrawn reminder anew. */
export async function planAgain(tx: WriteTx, reminderId: number, dueAt: Date): Promise<void> {
  notifyAfterCommit(tx, reminderJobs.topic);
  await tx
    .updateTable('reminders')
    .set({ state: 'queued', last_error: null, attempts: 0, next_try_at: dueAt })
    .where('id', '=', reminderId)
    .execute();
}
