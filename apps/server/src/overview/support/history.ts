import type { Language } from '@guichet/contract/core/language';
import { titleIn } from '@guichet/contract/exams/exams.end';
import {
  type HistoryEntry,
  historyActions,
  type InvitationToResend,
  type PersonHistory,
} from '@guichet/contract/overview/support';
import { lineIn, selectLinesAbout, selectLinesOfExams } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant } from '../../core/context/appContext.ts';
import { selectExtraTimeChanges, selectKeptPlaces } from '../../exams/enrolments/enrolments.service.ts';
import { isExamOver } from '../../exams/facts/facts.service.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import { findLinkTerms } from '../../identity/account/account.service.ts';
import { findWrongTries } from '../../identity/sessions/sessions.service.ts';
import { getSeenUser } from '../../identity/users/managedUsers.service.ts';
import { type HeldRole, mayManage, reachesTo, selectGuests } from '../../identity/users/users.service.ts';
import { findTextsWithoutPasswordLink } from '../../mail/messages/messages.service.ts';
import {
  findUnknownSince,
  listMailHistory,
  type MailInHistory,
  readMailInHistory,
} from '../../mail/outbox/outbox.service.ts';
import * as auditEntries from './auditEntries.ts';
import { entryOfExtraTime } from './extraTimeEntries.ts';
import { entriesOfMail, findLink } from './mailEntries.ts';
import { selectEnrolments, selectImports, selectStaffOfOthers } from './support.queries.ts';
import { listAdministrators } from './support.service.ts';

const mostMails = 100;
const mostLines = 300;

const cancellations = ['exam.deactivated', 'exam.reactivated'] as const;

type Enrolment = Awaited<ReturnType<typeof selectEnrolments>>[number];
type Import = Awaited<ReturnType<typeof selectImports>>[number];

/** The history of a person in the systems that the caller supports. @throws AppError `user.notFound` */
export async function getPersonHistory(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
  language: Language,
): Promise<PersonHistory> {
  const { read } = context.database;
  const { systemIds } = grant;
  const { account, held } = await getSeenUser(read, systemIds, userId);
  const isTold = await isToldOfAccount(context, grant, userId, held);
  const found = await selectEnrolments(read, userId, systemIds);
  const enrolments = found.map((place) => titleIn(language, place));
  const about = { subject: `user:${userId}`, userId, actions: historyActions, systemIds, ofNone: isTold };
  // The scope is 'all', since sign-ins and requested links are of no system; both queries name the systems.
  const { mails, lines } = await context.database.within('all', async () => ({
    mails: await listMailHistory(context, { userId, systemIds, withReset: isTold }, language, mostMails),
    lines: await selectLinesAbout(read, about, mostLines),
  }));
  const extraTimes = await selectExtraTimeChanges(read, { userId, systemIds }, mostLines);
  const actors = [...lines, ...extraTimes].flatMap(({ actorId }) => actorId ?? []);
  const others = await selectStaffOfOthers(read, actors, systemIds);
  const links = isTold && account.deactivatedAt === null ? mails.flatMap(findLink) : [];
  const terms = await findLinkTerms(context, account, links);
  const causeOf = (mail: MailInHistory) => lines.find((line) => auditEntries.isCause(line, mail));
  const own = lines.filter((line) => !mails.some((mail) => auditEntries.isCause(line, mail)));
  const ofExams = await selectLinesOfExams(
    read,
    { examIds: enrolments.map(({ examId }) => examId), actions: cancellations },
    mostLines,
  );
  const kept = await selectKeptPlaces(read, {
    userId,
    systemIds: systemsReached(grant.identity, 'admin'),
    removalIds: lines.flatMap((line) => auditEntries.readRemovalId(line) ?? []),
  });
  const needsLink = account.passwordHash === null || account.mustChoosePasswordSince !== null;
  const lackingOf = await findTextsWithoutPasswordLink(read, found);
  const lacksLinkOf = ({ systemId, examId }: Enrolment) =>
    needsLink ? lackingOf(systemId, examId, account.language) : null;
  const left = await selectImports(
    read,
    auditEntries.importsLeft(lines, new Set(enrolments.map(({ importId }) => importId)), userId),
    systemIds,
  );
  return {
    entries: newestFirst([
      ...enrolments.flatMap((place) => entriesOfEnrolment(place, lines)),
      ...left.map((one) => entryOfImport(titleIn(language, one))),
      ...auditEntries.entriesOfLines(
        context,
        [...own, ...ofExams.filter((line) => isSince(line, enrolments))].map((line) =>
          lineIn(language, line),
        ),
        { userId, kept, others },
      ),
      ...extraTimes.map((change) => entryOfExtraTime(titleIn(language, change), others)),
      ...mails.flatMap((mail) =>
        entriesOfMail(mail, { enrolments, terms, author: auditEntries.authorOfLine(causeOf(mail), others) }),
      ),
    ]),
    isCut: mails.length === mostMails || [lines, extraTimes].some(({ length }) => length === mostLines),
    mayGetLink: account.deactivatedAt === null,
    unknownSince: await findUnknownSince(read, userId),
    wrongTries: isTold ? await findWrongTries(context, account.email) : null,
    invitations: account.deactivatedAt === null ? invitationsOf(context, enrolments, mails, lacksLinkOf) : [],
    isInSeveral: held
      .filter(({ systemId }) => reachesTo(systemIds, systemId))
      .every(({ systemId }) => systemId === null || !mayManage([systemId], held)),
    whoMay: userId === grant.identity.userId ? null : await whoMay(read, grant, held),
  };
}

/** A mail of that history, as the person got it. @throws AppError `user.notFound`, `mail.notFound` */
export async function readPersonMail(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
  mailId: number,
) {
  const { held } = await getSeenUser(context.database.read, grant.systemIds, userId);
  const withReset = await isToldOfAccount(context, grant, userId, held);
  return readMailInHistory(context, { userId, systemIds: grant.systemIds, withReset }, mailId);
}

/** Only super admins read what a super admin does, and nobody else reads when their guest signs in. */
async function isToldOfAccount(
  { database, clock }: AppContext,
  { systemIds }: SystemsGrant,
  userId: number,
  held: readonly HeldRole[],
): Promise<boolean> {
  if (systemIds === 'all') return true;
  if (held.some(({ role }) => role === 'superAdmin')) return false;
  const reader = { tenantScope: systemIds, today: clock.today() };
  return (await selectGuests(database.read, [userId], reader)).size === 0;
}

function isSince({ subject, at }: auditEntries.Line, enrolments: readonly Enrolment[]): boolean {
  return enrolments.some((place) => subject === `exam:${place.examId}` && at >= place.enrolledAt);
}

function entriesOfEnrolment(place: Enrolment, lines: readonly auditEntries.Line[]): HistoryEntry[] {
  const { systemId, title: exam, enrolledAt, importId, platformState } = place;
  const { platformDoneAt, onlyAccount } = place;
  const of = { ...auditEntries.nothing, systemId, exam };
  const entries: HistoryEntry[] = [];
  if (importId !== null)
    entries.push({
      ...of,
      at: enrolledAt,
      event: 'imported',
      by: place.importedBy,
      fileName: place.fileName,
    });
  else if (!lines.some((line) => auditEntries.hasPlaced(line, place.examId)))
    entries.push({ ...of, at: enrolledAt, event: 'candidate.enrolled' });
  if ((platformState === 'done' || onlyAccount) && platformDoneAt)
    entries.push({ ...of, at: platformDoneAt, event: 'onPlatform' });
  else if (platformState) entries.push({ ...of, at: enrolledAt, event: 'sentToPlatform', platformState });
  return entries;
}

function entryOfImport(
  past: Pick<Import, 'systemId' | 'at' | 'title' | 'importedBy' | 'fileName'>,
): HistoryEntry {
  const { systemId, at, title: exam, importedBy: by, fileName } = past;
  return { ...auditEntries.nothing, systemId, exam, at, event: 'imported', by, fileName };
}

/** Newest first; entries of the same moment stand in the order in which they happened. */
function newestFirst(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return entries.toSorted((one, other) => one.at.getTime() - other.at.getTime()).reverse();
}

function invitationsOf(
  context: AppContext,
  enrolments: readonly Enrolment[],
  mails: readonly MailInHistory[],
  lacksLinkOf: (exam: Enrolment) => InvitationToResend['lacksLink'],
): InvitationToResend[] {
  const underWay = ['planned', 'queued', 'sending', 'waiting'];
  return enrolments
    .filter((exam) => exam.cancelledAt === null && !isExamOver(context, exam))
    .map((exam) => {
      const invitations = mails.filter(
        ({ examId, purpose }) => examId === exam.examId && purpose === 'invitation',
      );
      return {
        ...exam,
        isUnderWay: invitations.some(({ state }) => underWay.includes(state)),
        isFirst: invitations.every(({ state }) => state === 'cancelled'),
        lacksLink: lacksLinkOf(exam),
      };
    });
}

async function whoMay(
  db: ReadDb,
  grant: SystemsGrant,
  held: readonly HeldRole[],
): Promise<PersonHistory['whoMay']> {
  if (mayManage(systemsReached(grant.identity, 'admin'), held)) return null;
  return listAdministrators(db, grant, new Set(held.flatMap(({ systemId }) => systemId ?? [])));
}
