import type { Language } from '@guichet/contract/core/language';
import { asItEndsFor, computeOwnEnd } from '@guichet/contract/exams/exams.end';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import type { FileReply } from '../../../core/http/bodies/replyBody.ts';
import { makeBatchLoader } from '../../../core/runtime/concurrency/batchLoader.ts';
import { chooseTitles, selectSystemLinks } from '../../../identity/access/access.service.ts';
import { type Account, getOwnAccount, listHeldRoles } from '../../../identity/users/users.service.ts';
import type { Attachment, ExamFilesMaker, ExamOfMail, Mailbox } from '../../../mail/outbox/outbox.service.ts';
import { calendarFileName, entryTitle } from '../../../mail/texts/texts.service.ts';
import { examWords } from '../../facts/facts.service.ts';
import { selectExamsFrom, selectOwnExams } from '../candidate.queries.ts';
import { type CalendarExam, type CalendarFrame, calendarText } from './calendarText.ts';
import { type Departure, type Departures, findDepartures, listDepartures } from './departures.ts';

/** The caller's exams, or one of them, as a file in the language of the page, perhaps not the account's. */
export async function downloadCalendar(
  context: AppContext,
  grant: SignedInGrant,
  { examId, language }: { readonly examId: number | undefined; readonly language: Language },
): Promise<FileReply> {
  const { id } = await getOwnAccount(context, grant);
  const entries = await listEntries(context, { id, language }, examId);
  const all = language === 'fr' ? 'mes-examens.ics' : 'my-exams.ics';
  return {
    fileName: examId === undefined ? all : calendarFileName(language, entries[0]?.title),
    contentType: 'text/calendar; charset=utf-8',
    bytes: Buffer.from(calendarText(entries, frameOf(context, language, examId === undefined))),
  };
}

/** A person's exams as an iCalendar object; none of a deactivated account, since programs keep what they had where they find no calendar. */
export async function renderCalendar(context: AppContext, account: Account): Promise<string> {
  const entries = account.deactivatedAt === null ? await listEntries(context, account, undefined) : [];
  return calendarText(entries, frameOf(context, account.language, true));
}

/**
 * Makes the exam of a mail as a file for its reader's calendar, and of a move the former exam as a cancelled entry; none where the
 * reader's place is no longer as the mail says. `organizer`: who sends the mail, whom RFC 5546 §3.2.1 wants named in what is
 * published. Mails that leave at the same moment share what is read.
 */
export function openExamFiles(context: AppContext): ExamFilesMaker {
  const findPlace = makeBatchLoader((mails: readonly ExamOfMail[]) => findPlaces(context, mails));
  return async (mail, organizer) => {
    const place = await findPlace(mail);
    const entries = place ? await makeEntries(context, place, mail) : [];
    return makeFiles(context, entries, mail, organizer);
  };
}

function makeFiles(
  context: AppContext,
  entries: readonly Entry[],
  { examId, language, files }: ExamOfMail,
  organizer: Mailbox,
): Attachment[] {
  const takesPart = entries.some(({ state }) => state === 'confirmed');
  if (entries.length === 0 || takesPart === (files === 'cancelled')) return [];
  const own = entries.filter((entry) => entry.examId === examId);
  const former = files === 'moved' ? entries.filter(({ movedTo }) => movedTo === examId) : [];
  const frame = { ...frameOf(context, language, false), organizer };
  return [...own, ...former].map((entry) => ({
    fileName: calendarFileName(language, entry.title, entry.examId === examId ? undefined : 'left'),
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    bytes: Buffer.from(calendarText([entry], frame)),
  }));
}

function frameOf({ config }: AppContext, language: Language, isNamed: boolean): CalendarFrame {
  const address = `${config.publicUrl}/my-exams?lang=${language}`;
  return { language, timeZone: config.timeZone, address, isNamed };
}

/** `movedTo`: of an exam that the person has left, the exam to which they were moved. */
interface Entry extends CalendarExam {
  readonly movedTo?: number | undefined;
}

/** The facts of which calendar entries of a person are made. */
interface Places {
  readonly departures: Departures;
  readonly exams: Awaited<ReturnType<typeof selectOwnExams>>;
  readonly systems: Awaited<ReturnType<typeof selectSystemLinks>>;
}

/** A person's exams as calendar entries, read within the systems where they are a student. */
async function listEntries(
  context: AppContext,
  { id, language }: Pick<Account, 'id' | 'language'>,
  examId: number | undefined,
): Promise<Entry[]> {
  const { database } = context;
  const held = await listHeldRoles(database.read, id);
  const systemIds = held.flatMap(({ role, systemId }) => (role === 'student' && systemId ? [systemId] : []));
  // The person may have left a system with its exam, so all systems are read; the query is limited to the
  // person.
  const departures = await database.within('all', () => findDepartures(database.read, id));
  const examIds = examId === undefined ? undefined : [examId];
  const own = await database.within(systemIds, async () => ({
    exams: await selectOwnExams(database.read, [id], examIds),
    systems: await selectSystemLinks(database.read, systemIds),
  }));
  return makeEntries(context, { departures, ...own }, { examId, language });
}

/** The places of the readers of these mails in the exams of the mails, each where the reader is a student. */
async function findPlaces({ database }: AppContext, mails: readonly ExamOfMail[]) {
  const userIds = [...new Set(mails.map(({ userId }) => userId))];
  const examIds = [...new Set(mails.map(({ examId }) => examId))];
  const systemIds = [...new Set(mails.map(({ systemId }) => systemId))];
  const [departures, [exams, systems]] = await Promise.all([
    // All systems, as above.
    database.within('all', () => listDepartures(database.read, userIds)),
    database.within(systemIds, () =>
      Promise.all([
        selectOwnExams(database.read, userIds, examIds),
        selectSystemLinks(database.read, systemIds),
      ]),
    ),
  ]);
  const placeOf = ({ userId, examId, systemId }: ExamOfMail): Places => ({
    departures: departures.get(userId) ?? new Map(),
    exams: exams.filter(
      (exam) => exam.userId === userId && exam.examId === examId && exam.systemId === systemId,
    ),
    systems,
  });
  return new Map(mails.map((mail) => [mail, placeOf(mail)]));
}

/**
 * Calendar entries of a person. Coming exams that they have left are cancelled entries, since a calendar keeps an entry that is
 * merely absent.
 */
async function makeEntries(
  { config, database, clock }: AppContext,
  { departures, exams, systems }: Places,
  { examId, language }: { readonly examId: number | undefined; readonly language: Language },
): Promise<Entry[]> {
  const entries = exams.map((exam): CalendarExam => {
    const { examTitle, examPlace, examInstructions } = examWords(exam, language, config.timeZone);
    const ownExam = asItEndsFor(exam, computeOwnEnd(exam, exam));
    const program = programOf(systems, exam, language);
    const title = entryTitle(examTitle, program);
    return {
      ...entryOf(ownExam, title, departures.get(exam.examId), [exam.enrolledAt]),
      state: exam.cancelledAt === null ? 'confirmed' : 'cancelled',
      place: examPlace,
      description: [program, examInstructions].filter(Boolean).join('\n\n'),
    };
  });
  const present = new Set(entries.map((entry) => entry.examId));
  const isAsked = (left: number) =>
    examId === undefined || left === examId || departures.get(left)?.movedTo === examId;
  const leftIds = [...departures.keys()].filter((left) => !present.has(left) && isAsked(left));
  if (leftIds.length === 0) return entries;
  const [left, leftSystems] = await database.within('all', async () => {
    const found = await selectExamsFrom(database.read, leftIds, clock.today());
    const systemIds = [...new Set(found.map(({ systemId }) => systemId))];
    return [found, await selectSystemLinks(database.read, systemIds)] as const;
  });
  const leftEntries = left.map((exam): Entry => {
    const { examTitle } = examWords(exam, language, config.timeZone);
    const title = entryTitle(examTitle, programOf(leftSystems, exam, language));
    return {
      ...entryOf(exam, title, departures.get(exam.examId)),
      state: 'left',
      movedTo: departures.get(exam.examId)?.movedTo,
      // Place and description are no longer for this person to know.
      place: '',
      description: '',
    };
  });
  return [...entries, ...leftEntries];
}

type ExamRow = Awaited<ReturnType<typeof selectExamsFrom>>[number];

/** The title of the exam's program; undefined for one that was not read. */
function programOf(systems: Places['systems'], exam: Pick<ExamRow, 'systemId'>, language: Language) {
  const system = systems.find(({ systemId }) => systemId === exam.systemId);
  return system && chooseTitles(system)[language];
}

/** Each departure, and each return, raises the sequence above the entry before. */
function entryOf(
  exam: ExamRow,
  title: string,
  departure: Departure | undefined,
  returned: readonly Date[] = [],
) {
  const { times = 0, at = null } = departure ?? {};
  const isPresent = returned.length > 0;
  const changes = [exam.createdAt, exam.savedAt, exam.cancelledAt, at, ...(times > 0 ? returned : [])];
  return {
    examId: exam.examId,
    createdAt: exam.createdAt,
    changedAt: new Date(Math.max(...changes.map((change) => change?.getTime() ?? 0))),
    sequence: exam.sequence + 2 * times - (times > 0 && !isPresent ? 1 : 0),
    date: exam.examDate,
    startTime: exam.startTime,
    endTime: exam.endTime,
    endDate: exam.endDate || exam.examDate,
    title,
  };
}
