import { html } from '@guichet/contract/core/html';
import type { Language } from '@guichet/contract/core/language';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../../core/context/appContext.ts';
import { findUniversityName } from '../../../core/database/universityName.ts';
import { smallPage } from '../../../core/http/pages/smallPage.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { findAccount } from '../../../identity/users/users.service.ts';
import * as messages from '../../../mail/messages/messages.service.ts';
import type { MailOutcome } from '../../../mail/outbox/outbox.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { inParagraphs, mailWords } from '../../../mail/texts/texts.service.ts';
import { getSystem } from '../../../systems/system/systems.service.ts';
import { makeInvitation, sampleExam, withLastLinkDay } from './invitation.ts';

/** How long the request waits for the mail to be sent before it reports the mail's current state. */
const timeoutMilliseconds = 2500;

/** Sends a test mail about an exam, by default the next; returns the HTML result in the caller's language. */
export async function answerTestMail(context: AppContext, grant: SystemGrant, message: messages.MessageName) {
  const { language } = message;
  const { systemId, identity } = grant;
  const account = await findAccount(context.database.read, identity.userId);
  const readerLanguage = account?.language ?? language;
  const { subject, fileName, ...outcome } = await sendTestMail(context, grant, message, readerLanguage);
  const university = await findUniversityName(context);
  const reader = { language: readerLanguage, universityName: university[readerLanguage] };
  const { slug } = await getSystem(context.database.read, systemId);
  const shown = { systemId, language, recipient: identity.email, outcome, subject, fileName };
  return testMailPage(reader, { ...shown, message: `/${slug}/configuration?${queryOf(message)}` });
}

function queryOf({ kind, language }: messages.MessageName): URLSearchParams {
  return new URLSearchParams({
    tab: 'email',
    ...(kind === 'reminder' && { text: kind }),
    message: language,
  });
}

/**
 * Sends the saved message of exactly this language to the caller.
 * @throws AppError `message.empty`, `exam.notFound`, `request.tooMany` as `sendTest`
 */
async function sendTestMail(
  context: AppContext,
  grant: SystemGrant,
  name: messages.MessageName,
  readerLanguage: Language,
): Promise<outbox.MailOutcome & Pick<TestMail, 'subject' | 'fileName'>> {
  const { systemId, identity } = grant;
  const db = context.database.read;
  const exam = await sampleExam(context, systemId, name.examId);
  const message = await messages.getMessageForMailing(db, { systemId, ...name });
  if (message?.language !== name.language) throw new AppError('message.empty');
  const invitation = await makeInvitation(context, db, systemId, { ...name, ...message }, exam);
  const outcome = await sendTest(context, grant, {
    mailing: withLastLinkDay(context, invitation, exam, context.clock.now()),
    subject: messages.nameAuditSubject({ systemId, ...name }),
    readerLanguage,
  });
  const { subject } = await outbox.previewMail(context, invitation, outbox.sampleCandidate(identity.email));
  const file = message.attachmentId && (await messages.selectAttachment(db, message.attachmentId));
  return { ...outcome, subject, fileName: file ? file.fileName : null };
}

interface Test {
  readonly mailing: outbox.NewMailing;
  readonly file?: messages.NewAttachment | null;
  readonly subject: string;
  readonly readerLanguage: Language;
}

/**
 * Sends a mail with sample values to the caller; returns the mail's state, with reasons in the caller's language.
 * `file`: an attachment that is not stored yet.
 * @throws AppError `request.tooMany` after five a minute or too many mails to oneself an hour
 */
export async function sendTest(
  context: AppContext,
  grant: SystemGrant,
  { mailing, file = null, subject, readerLanguage }: Test,
): Promise<outbox.MailOutcome> {
  const { systemId, identity } = grant;
  const { language } = mailing;
  await enforceRateLimit(context, 'testMail', identity.userId);
  await enforceRateLimit(context, 'ownMail', identity.userId);
  const prepared = await prepareWithNote(mailing);
  const key = `invitationTest:${context.clock.uuid()}`;
  await write(context, grant, async (tx) => {
    // A test is in nobody's history.
    const reader = { ...outbox.sampleCandidate(identity.email), id: null, language };
    const row = file && { ...file, system_id: systemId, uploaded_at: context.clock.now() };
    const attachmentId = row ? await messages.insertAttachment(tx, row) : mailing.attachmentId;
    const shown = {
      purpose: 'invitationTest',
      subject: `${mailWords[language].testMail.mark} ${mailing.subject}`,
    } as const;
    await outbox.mailPeople(context, tx, [reader], {
      text: () => ({ ...prepared, ...shown, attachmentId }),
      key: () => key,
      own: { isTest: true },
      urgent: true,
    });
    const detail = { language, recipient: identity.email };
    return record(null, { action: 'message.testSent', subject, detail });
  });
  return outbox.waitForOutcome(context, key, readerLanguage, timeoutMilliseconds);
}

/** Prepares a text, with what a test lacks, which names no file therefore: candidates also get the exam for their calendars. */
async function prepareWithNote(mailing: outbox.NewMailing): Promise<outbox.NewMailing> {
  const prepared = await outbox.prepareMailing(mailing);
  const { calendarFile, ...variables } = mailing.variables;
  if (!calendarFile) return prepared;
  const note = inParagraphs([mailWords[mailing.language].calendar.test]);
  const body = `${mailing.body}\n${note}`;
  return outbox.prepareMailing({ ...mailing, variables, body, preheader: outbox.preheaderFor(prepared) });
}

interface TestMail {
  readonly systemId: number;
  readonly language: Language;
  readonly recipient: string;
  readonly outcome: MailOutcome;
  readonly subject: string;
  /** The name of the attached document; null without one. */
  readonly fileName: string | null;
  /** The address of the page with the message. */
  readonly message: string;
}

/** The HTML page with the recipient and the state of a test mail, in the reader's language. */
function testMailPage(
  reader: { readonly language: Language; readonly universityName: string },
  { systemId, language, recipient, outcome, subject, fileName, message }: TestMail,
): string {
  const said = mailWords[reader.language].testMail;
  const { title, text } = said[outcome.state];
  return smallPage({
    ...reader,
    title,
    main: html`<p class="recipient">${said.to} <strong>${recipient}</strong><br>${said.subject} <span lang="${language}">${mailWords[language].testMail.mark} ${subject}</span><br>${fileName !== null && html`${said.attachment} ${fileName}<br>`}<span class="muted">${said.language[language]}</span></p>
${outcome.reason && html`<p class="reason">${outcome.reason}</p>`}
<p>${text}</p>
<p class="buttons"><a class="button" href="${message}">${said.back}</a> <a class="button plain" href="/outbox?system=${systemId}">${said.outbox}</a></p>
<p class="muted">${said.close}</p>`,
  });
}
