import type { BodyOf } from '@guichet/contract/core/endpoint';
import type {
  addCandidate as addEndpoint,
  createCandidate as createEndpoint,
} from '@guichet/contract/exams/places';
import { type Following, findAuthor, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import * as users from '../../identity/users/users.service.ts';
import { toPlatformUserId } from '../../learning/learning.service.ts';
import { cancelCandidateMails } from '../../mail/outbox/outbox.service.ts';
import { enrol } from '../enrolments/enrolments.service.ts';
import { giveExtraTime } from '../enrolments/extraTimes/extraTimes.service.ts';
import { getExam } from '../facts/facts.service.ts';
import { findTextsOfPlaced, inviteAdded } from '../notices/invitations/invitations.service.ts';
import { takeOut } from './takeOut.ts';

/**
 * Gives the student role of the exam's system too.
 * @throws AppError `exam.notFound`, `user.notFound` for an address without an account, `extraTime.denied`, `message.empty` when
 * a mail is asked for and no language has a text
 */
export async function addCandidate(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { email, sendEmail, extraTime, insteadOf, requestId }: BodyOf<typeof addEndpoint>,
  answerRequests: Following,
): Promise<boolean> {
  const { systemId } = grant;
  const db = context.database.read;
  const exam = await getExam(db, { systemId, examId });
  const texts = await findTextsOfPlaced(context, systemId, exam, { sendEmail });
  if (texts && !texts.of.fr) throw new AppError('message.empty');
  if (texts) await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const now = context.clock.now();
  return write(context, grant, async (tx) => {
    const account = await users.findAccountByEmail(tx, email);
    if (!account) throw new AppError('user.notFound');
    const { id } = account;
    const tenantScope = systemsReached(grant.identity, 'admin');
    await users.insertStudent(tx, { userId: id, systemId, tenantScope, now });
    const enrolled = await enrol(tx, exam, { id, fullName: users.joinNames(account) }, now);
    if (!enrolled) return unchanged(false);
    const how = { now, by: findAuthor(grant).fullName };
    const left = insteadOf === undefined ? null : await takeOut(tx, exam, toPlatformUserId(insteadOf), how);
    // The mail that they have left the exam is no longer true.
    const why = { reason: 'cancelledOutdated', by: how.by } as const;
    await cancelCandidateMails(tx, { systemId, examId, userIds: [id] }, why);
    // Before the invitation, which tells the person's own end.
    const given = extraTime ? [await giveExtraTime(context, tx, grant, exam, id, extraTime)] : [];
    if (texts) await inviteAdded(context, tx, texts, account);
    const added = record(true, enrolled, ...(left ? [left.line] : []), ...given);
    return requestId === undefined ? added : answerRequests(context, tx, grant, added, requestId);
  });
}

/**
 * Does what an import of one line does.
 * @throws AppError `exam.notFound`, `user.alreadyExists`, `extraTime.denied`, `message.empty` when a mail is asked for and no
 * language has a text
 */
export async function createCandidate(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { languageId: language, sendEmail, extraTime, ...person }: BodyOf<typeof createEndpoint>,
): Promise<true> {
  const { systemId } = grant;
  const db = context.database.read;
  const exam = await getExam(db, { systemId, examId });
  const texts = await findTextsOfPlaced(context, systemId, exam, { sendEmail });
  if (texts && !texts.of.fr) throw new AppError('message.empty');
  if (texts) await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const now = context.clock.now();
  await write(context, grant, async (tx) => {
    const roles = [{ role: 'student' as const, systemId }];
    const login = { passwordHash: null, mustChoosePassword: true };
    const id = await users.createAccount(tx, { ...person, ...login, language, roles }, now);
    const account = await users.findAccount(tx, id);
    const fullName = users.joinNames(person);
    const detail = {
      name: fullName,
      email: person.email,
      roles: users.rolesInAuditLog(roles, [], systemId),
      mailed: texts !== null,
    };
    const created = { action: 'user.created', subject: `user:${id}`, detail } as const;
    const enrolled = await enrol(tx, exam, { id, fullName }, now);
    // Before the invitation, which tells the person's own end.
    const given = extraTime ? [await giveExtraTime(context, tx, grant, exam, id, extraTime)] : [];
    if (texts && account) await inviteAdded(context, tx, texts, account);
    return record(null, created, ...(enrolled ? [enrolled] : []), ...given);
  });
  return true;
}
