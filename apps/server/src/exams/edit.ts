import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { Exam, ExamEditConflict, ExamFacts, editExam as editEndpoint } from '@guichet/contract/exams';
import { authorOf, record, unchanged, write } from '../audit/audit.service.ts';
import { getExam, lockExam, setAnnounced, updateFacts } from '../cohorts/cohorts.service.ts';
import { planCourse } from '../learning/learning.service.ts';
import type { WriteTx } from '../platform/database/database.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError, invalidField } from '../platform/runtime/errors.ts';
import { moveReminders } from '../reminders/reminders.service.ts';
import { enqueueNotice } from './notices.ts';

/** What candidates must know of: a change is mailed to them when somebody asks for it. */
const announcedNames = ['examDate', 'startTime', 'endTime', 'placeFr', 'placeEn', 'placeUrl'] as const;
/** What their calendars show besides. */
const notedNames = [...announcedNames, 'titleFr', 'titleEn'] as const;

/**
 * Saves the facts of an exam, and its title and day on the learning platform; the exam as it is now. An unchanged exam is
 * not written.
 * @throws AppError `cohort.notFound`, `cohort.cancelled`, `request.invalid` for a new day that is over (S5.16)
 */
export async function editExam(
  context: AppContext,
  grant: SystemGrant,
  cohortId: number,
  { version, ...facts }: BodyOf<typeof editEndpoint>,
): Promise<Exam | ExamEditConflict> {
  const { systemId } = grant;
  const of = { systemId, cohortId };
  const now = context.clock.now();
  const today = context.clock.today();
  const reply = await write<Exam | ExamEditConflict>(context, grant, async (tx) => {
    const { announced, ...held } = await holdExam(tx, of);
    const changed = namesOf(facts).filter((name) => held[name] !== facts[name]);
    if (changed.length === 0) return unchanged(held);
    if (held.version !== version) return unchanged({ outcome: 'changedMeanwhile', current: held });
    if (held.isCancelled) throw new AppError('cohort.cancelled');
    if (changed.includes('examDate') && facts.examDate < today) throw invalidField('examDate', 'dateInPast');
    const known = announced ?? { ...only(held, announcedNames), since: now.toISOString() };
    const isKnown = facts.examDate < today || announcedNames.every((name) => known[name] === facts[name]);
    const isNoted = notedNames.some((name) => changed.includes(name));
    const change = { isNoted, by: authorOf(grant).fullName, now };
    await updateFacts(tx, of, facts, isKnown ? null : known, change);
    const exam = await getExam(tx, systemId, cohortId);
    const { courseId, title, titleEn, examDate } = exam;
    if (title !== held.title || titleEn !== held.titleEn || examDate !== held.examDate)
      await planCourse(tx, { systemId, courseId, title, titleEn, examDate, now });
    if (examDate !== held.examDate) await moveReminders(context, tx, of, examDate);
    const detail = { name: title, before: only(held, changed), after: only(facts, changed) };
    return record(exam, { action: 'examSpace.changed', subject: `cohort:${cohortId}`, detail });
  });
  context.notifier.notify('learning');
  context.notifier.notify('reminders');
  return reply;
}

/**
 * Mails what changed to the candidates who do not know of it; returns the number of mails, 0 where everybody knows.
 * @throws AppError `cohort.notFound`, `cohort.cancelled`
 */
export async function announceExam(
  context: AppContext,
  grant: SystemGrant,
  cohortId: number,
): Promise<number> {
  const of = { systemId: grant.systemId, cohortId };
  const mails = await write(context, grant, async (tx) => {
    const { announced, ...exam } = await holdExam(tx, of);
    if (exam.isCancelled) throw new AppError('cohort.cancelled');
    if (announced === null) return unchanged(0);
    await setAnnounced(tx, of);
    const queued = await enqueueNotice(context, tx, of, exam, { kind: 'examChanged', announced });
    const detail = { name: exam.title, mails: queued };
    return record(queued, { action: 'examSpace.announced', subject: `cohort:${cohortId}`, detail });
  });
  context.notifier.notify('outbox');
  return mails;
}

/** Locks an exam. @throws AppError `cohort.notFound` */
export async function holdExam(tx: WriteTx, { systemId, cohortId }: { systemId: number; cohortId: number }) {
  const exam = await lockExam(tx, systemId, cohortId);
  if (!exam) throw new AppError('cohort.notFound');
  return exam;
}

function namesOf(facts: ExamFacts) {
  return Object.keys(facts) as (keyof ExamFacts)[];
}

function only<Name extends keyof ExamFacts>(facts: ExamFacts, names: readonly Name[]): Pick<ExamFacts, Name> {
  return Object.fromEntries(names.map((name) => [name, facts[name]])) as Pick<ExamFacts, Name>;
}
