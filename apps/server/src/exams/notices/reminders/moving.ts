import { daysBefore, instantAt } from '@guichet/contract/core/localTime';
import type { RemindersOfMove, WithdrawReason } from '@guichet/contract/exams/notices.reminders';
import type { AuditLine } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { type Ending, isExamOver, type OfExam } from '../../facts/facts.service.ts';
import * as queries from './reminders.queries.ts';

/** The facts of an exam on which its reminders depend. */
export type Timed = Ending;

interface Change {
  readonly from: Timed;
  readonly to: Timed;
}

/** When a reminder is due, in the university's zone. */
export function dueAtOf({ config }: AppContext, examDate: string, plan: queries.ReminderPlan): Date {
  const time = `${String(plan.hour).padStart(2, '0')}:00`;
  return instantAt(daysBefore(examDate, plan.daysBefore), time, config.timeZone);
}

/** The effect of an exam's change on its planned reminders; null where there is nothing to ask about. */
export async function findMoves(
  context: AppContext,
  db: ReadDb,
  of: OfExam,
  change: Change,
): Promise<RemindersOfMove | null> {
  const moves = movesOf(context, await queries.selectMovable(db, of), change);
  const withdrawn = moves.filter(({ state, withdrawnBecause }) => state === 'planned' && withdrawnBecause);
  const due = moves
    .filter(({ state, withdrawnBecause }) => !withdrawnBecause && (state === 'withdrawn' || isMoved(change)))
    .map(({ dueAt }) => dueAt);
  if (withdrawn.length + due.length === 0) return null;
  const next = due.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
  return { moved: due.length, next, withdrawn: withdrawn.length };
}

/**
 * Moves the planned reminders of an exam, in the transaction that changes it. A reminder whose new hour is
 * already over, or is after the exam's end, is withdrawn, so that a mistyped date mails nobody; a later
 * change that makes room plans it again. Returns the audit lines.
 */
export async function moveReminders(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  { title, ...change }: Change & { readonly title: string },
): Promise<AuditLine[]> {
  const moves = movesOf(context, await queries.lockMovable(tx, of), change);
  const hours = new Set(moves.filter(({ state }) => state === 'planned').map(hourOf));
  const lines: AuditLine[] = [];
  for (const { id, state, dueAt, withdrawnBecause, ...plan } of moves) {
    const detail = { name: title, plannedFor: dueAt.toISOString() };
    const subject = `exam:${of.examId}`;
    if (withdrawnBecause) {
      await queries.withdraw(tx, id, dueAt, withdrawnBecause);
      if (state === 'planned')
        lines.push({
          action: 'reminder.unsent',
          subject,
          detail: { ...detail, mails: 0, reason: withdrawnBecause },
        });
    } else if (state === 'planned') {
      if (isMoved(change)) await queries.updateDue(tx, id, dueAt);
    } else if (!hours.has(hourOf(plan))) {
      // A withdrawn reminder is not planned again if somebody has planned another for the same hour
      // meanwhile.
      hours.add(hourOf(plan));
      await queries.planAgain(tx, id, dueAt);
      lines.push({ action: 'reminder.planned', subject, detail });
    }
  }
  return lines;
}

function movesOf(context: AppContext, reminders: readonly queries.MovableReminder[], change: Change) {
  return reminders.map((reminder) => {
    const dueAt = dueAtOf(context, change.to.examDate, reminder);
    return { ...reminder, dueAt, withdrawnBecause: reasonAgainst(context, dueAt, reminder, change) };
  });
}

/** A reminder past its hour still goes, as after an outage, if its exam has not moved. */
function reasonAgainst(
  context: AppContext,
  dueAt: Date,
  { state }: queries.MovableReminder,
  change: Change,
): WithdrawReason | null {
  if ((isMoved(change) || state === 'withdrawn') && dueAt <= context.clock.now()) return 'hourPast';
  return isExamOver(context, change.to, dueAt) ? 'afterExam' : null;
}

function isMoved({ from, to }: Change): boolean {
  return from.examDate !== to.examDate;
}

function hourOf({ daysBefore, hour }: queries.ReminderPlan): string {
  return `${daysBefore}:${hour}`;
}
