import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import { selectLinesAbout } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { dayIn, timeIn } from '../../core/runtime/clock.ts';
import { findIdentity } from '../../identity/sessions/sessions.service.ts';
import type { Portal, Stay, ToldExam } from '../../learning/learning.service.ts';
import { findContact } from '../../systems/system/systems.service.ts';
import { findExam } from '../facts/facts.service.ts';
import { findDepartures } from './calendar/departures.ts';
import { selectOwnExams } from './candidate.queries.ts';
import { describeOwnExam, findMovedTo, inBoth } from './ownExam.ts';

type OwnRow = Awaited<ReturnType<typeof selectOwnExams>>[number];

/** The facts that the exam spaces of the built-in platform tell the owner of a session. */
export async function findStay(
  context: AppContext,
  ...[sessionId, { organisation: systemId, code, language }]: Parameters<Portal['findStay']>
): Promise<Stay | null> {
  const { database, config, clock } = context;
  const { read } = database;
  const identity = await findIdentity(context, sessionId);
  if (!identity) return null;
  const moment = momentIn(config.timeZone);
  const own = await database.within([systemId], () => selectOwnExams(read, [identity.userId]));
  const here = own.filter((exam) => exam.systemId === systemId);
  const exams = here.map((exam): ToldExam => {
    const since = exam.cancelledAt && moment(exam.cancelledAt);
    return { ...describeOwnExam(exam, moment(clock.now())), code: exam.courseId, since, movedTo: null };
  });
  const asked = here.find((exam) => exam.courseId === code);
  const left =
    code === null || asked
      ? null
      : await findLeft(context, identity.userId, here, { systemId, courseId: code });
  return {
    actor: identity.actor?.fullName ?? null,
    exams: left ? [...exams, left] : exams,
    move: asked ? await findMove(context, asked) : null,
    office: await findContact(context, systemId, language),
  };
}

/** An exam of which somebody was a candidate, when they left it, and the one among their own to which they were moved. */
export async function findDeparture(
  { database }: AppContext,
  userId: number,
  own: readonly OwnRow[],
  course: { readonly systemId: number; readonly courseId: string },
) {
  const { read } = database;
  const exam = await database.within([course.systemId], () =>
    findExam(read, course, { alsoCancelled: true }),
  );
  if (!exam) return null;
  // The person may have left the system with the exam, so all systems are read; the query is limited to the
  // person.
  const departures = await database.within('all', () => findDepartures(read, userId));
  const departure = departures.get(exam.id);
  return departure ? { exam, at: departure.at, movedTo: findMovedTo(departures, exam.id, own) } : null;
}

/** A left exam as the exam space tells it, without the facts that are no longer for this person to know. */
async function findLeft(
  ...[context, userId, own, course]: Parameters<typeof findDeparture>
): Promise<ToldExam | null> {
  const departure = await findDeparture(context, userId, own, course);
  if (!departure) return null;
  const { exam, at, movedTo } = departure;
  const nothing = { fr: '', en: '' };
  return {
    code: course.courseId,
    state: 'left',
    movedTo,
    since: momentIn(context.config.timeZone)(at),
    title: inBoth(exam.titleFr, exam.titleEn),
    date: exam.examDate,
    startTime: '',
    endTime: '',
    endDate: '',
    hasExtraTime: false,
    ownEnd: null,
    isHandedOver: false,
    place: nothing,
    placeUrl: '',
    instructions: nothing,
    isPast: false,
  };
}

const mostChanges = 100;
const movedNames = ['examDate', 'startTime', 'endTime', 'endDate', 'placeFr', 'placeEn', 'placeUrl'] as const;

/** Day, hours and place as they were when the candidate was registered; null where they are the same now. */
async function findMove({ database, config }: AppContext, exam: OwnRow) {
  const { examId, systemId, enrolledAt } = exam;
  const actions = ['examSpace.changed'];
  const about = { subject: `exam:${examId}`, actions, systemIds: [systemId], ofNone: false };
  const lines = await database.within([systemId], () => selectLinesAbout(database.read, about, mostChanges));
  const changes = lines.flatMap(({ at, detail }) => {
    const { before = {} } = detail as { readonly before?: Partial<ExamFacts> };
    return at > enrolledAt && movedNames.some((name) => name in before) ? [{ at, before }] : [];
  });
  const [latest] = changes;
  if (!latest) return null;
  // The changes begin with the latest, so that the oldest value of each fact remains.
  const former = Object.assign({ ...exam }, ...changes.map(({ before }) => before)) as OwnRow;
  const isMoved = movedNames.some((name) => former[name] !== '' && former[name] !== exam[name]);
  if (!isMoved) return null;
  const moment = momentIn(config.timeZone);
  return { at: moment(latest.at), former: describeOwnExam(former, moment(latest.at)) };
}

function momentIn(timeZone: string): (instant: Date) => LocalMoment {
  const [day, time] = [dayIn(timeZone), timeIn(timeZone)];
  return (instant) => ({ day: day(instant), time: time(instant) });
}
