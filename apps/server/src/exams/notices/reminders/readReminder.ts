import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import type { InvitationPreview } from '@guichet/contract/exams/notices.invitations';
import type { readReminder as readEndpoint } from '@guichet/contract/exams/notices.reminders';
import type { AppContext, ReadDb, SystemGrant } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import type { NewMailing } from '../../../mail/outbox/outbox.service.ts';
import { getExam, type OfExam } from '../../facts/facts.service.ts';
import { findInvitationTexts, showMail } from '../invitations/invitations.service.ts';
import * as queries from './reminders.queries.ts';

/**
 * A reminder or a letter as the readers of each language would get it now.
 * @throws AppError `exam.notFound`, `reminder.notFound`
 */
export async function readReminder(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  examId: number,
  reminderId: number,
): Promise<ReplyOf<typeof readEndpoint>> {
  const db = context.database.read;
  const of = { systemId, examId };
  const { letter } = await getReminder(db, of, reminderId);
  const exam = await getExam(db, of, { alsoCancelled: true });
  const texts = await findInvitationTexts(context, systemId, exam, { kind: 'reminder', letter });
  const show = (language: Language) => showPreview(context, texts.of[language], identity.email, examId);
  return { fr: await show('fr'), en: await show('en') };
}

/** @throws AppError `reminder.notFound` */
export async function getReminder(db: ReadDb, of: OfExam, reminderId: number): Promise<queries.HeldReminder> {
  const reminder = await queries.selectReminder(db, of, reminderId).executeTakeFirst();
  if (!reminder) throw new AppError('reminder.notFound');
  return reminder;
}

/** A rendered mail in the form of a preview; null without a text. */
export async function showPreview(
  context: AppContext,
  mailing: NewMailing | null,
  email: string,
  examId: number,
): Promise<InvitationPreview | null> {
  return mailing && { ...(await showMail(context, mailing, email)), fileName: null, isUsable: true, examId };
}
