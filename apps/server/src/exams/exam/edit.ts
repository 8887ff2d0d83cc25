import type { BodyOf } from '@guichet/contract/core/endpoint';
import type {
  Exam,
  ExamEditConflict,
  ExamFacts,
  ExamMovesMails,
  editExam as editEndpoint,
} from '@guichet/contract/exams/exams';
import { examFactNames } from '@guichet/contract/exams/exams.facts';
import { findTextsBehind } from '@guichet/contract/exams/exams.texts';
import { findAuthor, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import { AppError, invalidField } from '../../core/runtime/errors.ts';
import { examHours, planCourse, planQuizHours } from '../../learning/learning.service.ts';
import { cancelPlanned, countPlanned, releasePlanned } from '../../mail/outbox/outbox.service.ts';
import { getUsedSystem, lockSystem } from '../../systems/system/systems.service.ts';
import { keepKnownFacts, setInformed } from '../enrolments/enrolments.service.ts';
import {
  findExamEnd,
  getExam,
  isExamOver,
  lockExam,
  setTextsBehind,
  updateFacts,
} from '../facts/facts.service.ts';
import { refreshUnsentMails } from '../notices/invitations/invitations.service.ts';
import { findMoves, moveReminders } from '../notices/reminders/reminders.service.ts';

/** The facts that calendars of candidates show. */
const notedNames = examFactNames.filter((name) => name !== 'instructionsFr' && name !== 'instructionsEn');

/**
 * Saves the facts of an exam, and its title and day on the learning platform; returns the exam. An unchanged exam
 * is not written. Mails planned for after the new end leave at once, or never if the exam is over by then; planned
 * reminders move with the exam, or are withdrawn if their new hour is past. With `asksFirst`, such a change is only
 * reported.
 * @throws AppError `exam.notFound`, `exam.cancelled`, `system.archived` for other days, `request.invalid` for a new day that is over (S5.16)
 */
export async function editExam(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { version, asksFirst = false, isCompared = false, endDate = '', ...given }: BodyOf<typeof editEndpoint>,
): Promise<Exam | ExamEditConflict | ExamMovesMails> {
  // An end on the exam's day is no other day.
  const facts = { ...given, endDate: endDate > given.examDate ? endDate : '' };
  const { systemId } = grant;
  const of = { systemId, examId };
  const now = context.clock.now();
  const today = context.clock.today();
  // Planned mails about the exam must leave before its end.
  const late = { ...of, from: findExamEnd(context, facts) };
  const isOver = isExamOver(context, facts);
  return write<Exam | ExamEditConflict | ExamMovesMails>(context, grant, async (tx) => {
    await lockSystem(tx, systemId);
    const held = await lockExam(tx, of, 'update', { alsoCancelled: true });
    const changed = namesOf(facts).filter((name) => held[name] !== facts[name]);
    const current = () => getExam(tx, of, { alsoCancelled: true });
    const isConfirmed = isCompared && held.textsBehind.length > 0;
    if (changed.length === 0 && !isConfirmed) return unchanged(await current());
    if (held.version !== version) return unchanged({ outcome: 'changedMeanwhile', current: await current() });
    if (held.isCancelled) throw new AppError('exam.cancelled');
    const behind = isCompared ? [] : findTextsBehind({ former: held, present: facts }, held.textsBehind);
    if (changed.length === 0) {
      await setTextsBehind(tx, of, behind);
      const detail = { name: held.title };
      return record(await current(), { action: 'examSpace.compared', subject: `exam:${examId}`, detail });
    }
    if (changed.some((name) => name === 'examDate' || name === 'endDate')) await getUsedSystem(tx, systemId);
    if (changed.includes('examDate') && facts.examDate < today) throw invalidField('examDate', 'dateInPast');
    const lateMails = asksFirst ? await countPlanned(tx, late) : 0;
    const change = { from: held, to: facts };
    const reminders = asksFirst ? await findMoves(context, tx, of, change) : null;
    if (lateMails > 0 || reminders) {
      const mails = { leaving: isOver ? 0 : lateMails, neverSent: isOver ? lateMails : 0 };
      return unchanged({ outcome: 'movesMails', ...mails, reminders });
    }
    const isNoted = notedNames.some((name) => changed.includes(name));
    await updateFacts(tx, of, facts, { isNoted, by: findAuthor(grant).fullName, now });
    await setTextsBehind(tx, of, behind);
    const uninformed = await refreshUnsentMails(context, tx, of, facts);
    if (isOver) await setInformed(tx, of);
    else {
      // Candidates must know of any change, which is mailed to them when somebody asks for it.
      const [former, present] = [only(held, examFactNames), only(facts, examFactNames)];
      await keepKnownFacts(tx, of, { former, present, uninformed });
    }
    const exam = await current();
    const { courseId, title, titleEn, examDate, endDate } = exam;
    const shown = ['title', 'titleEn', 'examDate', 'endDate'] as const;
    if (shown.some((name) => exam[name] !== held[name]))
      await planCourse(tx, { systemId, courseId, title, titleEn, examDate, endDate, now });
    if (['examDate', 'startTime', 'endTime', 'endDate'].some((name) => changed.includes(name as never)))
      await planQuizHours(tx, { systemId, courseId, examId, now }, examHours(held, context.config.timeZone));
    const moved = await moveReminders(context, tx, of, { title, ...change });
    const subject = `exam:${examId}`;
    const detail = { name: title, before: only(held, changed), after: only(facts, changed) };
    const mails = await (isOver ? cancelPlanned(tx, late, 'examOver') : releasePlanned(tx, late, now));
    const action = isOver ? 'mails.plannedCancelled' : 'mails.plannedSent';
    const line = { action: 'examSpace.changed', subject, detail } as const;
    const planned = mails > 0 ? [{ action, subject, detail: { mails } } as const] : [];
    return record(exam, line, ...planned, ...moved);
  });
}

function namesOf(facts: ExamFacts) {
  return Object.keys(facts) as (keyof ExamFacts)[];
}

function only<Name extends keyof ExamFacts>(facts: ExamFacts, names: readonly Name[]): Pick<ExamFacts, Name> {
  return Object.fromEntries(names.map((name) => [name, facts[name]])) as Pick<ExamFacts, Name>;
}
