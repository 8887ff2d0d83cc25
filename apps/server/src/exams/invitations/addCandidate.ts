import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { addCandidate as addEndpoint } from '@guichet/contract/exams/exams.list';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import { linkToFirstPassword } from '../../identity/account/account.service.ts';
import {
  type Account,
  findAccountByEmail,
  fullNameOf,
  insertStudent,
} from '../../identity/users/users.service.ts';
import { platformUserIdOf } from '../../learning/learning.service.ts';
import { enqueueMail, openMailing } from '../../mail/outbox/outbox.service.ts';
import { enrol, takeOut } from '../enrolments/enrolments.service.ts';
import { findExamWithin, getExam } from '../facts/facts.service.ts';
import { findInvitationTexts, type InvitationTexts } from './invitations.service.ts';

/**
 * Enrols the owner of an existing account in an exam, with the student role of its system, and mails the
 * invitation in their language. `insteadOf` leaves the exam in the same transaction. False, without a
 * change, for somebody already in it.
 * @throws AppError `exam.notFound`, `user.notFound` for an address without an account, `message.empty` when
 * a mail is asked for and no language has a text
 */
export async function addCandidate(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { email, sendEmail, insteadOf }: BodyOf<typeof addEndpoint>,
): Promise<boolean> {
  const { systemId } = grant;
  const db = context.database.read;
  const exam = await findExamWithin(db, [systemId], examId);
  if (!exam) throw new AppError('exam.notFound');
  const facts = await getExam(db, systemId, examId);
  const texts = sendEmail ? await findInvitationTexts(context, systemId, facts) : null;
  if (texts && !texts.of.fr) throw new AppError('message.empty');
  if (texts) await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const now = context.clock.now();
  return write(context, grant, async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (!account) throw new AppError('user.notFound');
    const { id } = account;
    const tenantScope = systemsReached(grant.identity, 'admin');
    await insertStudent(tx, { userId: id, systemId, tenantScope, now });
    const enrolled = await enrol(tx, exam, { id, fullName: fullNameOf(account) }, now);
    if (!enrolled) return unchanged(false);
    const left = insteadOf === undefined ? null : await takeOut(tx, exam, platformUserIdOf(insteadOf), now);
    if (texts) await queueInvitation(context, tx, texts, exam, account);
    return record(true, enrolled, ...(left ? [left.line] : []));
  });
}

/** Queues a person's invitation, urgent, with a link to choose a password if they have none. */
export async function queueInvitation(
  context: AppContext,
  tx: WriteTx,
  texts: InvitationTexts,
  exam: { readonly id: number; readonly systemId: number },
  account: Account,
): Promise<void> {
  const { id: userId, firstName, lastName, email, language, passwordHash } = account;
  const text = texts.of[language];
  if (!text) return;
  const now = context.clock.now();
  const secretLink = linkToFirstPassword({ ...account, hasPassword: passwordHash !== null }, exam.id, now);
  const mail = {
    mailingId: await openMailing(context, tx, text),
    systemId: exam.systemId,
    examId: exam.id,
    userId,
    key: `added:${context.clock.uuid()}`,
    variables: { firstName, lastName, email, ...(secretLink && { secretLink }) },
    urgent: true,
  };
  await enqueueMail(tx, mail, now);
}
