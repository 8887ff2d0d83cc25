import type { Language } from '@guichet/contract/core/language';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { findUniversityName } from '../../../core/database/universityName.ts';
import type { SystemGrant } from '../../../core/http/grant.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { findAccount } from '../../../identity/users/users.service.ts';
import {
  getMessageForMailing,
  type MessageName,
  subjectOf,
} from '../../../mail/messages/messages.service.ts';
import {
  type MailOutcome,
  mailPeople,
  outcomeOf,
  prepareMailing,
  sampleCandidate,
} from '../../../mail/outbox/outbox.service.ts';
import { invitationOf, sampleExam } from './invitation.ts';
import { withLastLinkDay } from './invitations.service.ts';
import { testMailPage } from './testMailPage.ts';

/** How long the request waits for the mail to be sent before it reports the mail's current state. */
const patienceMilliseconds = 2500;

/** Sends a test mail about an exam, by default the next; returns the HTML result in the caller's language. */
export async function answerTestMail(context: AppContext, grant: SystemGrant, message: MessageName) {
  const { language } = message;
  const { systemId, identity } = grant;
  const account = await findAccount(context.database.read, identity.userId);
  const readerLanguage = account?.language ?? language;
  const outcome = await sendTestMail(context, grant, message, readerLanguage);
  const university = await findUniversityName(context);
  const reader = { language: readerLanguage, universityName: university[readerLanguage] };
  return testMailPage(reader, { systemId, language, recipient: identity.email, outcome });
}

/**
 * Sends the saved message of exactly this language, with sample values, to the caller; returns the mail's state,
 * with reasons in the caller's language.
 * @throws AppError `message.empty`, `exam.notFound`, `request.tooMany` after five a minute or too many mails to oneself an hour
 */
async function sendTestMail(
  context: AppContext,
  grant: SystemGrant,
  name: MessageName,
  readerLanguage: Language,
): Promise<MailOutcome> {
  const { systemId, identity } = grant;
  const { language } = name;
  const db = context.database.read;
  const exam = await sampleExam(context, systemId, name.examId);
  const message = await getMessageForMailing(db, { systemId, ...name });
  if (message?.language !== language) throw new AppError('message.empty');
  await enforceRateLimit(context, 'testMail', identity.userId);
  await enforceRateLimit(context, 'ownMail', identity.userId);
  const invitation = await invitationOf(context, db, systemId, { ...name, ...message }, exam);
  const mailing = await prepareMailing(withLastLinkDay(context, invitation, exam, context.clock.now()));
  const key = `invitationTest:${context.clock.uuid()}`;
  await write(context, grant, async (tx) => {
    // A test is in nobody's history.
    const reader = { ...sampleCandidate(identity.email), id: null, language };
    await mailPeople(context, tx, [reader], {
      text: () => ({ ...mailing, purpose: 'invitationTest', subject: `[Test] ${mailing.subject}` }),
      key: () => key,
      own: { isTest: true },
      urgent: true,
    });
    return record(null, {
      action: 'message.testSent',
      subject: subjectOf({ systemId, ...name }),
      detail: { language, recipient: identity.email },
    });
  });
  return outcomeOf(context, key, readerLanguage, patienceMilliseconds);
}
