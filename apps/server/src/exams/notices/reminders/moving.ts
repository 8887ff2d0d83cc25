import { daysBefore as dayBefore, instantAt } from '@guichet/contract/core/localTime';
import type { RemindersOfMove, WithdrawReason } from '@guichet/contract/exams/notices.reminders';
import type { AuditLine } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import { type Ending, isExamOver, type OfExam } from '../../facts/facts.service.ts';
import { findMissed } from './missedReaders.ts';
import * as queries from './reminders.queries.ts';

interface Change {
  readonly from: Ending;
  readonly to: Ending;
}

export function computeDueAt({ config }: AppContext, examDate: string, plan: queries.ReminderPlan): Date {
  const time = `${String(plan.hour).padStart(2, '0')}:00`;
  return instantAt(dayBefore(examDate, plan.daysBefore), time, config.timeZone);
}

/** The effect of an exam's change on its planned reminders; null where there is nothing to ask about. */
export async function findMoves(
  context: AppContext,
  db: ReadDb,
  of: OfExam,
  change: Change,
): Promise<RemindersOfMove | null> {
  const moves = await movesOf(context, db, of, await queries.selectMovable(db, of), change);
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
  const moves = await movesOf(context, tx, of, await queries.lockMovable(tx, of), change);
  // Two letters may go at one hour.
  const hourOf = ({ id, letterSubject, daysBefore, hour }: Omit<queries.MovableReminder, 'state'>) =>
    letterSubject === null ? `${daysBefore}:${hour}` : id;
  const hours = new Set(moves.filter(({ state }) => state === 'planned').map(hourOf));
  const lines: AuditLine[] = [];
  for (const move of moves) {
    const { id, state, dueAt, withdrawnBecause, letterSubject } = move;
    const kind = letterSubject === null ? 'reminder' : 'letter';
    const mailSubject = letterSubject === null ? {} : { mailSubject: letterSubject };
    const detail = { name: title, ...mailSubject, plannedFor: dueAt.toISOString() };
    const subject = `exam:${of.examId}`;
    if (withdrawnBecause) {
      const withdrawn = { ...queries.stopped, last_error: withdrawnBecause, next_try_at: dueAt };
      await queries.updateReminder(tx, id, withdrawn);
      if (state === 'planned')
        lines.push({
          action: `${kind}.unsent`,
          subject,
          detail: { ...detail, mails: 0, reason: withdrawnBecause },
        });
    } else if (state === 'planned') {
      if (isMoved(change)) await queries.updateReminder(tx, id, { next_try_at: dueAt });
    } else if (!hours.has(hourOf(move))) {
      // A withdrawn reminder is not planned again if somebody has planned another for the same hour
      // meanwhile.
      hours.add(hourOf(move));
      await queries.updateReminder(tx, id, queries.planned(move));
      lines.push({ action: `${kind}.planned`, subject, detail });
    }
  }
  return lines;
}

/** Leaves out withdrawn letters that were sent by hand meanwhile: planned again, they would reach their readers twice. */
async function movesOf(
  context: AppContext,
  db: ReadDb,
  of: OfExam,
  reminders: readonly queries.MovableReminder[],
  change: Change,
) {
  const hasLetter = reminders.some(
    ({ state, letterSubject }) => state === 'withdrawn' && letterSubject !== null,
  );
  const missed = hasLetter ? await findMissed(db, of, context.clock.now()) : null;
  const movable = reminders.filter(({ id }) => !missed?.get(id)?.hasReaders);
  return movable.map((reminder) => {
    const dueAt = computeDueAt(context, change.to.examDate, reminder);
    return { ...reminder, dueAt, withdrawnBecause: reasonAgainst(context, dueAt, reminder, change) };
  });
}

/** A reminder past its hour still goes, as after an outage, if its exam has not moved. */
function reasonAgainst(
  context: AppContext,
  dueAt: Date,
  { state, daysBefore }: queries.MovableReminder,
  change: Change,
): WithdrawReason | null {
  if ((isMoved(change) || state === 'withdrawn') && dueAt <= context.clock.now()) return 'hourPast';
  // A letter may be meant for a day after the exam.
  return daysBefore >= 0 && isExamOver(context, change.to, dueAt) ? 'afterExam' : null;
}

function isMoved({ from, to }: Change): boolean {
  return from.examDate !== to.examDate;
}
