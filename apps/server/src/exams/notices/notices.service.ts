/**
 * Owns the mails that tell candidates of a change of their exam, of its cancellation, of their removal and of the end of each.
 * Does not know who changes an exam, or takes somebody out.
 */

import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import type { NoticeKind, previewNotice as previewEndpoint } from '@guichet/contract/exams/notices';
import { type NoticeNotes, noteIn } from '@guichet/contract/exams/notices.notes';
import { hasTrait } from '@guichet/contract/mail/outbox.purposes';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { linkToFirstPassword } from '../../identity/account/account.service.ts';
import * as outbox from '../../mail/outbox/outbox.service.ts';
import { findMailFrame, selectInvitationCalendar } from '../../systems/system/systems.service.ts';
import { hasReader } from '../../systems/university/university.service.ts';
import * as enrolments from '../enrolments/enrolments.service.ts';
import {
  type ExamRow,
  examWords,
  getExam,
  isExamOver,
  lockExam,
  type OfExam,
} from '../facts/facts.service.ts';
import { withLastLinkDay } from './invitations/invitations.service.ts';
import { listChanges, noticeText } from './noticeTexts.ts';

interface ChangeNotice {
  readonly kind: 'examChanged';
  readonly known: enrolments.KnownFacts;
  readonly notes?: NoticeNotes;
}
interface SimpleNotice {
  readonly kind: Exclude<NoticeKind, 'examChanged'>;
  readonly notes?: NoticeNotes;
}
type NoticeContent = ChangeNotice | SimpleNotice;

/** `examLeft` is for people who had a mail about the exam; `examBack`, for people who got `examLeft`. */
interface RemovalNotice {
  readonly kind: 'examLeft' | 'examBack';
  readonly removalId: string;
  readonly userIds: readonly number[];
  readonly notes?: NoticeNotes;
}

/** A notice to candidates; `examChanged` goes to those whose last known facts are `known`. */
export type Notice =
  | ChangeNotice
  | RemovalNotice
  | (SimpleNotice & { readonly kind: Exclude<NoticeKind, 'examChanged' | RemovalNotice['kind']> });

/**
 * Queues one mail for each addressee, in their language; returns the number of mails, 0 once the exam is
 * over. People without a password of their own get a link to choose one instead of the link to sign in. The
 * key of a mail contains the exam's version, or the removal, so that no notice goes out twice.
 */
export async function enqueueNotice(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  exam: ExamRow,
  notice: Notice,
): Promise<number> {
  const { examId } = of;
  const now = context.clock.now();
  if (isExamOver(context, exam)) return 0;
  const people = await selectAddressees(tx, of, notice);
  const tellsEnd = hasTrait(notice.kind, 'tellsEnd');
  const time = 'removalId' in notice ? notice.removalId : exam.version;
  return outbox.mailPeople(context, tx, people, {
    async text(language, choosesPassword) {
      const reader = { language, choosesPassword };
      const mailing = await noticeMailing(context, tx, of, exam, notice, reader);
      return withLastLinkDay(context, mailing, exam, now);
    },
    key: ({ id }) => `${keyPrefixOf(notice.kind, examId, time)}${id}`,
    link: (person) => (tellsEnd ? undefined : linkToFirstPassword(person, examId, now)),
    examId,
  });
}

/** Queues the mail "no longer registered" for people who were mailed about the exam; returns their number. */
export async function enqueueLeftNotices(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  removal: { readonly removalId: string; readonly userIds: readonly number[]; readonly notes: NoticeNotes },
): Promise<number> {
  const exam = await getExam(tx, of, { alsoCancelled: true });
  return enqueueNotice(context, tx, of, exam, { kind: 'examLeft', ...removal });
}

/** 0 where everybody knows or the exam is over. @throws AppError `exam.notFound`, `exam.cancelled`, `request.tooMany` */
export async function announceExam(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  notes: NoticeNotes = {},
): Promise<number> {
  const of = { systemId: grant.systemId, examId };
  await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  return write(context, grant, async (tx) => {
    const exam = await lockExam(tx, of, 'update', { alsoCancelled: true });
    if (exam.isCancelled) throw new AppError('exam.cancelled');
    const groups = isExamOver(context, exam) ? [] : await enrolments.selectKnownFacts(tx, of);
    if (groups.length === 0) return unchanged(0);
    let queued = 0;
    for (const known of groups)
      queued += await enqueueNotice(context, tx, of, exam, { kind: 'examChanged', known, notes });
    await enrolments.setInformed(tx, of);
    const detail = { name: exam.title, mails: queued };
    return record(queued, { action: 'examSpace.announced', subject: `exam:${examId}`, detail });
  });
}

/** Counts a notice with a note by its sender against the rate limit. @throws AppError `request.tooMany` */
export async function limitNotes(context: AppContext, { identity }: SystemGrant, notes: NoticeNotes) {
  if (Object.keys(givenNotes(notes)).length > 0) await enforceRateLimit(context, 'ownMail', identity.userId);
}

export function givenNotes({ noteFr, noteEn }: NoticeNotes): NoticeNotes {
  return { ...(noteFr && { noteFr }), ...(noteEn && { noteEn }) };
}

function keyPrefixOf(kind: NoticeKind, examId: number, time: string | number): string {
  return `${kind}:${examId}:${time}:`;
}

/** The people among these to whom the mail that a removal has taken them out has left. */
export function selectToldOfLeaving(
  db: ReadDb,
  of: OfExam,
  { removalId, userIds }: { readonly removalId: string; readonly userIds: readonly number[] },
) {
  return enrolments.selectMailed(db, of, userIds, keyPrefixOf('examLeft', of.examId, removalId));
}

function selectAddressees(tx: WriteTx, of: OfExam, notice: Notice) {
  if (notice.kind === 'examLeft') return enrolments.selectMailed(tx, of, notice.userIds);
  if (notice.kind === 'examBack') return selectToldOfLeaving(tx, of, notice);
  return enrolments.selectCandidatesToTell(tx, of, notice.kind === 'examChanged' ? notice.known : null);
}

/** Null for a language in which no change shows, so that nobody gets it. @throws AppError `exam.notFound` */
export async function previewNotice(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  examId: number,
  kind: NoticeKind,
  notes: NoticeNotes = {},
): Promise<ReplyOf<typeof previewEndpoint>> {
  const db = context.database.read;
  const of = { systemId, examId };
  const exam = await getExam(db, of, { alsoCancelled: true });
  const groups = kind === 'examChanged' ? await enrolments.selectKnownFacts(db, of) : [];
  const render = async (language: Language) => {
    // The preview is the mail that most of the uninformed candidates will get.
    const known = groups.length === 0 ? exam : groups.find((one) => isToldIn(context, language, one, exam));
    if (!known) return null;
    const notice = kind === 'examChanged' ? { kind, known, notes } : { kind, notes };
    const mailing = await noticeMailing(context, db, of, exam, notice, {
      language,
      choosesPassword: false,
    });
    const { subject, html } = await outbox.previewMail(
      context,
      mailing,
      outbox.sampleCandidate(identity.email),
    );
    return { subject, html, ...outbox.nameCalendarFile(mailing) };
  };
  const isRead = await hasReader(context, db, await findMailFrame(db, systemId, 'fr'));
  const { readers, informed } = await enrolments.countReaders(db, of);
  const awaiting = kind === 'examChanged' ? await enrolments.findAwaiting(db, of) : null;
  const preview = { fr: await render('fr'), en: await render('en'), readers, informed, isRead };
  return awaiting ? { ...preview, awaiting } : preview;
}

async function noticeMailing(
  context: AppContext,
  db: ReadDb,
  of: OfExam,
  exam: ExamRow,
  notice: NoticeContent,
  { language, choosesPassword }: { readonly language: Language; readonly choosesPassword: boolean },
): Promise<outbox.NewMailing> {
  const { timeZone } = context.config;
  const now = examWords(exam, language, timeZone);
  const known = notice.kind === 'examChanged' ? notice.known : exam;
  const before = { ...exam, ...known };
  const former = examWords(before, language, timeZone);
  const { examDate, startTime, endTime, endDate } = before;
  const note = noteIn(language, notice.notes ?? {});
  const from = await outbox.findSender(db, of.systemId, language);
  const carries = await selectInvitationCalendar(db, of.systemId);
  const text = noticeText(notice.kind, language, listChanges(former, now), {
    choosesPassword,
    hasNote: note !== '',
    isRead: await hasReader(context, db, from.frame),
    hasFile: carries,
    hasDocuments: await outbox.hasBroughtDocuments(db, of, language),
  });
  const files = hasTrait(notice.kind, 'tellsEnd') ? ('cancelled' as const) : true;
  return outbox.makeMailing(from, { purpose: notice.kind, language }, text, {
    ...now,
    ...(carries && { calendarFile: files }),
    formerTitle: former.examTitle,
    formerDate: former.examDate,
    formerTime: former.examTime,
    formerHours: { examDate, startTime, endTime, endDate },
    formerPlace: former.examPlace,
    ...(note && { note }),
  });
}

function isToldIn({ config }: AppContext, language: Language, known: enrolments.KnownFacts, exam: ExamRow) {
  const wordsOf = (facts: ExamRow) => examWords(facts, language, config.timeZone);
  const changes = listChanges(wordsOf({ ...exam, ...known }), wordsOf(exam));
  return changes.some(({ isNew }) => isNew);
}
