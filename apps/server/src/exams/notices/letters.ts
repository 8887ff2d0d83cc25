/**
 * Owns letters: texts of an administrator's own to people of an exam, with a preview and a test. Does not know how
 * a letter waits for its hour and leaves: it is a reminder with a text of its own (notices).
 */

import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import { type Language, languages } from '@guichet/contract/core/language';
import type { Exam } from '@guichet/contract/exams/exams';
import {
  type changePlannedLetter as changeEndpoint,
  type Letter,
  type LetterPreview,
  type LetterTexts,
  type PlannedLetter,
  type listReadyLetters as readyEndpoint,
  recentDays,
  type sendLetter as sendEndpoint,
  unknownMaxPeople,
} from '@guichet/contract/exams/letters';
import { isUsable } from '@guichet/contract/mail/messages.gaps';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import type { UploadedFile } from '../../core/http/bodies/requestBody.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { AppError, invalidField } from '../../core/runtime/errors.ts';
import { findAccount, joinNames } from '../../identity/users/users.service.ts';
import { cleanBody, cleanLine, readAttachment } from '../../mail/messages/messages.service.ts';
import type { MailOutcome } from '../../mail/outbox/outbox.service.ts';
import { mailText } from '../../mail/texts/texts.service.ts';
import { getExam, type OfExam } from '../facts/facts.service.ts';
import * as invitations from './invitations/invitations.service.ts';
import * as reminders from './reminders/reminders.service.ts';

export function listReadyLetters(): ReplyOf<typeof readyEndpoint> {
  const textsOf = (name: 'letter' | 'reminder'): LetterTexts => {
    const [fr, en] = [mailText(name, 'fr'), mailText(name, 'en')];
    return { subjectFr: fr.subject, bodyFr: fr.body, subjectEn: en.subject, bodyEn: en.body };
  };
  return [
    { name: 'tomorrow', audience: 'all', ...textsOf('letter') },
    { name: 'signIn', audience: 'notSignedIn', ...textsOf('reminder') },
  ];
}

/** @throws AppError `exam.notFound`, `message.unknownPlaceholder`, `message.wrappedSecret` */
export async function previewLetter(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  examId: number,
  typed: Letter,
): Promise<LetterPreview> {
  const db = context.database.read;
  const of = { systemId, examId };
  const exam = await getExam(db, of);
  const letter = await cleanLetter(typed);
  const texts = await invitations.findInvitationTexts(context, systemId, exam, { letter });
  const all = await reminders.selectAudience(db, of, { ...letter, withoutUnknown: false });
  const unknown = all.filter(({ isAddressUnknown }) => isAddressUnknown);
  const people = letter.withoutUnknown ? all.filter(({ isAddressUnknown }) => !isAddressUnknown) : all;
  const withoutPassword = people.filter(({ hasPassword }) => !hasPassword);
  return {
    people: countReaders(people),
    withoutPassword: countReaders(withoutPassword),
    forecast: invitations.forecastMail(context, exam, texts, invitations.countAmong(people)),
    recent: await findRecent(context, of, exam, people),
    unknown: {
      people: unknown.length,
      samples: unknown
        .slice(0, unknownMaxPeople)
        .map((person) => ({ name: joinNames(person), email: person.email })),
    },
    mails: await reminders.showMails(context, texts, identity.email),
  };
}

/** The letters, reminders and notices of a change that these people got lately, newest first. */
async function findRecent(
  context: AppContext,
  of: OfExam,
  exam: Exam,
  people: Awaited<ReturnType<typeof reminders.selectAudience>>,
) {
  const since = secondsAfter(context.clock.now(), -recentDays * 24 * 60 * 60);
  const byId = new Map(people.map((person) => [person.id, person]));
  const given = [context.database.read, of, [...byId.keys()], since] as const;
  const notices = (await reminders.selectRecentNotices(...given)).map((one) => ({
    ...one,
    letter: null,
    isNotice: true,
  }));
  const recent = [...(await reminders.selectRecentMailings(...given)), ...notices];
  return recent
    .toSorted((one, two) => Number(two.at) - Number(one.at))
    .map(({ userIds, letter, ...mailing }) => ({
      ...mailing,
      letter: letter && reminders.withExam(letter, exam, context.config.timeZone),
      names: userIds.flatMap((userId) => {
        const person = byId.get(Number(userId));
        return person ? joinNames(person) : [];
      }),
    }));
}

function countReaders(people: readonly { readonly language: Language }[]) {
  const of = (reader: Language) => people.filter(({ language }) => language === reader).length;
  return { fr: of('fr'), en: of('en') };
}

/** @throws AppError `exam.notFound`, `message.empty`, `message.unknownPlaceholder`, `attachment.wrongKind`, `request.tooMany` */
export async function testLetter(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  language: Language,
  typed: LetterTexts,
  file: UploadedFile | null,
): Promise<MailOutcome> {
  const { systemId, identity } = grant;
  const exam = await getExam(context.database.read, { systemId, examId });
  const letter = await cleanLetter(typed);
  const mailing = (await invitations.findInvitationTexts(context, systemId, exam, { letter })).of[language];
  if (mailing?.language !== language) throw new AppError('message.empty');
  const account = await findAccount(context.database.read, identity.userId);
  return invitations.sendTest(context, grant, {
    mailing,
    file: file && (await readAttachment(file)),
    subject: `exam:${examId}`,
    readerLanguage: account?.language ?? language,
  });
}

/**
 * @throws AppError `exam.notFound`, `letter.nobody`, `message.empty`, `message.unknownPlaceholder`,
 * `attachment.wrongKind`, `request.invalid` for an hour that is over, `request.tooMany`
 */
export async function sendLetter(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { requestId, daysBefore, hour, ...typed }: BodyOf<typeof sendEndpoint>,
  file: UploadedFile | null,
): Promise<number | null> {
  const own = { requestId, ...(await readLetter(typed, file)) };
  if (daysBefore === undefined && hour === undefined)
    return reminders.sendReminderOrLetter(context, grant, examId, requestId, own);
  if (daysBefore === undefined || hour === undefined) throw invalidField('hour', 'hour');
  await reminders.planReminderOrLetter(context, grant, examId, { daysBefore, hour }, own);
  return null;
}

/**
 * A letter with texts that may leave, and its document.
 * @throws AppError `message.empty`, `message.unknownPlaceholder`, `attachment.wrongKind`
 */
export async function readLetter<Typed extends LetterTexts>(typed: Typed, file: UploadedFile | null) {
  const letter = await cleanLetter(typed);
  if (!languages.some((language) => isUsable(textIn(letter, language)))) throw new AppError('message.empty');
  return { letter, attachment: file && (await readAttachment(file)) };
}

function textIn({ subjectFr, bodyFr, subjectEn, bodyEn }: LetterTexts, language: Language) {
  return language === 'fr' ? { subject: subjectFr, body: bodyFr } : { subject: subjectEn, body: bodyEn };
}

async function cleanLetter<Typed extends LetterTexts>(typed: Typed): Promise<Typed> {
  return {
    ...typed,
    subjectFr: cleanLine(typed.subjectFr, 'subjectFr'),
    bodyFr: await cleanBody(typed.bodyFr, 'bodyFr'),
    subjectEn: cleanLine(typed.subjectEn, 'subjectEn'),
    bodyEn: await cleanBody(typed.bodyEn, 'bodyEn'),
  };
}

/** @throws AppError `exam.notFound`, `reminder.notFound`, `reminder.alreadySent` for a letter that is planned no more */
export async function getPlannedLetter(
  { database }: AppContext,
  { systemId }: SystemGrant,
  examId: number,
  reminderId: number,
): Promise<PlannedLetter> {
  const of = { systemId, examId };
  await getExam(database.read, of);
  const reminder = await reminders.getReminder(database.read, of, reminderId);
  const { letter, daysBefore, hour, fileName } = reminder;
  if (!letter) throw new AppError('reminder.notFound');
  if (reminder.state !== 'queued' || daysBefore === null || hour === null)
    throw new AppError('reminder.alreadySent');
  const { userIds, withoutUnknown = false, ...texts } = letter;
  const chosen = userIds
    ? await reminders.selectAudience(database.read, of, { audience: 'chosen', userIds })
    : [];
  return {
    ...texts,
    people: chosen.map((person) => ({ id: person.id, fullName: joinNames(person), email: person.email })),
    withoutUnknown,
    daysBefore,
    hour,
    fileName,
    version: reminders.digestLetter(reminder),
  };
}

/** @throws AppError as `changePlanned`, `message.empty`, `message.unknownPlaceholder`, `attachment.wrongKind` */
export async function changePlannedLetter(
  context: AppContext,
  grant: SystemGrant,
  of: { readonly examId: number; readonly reminderId: number },
  { version, keepsFile = false, daysBefore, hour, ...typed }: BodyOf<typeof changeEndpoint>,
  file: UploadedFile | null,
): Promise<true> {
  const read = await readLetter(typed, file);
  return reminders.changePlanned(context, grant, of, { daysBefore, hour }, { ...read, version, keepsFile });
}
