import type { BodyOf } from '@guichet/contract/core/endpoint';
import { emailKey } from '@guichet/contract/core/fold';
import { joinNames } from '@guichet/contract/core/fullName';
import type {
  createUser as createEndpoint,
  updatePassword as passwordEndpoint,
} from '@guichet/contract/identity/account.given';
import { findAuthor, record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { sameFormSeconds, secondsAfter } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { listExtraTimeSystems, systemsReached } from '../../access/access.service.ts';
import { checkProof } from '../../factors/factors.service.ts';
import {
  getManagedUser,
  lockManagedUser,
  lockRoleChanges,
  makeAuditLines,
  systemShared,
} from '../../users/managedUsers.service.ts';
import { refuseWeakPassword } from '../../users/passwordStrength/refuseWeakPassword.service.ts';
import * as users from '../../users/users.service.ts';
import { spendTokens } from '../account.queries.ts';
import type { Exams } from '../exams.ts';
import { prepareGivenMail, queueGivenMail } from './givenMail.ts';

/**
 * Sets somebody else's password. The person must choose another at the next sign-in, and all their sessions end.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`, `message.unknownPlaceholder`, `role.proofNeeded`,
 * `factor.wrongProof` for a super admin, `request.tooMany`, `request.invalid` for a common or obvious password
 */
export async function updatePassword(
  context: AppContext,
  grant: SystemsGrant,
  { proof, ...form }: BodyOf<typeof passwordEndpoint>,
  exams: Exams,
): Promise<true> {
  const { userId } = form;
  // Otherwise an open session would be enough to change the caller's own password without the current one.
  if (userId === grant.identity.userId) throw new AppError('user.yourself');
  // Hashing is costly: only for people whom the caller may manage; and slow: outside of the transaction.
  const { held } = await getManagedUser(context.database.read, grant, userId);
  // Whoever gives a super admin's password can sign in as that person.
  const isProven = await checkProof(context, grant, proof);
  if (users.isSuperAdmin(held) && !isProven) throw new AppError('role.proofNeeded');
  return givePassword(context, grant, form, { exams, isProven });
}

async function givePassword(
  context: AppContext,
  grant: SystemsGrant,
  form: BodyOf<typeof passwordEndpoint>,
  by: { readonly exams: Exams; readonly isProven: boolean },
): Promise<true> {
  const { userId } = form;
  const { account, held } = await getManagedUser(context.database.read, grant, userId);
  await refuseWeakPassword(context, form.newPassword, account);
  const systemId = systemShared(grant, held);
  const mail = await prepareGivenMail(context, {
    kind: 'givenPassword',
    systemId,
    typed: form,
    isLinkOurs: isLinkOurs(grant, held),
  });
  const before = await users.findAccount(context.database.read, userId);
  if (await wasGivenJustNow(context, before, form.newPassword)) return true;
  if (form.sendEmail) await limitGivenMails(context, grant, account.email);
  const passwordHash = await context.hashing.hash(form.newPassword);
  const now = context.clock.now();
  const isDone = await writeEverywhere(context, grant, async (tx) => {
    await lockRoleChanges(tx, grant);
    const person = await lockManagedUser(tx, grant, userId);
    if (users.isSuperAdmin(person.held) && !by.isProven) throw new AppError('role.proofNeeded');
    const account = await users.findAccount(tx, userId);
    if (account?.passwordHash !== before?.passwordHash) return unchanged(false);
    await users.storePassword(tx, userId, passwordHash, now, {
      isMailed: isPasswordMailed(form),
      by: grant.identity.userId,
    });
    await spendTokens(tx, userId, now);
    if (form.sendEmail) await queueGivenMail(context, tx, mail, person, now);
    const lines = makeAuditLines(grant, 'user.passwordSet', person, mailedDetail(form));
    return by.exams.answerRequests(context, tx, grant, record(true, ...lines));
  });
  // A concurrent change came first, by the same form or with another password, which is then replaced.
  if (!isDone) return givePassword(context, grant, form, by);
  return true;
}

/** Limits mails with the words of an administrator, by reader and by writer: mails of an account are sent without delay. */
async function limitGivenMails(context: AppContext, { identity }: SystemsGrant, email: string) {
  await enforceRateLimit(context, 'givenMailToOne', emailKey(email));
  await enforceRateLimit(context, 'ownMail', identity.userId);
}

/** Whether the same form was just sent: the password is set already, and its mail queued. */
async function wasGivenJustNow(context: AppContext, account: users.Account | null, password: string) {
  const since = account?.mustChoosePasswordSince;
  if (!account || !since || since <= secondsAfter(context.clock.now(), -sameFormSeconds)) return false;
  return context.hashing.verify(account.passwordHash, password);
}

/**
 * Creates an account. With `examId` the person is enrolled in that exam, and a student of its system.
 * @throws AppError `user.alreadyExists`, `role.notYours`, `role.proofNeeded`, `factor.wrongProof` for a super admin,
 * `exam.notFound`, `message.unknownPlaceholder`, `request.tooMany`, `request.invalid` for a common or obvious password
 */
export async function createUser(
  context: AppContext,
  grant: SystemsGrant,
  form: BodyOf<typeof createEndpoint>,
  { findExam, enrol }: Exams,
): Promise<true> {
  const db = context.database.read;
  const tenantScope = systemsReached(grant.identity, 'admin');
  const exam = form.examId ? await findExam(db, { systemIds: tenantScope, examId: form.examId }) : null;
  if (form.examId && !exam) throw new AppError('exam.notFound');
  const roles = withPlace(await users.getRolesToGive(db, tenantScope, form.roleList), exam?.systemId);
  await users.refuseArchived(db, roles);
  const makesSuper = users.isSuperAdmin(roles);
  if (makesSuper && !(await checkProof(context, grant, form.proof))) throw new AppError('role.proofNeeded');
  const { userName: email, firstName, lastName, languageId: language } = form;
  if (!(await isEmailAvailable(db, email))) throw new AppError('user.alreadyExists', { params: { email } });
  const { newPassword, studentNumber } = form;
  if (newPassword !== null)
    await refuseWeakPassword(context, newPassword, { email, firstName, lastName, studentNumber });
  const systemId = exam?.systemId ?? systemShared(grant, roles);
  const typed = { ...form, sendPassword: false };
  const mail = await prepareGivenMail(context, {
    kind: 'newAccount',
    systemId,
    typed,
    isLinkOurs: isLinkOurs(grant, roles),
    made: { by: findAuthor(grant).fullName, roles },
  });
  if (form.sendEmail) await limitGivenMails(context, grant, email);
  const passwordHash = newPassword === null ? null : await context.hashing.hash(newPassword);
  const now = context.clock.now();
  const person = { email, firstName, lastName };
  const account = { ...users.cleanTexts(form), ...person, language, wantsNewsletter: form.newsLetter, roles };
  await writeEverywhere(context, grant, async (tx) => {
    await lockRoleChanges(tx, grant);
    const rights = users.rightsOfNewAdmins(roles, await listExtraTimeSystems(tx, grant));
    const id = await users.createAccount(
      tx,
      {
        ...account,
        passwordHash,
        mustChoosePassword: true,
        ...(newPassword !== null && { passwordGivenBy: grant.identity.userId }),
      },
      now,
    );
    await users.updateExtraTimeRights(tx, id, { given: rights, taken: [], now });
    if (form.sendEmail) await queueGivenMail(context, tx, mail, { id, ...person }, now);
    const detailIn = (systemId: number | null) => ({
      email,
      roles: users.rolesInAuditLog(roles, rights, systemId),
      mailed: form.sendEmail,
    });
    const created = makeAuditLines(grant, 'user.created', { id, ...person, held: roles }, detailIn);
    const enrolled =
      exam && (await enrol(tx, exam, { id, fullName: joinNames({ firstName, lastName }) }, now));
    const told = makesSuper ? [await users.tellOfSuperAdmin(context, tx, grant, { id, ...person })] : [];
    return record(null, ...created, ...(enrolled ? [enrolled] : []), ...told);
  });
  return true;
}

/** Whether an administrator reads a text by somebody who is no super admin. */
function isLinkOurs({ identity }: SystemsGrant, held: readonly users.HeldRole[]): boolean {
  return systemsReached(identity, 'admin') !== 'all' && held.some(({ role }) => role === 'admin');
}

/** Adds the student role of the exam's system, as an import does. */
function withPlace(
  roles: readonly users.HeldRole[],
  systemId: number | undefined,
): readonly users.HeldRole[] {
  const isStudent = roles.some((held) => held.role === 'student' && held.systemId === systemId);
  return systemId === undefined || isStudent ? roles : [...roles, { role: 'student', systemId }];
}

type Mailed = Pick<BodyOf<typeof passwordEndpoint>, 'sendEmail' | 'sendPassword'>;

function isPasswordMailed({ sendEmail, sendPassword }: Mailed): boolean {
  return sendEmail && sendPassword;
}

function mailedDetail(form: Mailed) {
  return { mailed: form.sendEmail, ...(isPasswordMailed(form) && { passwordMailed: true }) };
}

export async function isEmailAvailable(db: ReadDb, email: string): Promise<boolean> {
  return (await users.findAccountByEmail(db, email)) === null;
}
