/**
 * Owns the invitation mail: the message of a system filled with its title, its sender and an exam.
 * Does not know how messages are edited, who is imported, or how mails are sent.
 */

import { type Language, languages } from '@guichet/contract/core/language';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { LetterTexts } from '@guichet/contract/exams/letters';
import type { InvitationPreview } from '@guichet/contract/exams/notices.invitations';
import type { Preview } from '@guichet/contract/imports/imports';
import type { MessageKind, MessageText } from '@guichet/contract/mail/messages';
import { isUsable, lacksPasswordLink, languageSent } from '@guichet/contract/mail/messages.gaps';
import type { AppContext, SystemGrant, WriteTx } from '../../../core/context/appContext.ts';
import type { StagedLines } from '../../../core/database/schema/stagedLines.ts';
import { invitationSubject, linkToFirstPassword } from '../../../identity/account/account.service.ts';
import type { Account } from '../../../identity/users/users.service.ts';
import * as messages from '../../../mail/messages/messages.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { selectTurnedAway, selectTurnedAwayOfImport } from '../../enrolments/enrolments.service.ts';
import { isExamOver, type OfExam } from '../../facts/facts.service.ts';
import { listInOtherLanguage, type TextsOfMail } from './forecast.ts';
import { refreshIfChanged } from './freshMails.ts';
import { makeInvitation, sampleExam, withFormerExam, withLastLinkDay, withReturn } from './invitation.ts';

export { countAmong, forecastMail, listNamedColumns, type TextsOfMail } from './forecast.ts';
export { presentContent, refreshIfChanged, refreshUnsentMails } from './freshMails.ts';
export { withLastLinkDay } from './invitation.ts';
export { sendTest } from './testMail.ts';

/** The mail templates of an import, one for each language that a line may state. */
export interface InvitationTexts extends TextsOfMail {
  /** For the preview of an import: a language without a text, and the language whose text replaces it. */
  readonly fallback: Preview['fallback'];
  /** The exam, as it was when the texts were read. */
  readonly asOf: OfExam & { readonly version: number };
}

/**
 * The mails to send for an exam. Read before the transaction, so that they are as the sender saw them. `at`:
 * when they will leave, by default now. `movedFrom`: the exam that their readers leave for this exam's.
 * `letter`: its texts instead of the system's.
 */
export async function findInvitationTexts(
  context: AppContext,
  systemId: number,
  exam: ExamFacts & { readonly id: number; readonly version: number },
  {
    kind = 'invitation',
    at = context.clock.now(),
    movedFrom,
    letter = null,
  }: { kind?: MessageKind; at?: Date; movedFrom?: ExamFacts; letter?: LetterTexts | null } = {},
) {
  const db = context.database.read;
  const { of: texts, older } = letter
    ? { of: { fr: letterTextIn(letter, 'fr'), en: letterTextIn(letter, 'en') }, older: null }
    : await messages.getMessagesForMailing(db, { systemId, kind, examId: exam.id });
  const purpose = letter ? 'letter' : kind;
  const find = async (language: Language): Promise<outbox.NewMailing | null> => {
    const text = texts[language];
    const invitation =
      text && (await makeInvitation(context, db, systemId, { ...text, kind: purpose }, exam));
    if (!invitation) return null;
    const told = movedFrom ? withFormerExam(context, invitation, movedFrom) : invitation;
    return outbox.prepareMailing(withLastLinkDay(context, told, exam, at));
  };
  const of = { fr: await find('fr'), en: await find('en') };
  const missing = languages.find((language) => of[language]?.language !== language);
  const fallback = missing ? { missing, used: of[missing]?.language ?? null } : null;
  return { of, older, fallback, asOf: { systemId, examId: exam.id, version: exam.version } };
}

/** The texts for people who are being placed; null where no mail is asked for, or the exam is over by then (`at`). */
export async function findTextsOfPlaced(
  context: AppContext,
  systemId: number,
  exam: Parameters<typeof findInvitationTexts>[2],
  { sendEmail, at = context.clock.now() }: { readonly sendEmail: boolean; readonly at?: Date },
) {
  return sendEmail && !isExamOver(context, exam, at)
    ? findInvitationTexts(context, systemId, exam, { at })
    : null;
}

/** The text of a letter for readers of a language; null where neither language has one. */
function letterTextIn({ subjectFr, bodyFr, subjectEn, bodyEn }: LetterTexts, language: Language) {
  const texts = { fr: { subject: subjectFr, body: bodyFr }, en: { subject: subjectEn, body: bodyEn } };
  const sent = languageSent(texts, language);
  return sent && { ...texts[sent], language: sent, attachmentId: null };
}

/** Languages of texts in use without a link to a first password; `mails`: the number by reader's language. */
export function listTextsWithoutLink({ of }: InvitationTexts, mails: Preview['mails']): Language[] {
  const used = languages.flatMap((reader) => (mails[reader] + mails.own > 0 && of[reader]) || []);
  return languages.filter((language) =>
    used.some((text) => text.language === language && lacksPasswordLink(text)),
  );
}

type ImportMails = Parameters<typeof outbox.enqueueImportMails>[1];

export async function enqueueInvitations(
  context: AppContext,
  tx: WriteTx,
  texts: InvitationTexts,
  where: Omit<ImportMails, 'lines' | 'mailingOf' | 'returned' | 'linkSubject'> & {
    readonly lines: readonly StagedLines[];
  },
): Promise<number> {
  const open = async ({ fr, en }: TextsOfMail['of']) => ({
    fr: fr && (await outbox.openMailing(context, tx, fr)),
    en: en && (await outbox.openMailing(context, tx, en)),
  });
  const mailingOf = await open(texts.of);
  const userIds = await selectTurnedAwayOfImport(tx, where);
  const returned = { userIds, mailingOf: userIds.length > 0 ? await open(ofReturned(texts)) : mailingOf };
  const linkSubject = invitationSubject(where.examId, where.plannedFor ?? where.now);
  let mails = 0;
  for (const lines of where.lines)
    mails += await outbox.enqueueImportMails(tx, { ...where, lines, mailingOf, returned, linkSubject });
  await refreshIfChanged(context, tx, texts.asOf);
  return mails;
}

type Reader = Pick<
  Account,
  'id' | 'firstName' | 'lastName' | 'email' | 'language' | 'mustChoosePasswordSince'
> & { readonly hasPassword: boolean };

interface HowToInvite {
  readonly key: () => string;
  readonly urgent: boolean;
}

export function inviteAccounts(
  context: AppContext,
  tx: WriteTx,
  texts: InvitationTexts,
  accounts: readonly Account[],
  how: HowToInvite,
): Promise<number> {
  const readers = accounts.map((one) => ({ ...one, hasPassword: one.passwordHash !== null }));
  return inviteReaders(context, tx, texts, readers, how);
}

/** Queues people's invitations, with a link to choose a password if they have none; returns the number of mails. */
export async function inviteReaders(
  context: AppContext,
  tx: WriteTx,
  texts: InvitationTexts,
  readers: readonly Reader[],
  { key, urgent }: HowToInvite,
): Promise<number> {
  const { examId } = texts.asOf;
  const now = context.clock.now();
  const userIds = readers.map(({ id }) => id);
  const away = await selectTurnedAway(tx, texts.asOf, userIds);
  let mails = 0;
  for (const [of, isAway] of [
    [texts.of, false],
    [ofReturned(texts), true],
  ] as const)
    mails += await outbox.mailPeople(
      context,
      tx,
      readers.filter(({ id }) => away.has(id) === isAway),
      {
        text: (language) => of[language],
        key,
        link: (reader) => linkToFirstPassword(reader, examId, now),
        examId,
        urgent,
      },
    );
  await refreshIfChanged(context, tx, texts.asOf);
  return mails;
}

function ofReturned({ of: { fr, en } }: InvitationTexts): TextsOfMail['of'] {
  return { fr: fr && withReturn(fr), en: en && withReturn(en) };
}

/** Invites one person at once, since somebody waits at the screen for the mail. */
export function inviteAdded(
  context: AppContext,
  tx: WriteTx,
  texts: InvitationTexts,
  account: Account,
): Promise<number> {
  const key = () => `added:${context.clock.uuid()}`;
  return inviteAccounts(context, tx, texts, [account], { key, urgent: true });
}

/** Renders an unsaved text as its mail. @throws AppError `message.unknownPlaceholder`, `exam.notFound` */
export async function previewInvitation(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  name: messages.MessageName,
  { examId = name.examId ?? null, ...typed }: MessageText & { readonly examId?: number | null | undefined },
): Promise<InvitationPreview> {
  const db = context.database.read;
  const { preheader = '', ...written } = await messages.cleanText(typed);
  const { fileName } = await messages.getMessage(db, { systemId, ...name });
  // Only whether there is a file.
  const text = { ...written, preheader, ...name, attachmentId: fileName === null ? null : 0 };
  const exam = await sampleExam(context, systemId, examId);
  const invitation = await makeInvitation(context, db, systemId, text, exam);
  const mailing = withLastLinkDay(context, invitation, exam, context.clock.now());
  const mail = await showMail(context, mailing, identity.email);
  const inOtherLanguage = listInOtherLanguage(exam, mailing);
  return { ...mail, fileName, isUsable: isUsable(text), inOtherLanguage, examId: exam.id };
}

/** A mail as an invented candidate with the caller's address would get it. */
export async function showMail(context: AppContext, mailing: outbox.NewMailing, email: string) {
  const mail = await outbox.previewMail(context, mailing, outbox.sampleCandidate(email));
  const { replyTo, subject, preheader, html, htmlBytes, text } = mail;
  const from = outbox.mailboxText(mail.from);
  const written = { replyTo, subject, preheader, html, htmlBytes, text };
  return { from, to: outbox.mailboxText(mail.to), ...written, ...outbox.nameCalendarFile(mailing) };
}
