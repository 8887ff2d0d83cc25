/**
 * Owns what candidates see and ask for themselves: their exams, calendar and corrections of their data.
 * Does not know how they got a place (imports, exams) nor how the learning platform signs them in
 * (learning).
 */
import {
  type ClosedExam,
  type LeftExam,
  leftExamDays,
  type OwnExam,
} from '@guichet/contract/exams/candidate';
import { landingPath } from '@guichet/contract/systems/landings';
import type { AppContext, SignedInGrant } from '../../core/context/appContext.ts';
import { dayIn, timeIn } from '../../core/runtime/clock.ts';
import { chooseTitles, selectSystemLinks } from '../../identity/access/access.service.ts';
import { listDocumentsByExam } from '../../mail/outbox/outbox.service.ts';
import { findOffice } from '../../systems/system/systems.service.ts';
import { findDepartures } from './calendar/departures.ts';
import { selectExamsFrom, selectOwnExams } from './candidate.queries.ts';
import { findDeparture } from './examSpace.ts';
import { decideEntry, describeOwnExam, findMovedTo, inBoth } from './ownExam.ts';

export { openExamFiles } from './calendar/calendar.ts';
export { answerRequests } from './corrections/answers.ts';
export { findStay } from './examSpace.ts';

/** The caller's exams: coming exams by day and hour, then past exams, the latest first. */
export async function listOwnExams(context: AppContext, { identity }: SignedInGrant): Promise<OwnExam[]> {
  const { database, clock, config } = context;
  const now = { day: clock.today(), time: timeIn(config.timeZone)(clock.now()) };
  const exams = await selectOwnExams(database.read, [identity.userId]);
  const systemIds = [...new Set(exams.map(({ systemId }) => systemId))];
  const systems = await selectSystemLinks(database.read, systemIds);
  const offices = new Map(
    await Promise.all(systemIds.map(async (id) => [id, await findOffice(context, id)] as const)),
  );
  const documents = await listDocumentsByExam(context, identity.userId);
  const listed = exams.flatMap((exam): OwnExam[] => {
    const system = systems.find(({ systemId }) => systemId === exam.systemId);
    const contact = offices.get(exam.systemId);
    if (!system || !contact) return [];
    const told = describeOwnExam(exam, now);
    const path = (language: 'fr' | 'en') =>
      `${landingPath(system, language)}?orgId=${encodeURIComponent(exam.courseId)}`;
    return [
      {
        examId: exam.examId,
        systemTitle: chooseTitles(system),
        ...told,
        documents: (documents.get(exam.examId) ?? []).map(({ mailId, name, fr, en }) => ({
          ...{ mailId, name },
          names: { fr, en },
        })),
        entry: decideEntry(told.state, exam),
        contact,
        entryPath: { fr: path('fr'), en: path('en') },
      },
    ];
  });
  return [...listed.filter((exam) => !exam.isPast), ...listed.filter((exam) => exam.isPast).reverse()];
}

export async function findClosedExam(
  context: AppContext,
  { identity }: SignedInGrant,
  { systemId, orgId }: { readonly systemId: number; readonly orgId: string },
): Promise<ClosedExam | null> {
  const { read } = context.database;
  const exams = await selectOwnExams(read, [identity.userId]);
  const own = exams.find((exam) => exam.systemId === systemId && exam.courseId === orgId);
  const left = own
    ? null
    : await findDeparture(context, identity.userId, exams, { systemId, courseId: orgId });
  const exam = own ?? left?.exam;
  const since = own ? own.cancelledAt : left?.at;
  if (!exam || !since) return null;
  return {
    state: own ? 'cancelled' : 'left',
    since,
    title: inBoth(exam.titleFr, exam.titleEn),
    date: exam.examDate,
    movedTo: left?.movedTo ?? null,
    contact: await findOffice(context, systemId),
  };
}

const dayMs = 86_400_000;

export async function listLeftExams(context: AppContext, { identity }: SignedInGrant): Promise<LeftExam[]> {
  const { database, clock, config } = context;
  const since = new Date(clock.now().getTime() - leftExamDays * dayMs);
  const own = await selectOwnExams(database.read, [identity.userId]);
  const present = new Set(own.map(({ examId }) => examId));
  // The person may have left the system with the exam, so all systems are read; the queries are limited to the person.
  const { departures, exams, systems } = await database.within('all', async () => {
    const departures = await findDepartures(database.read, identity.userId);
    const ids = [...departures].flatMap(([id, { at }]) => (at >= since && !present.has(id) ? [id] : []));
    const exams =
      ids.length === 0 ? [] : await selectExamsFrom(database.read, ids, dayIn(config.timeZone)(since));
    const systemIds = [...new Set(exams.map(({ systemId }) => systemId))];
    return { departures, exams, systems: await selectSystemLinks(database.read, systemIds) };
  });
  const left = exams.map(async (exam): Promise<LeftExam[]> => {
    const system = systems.find(({ systemId }) => systemId === exam.systemId);
    const departure = departures.get(exam.examId);
    if (!system || !departure) return [];
    return [
      {
        examId: exam.examId,
        systemTitle: chooseTitles(system),
        title: inBoth(exam.titleFr, exam.titleEn),
        date: exam.examDate,
        since: departure.at,
        movedTo: findMovedTo(departures, exam.examId, own),
        contact: await findOffice(context, exam.systemId),
      },
    ];
  });
  return (await Promise.all(left)).flat().sort((a, b) => b.since.getTime() - a.since.getTime());
}
