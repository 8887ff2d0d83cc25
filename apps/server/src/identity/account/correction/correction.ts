import { emailKey } from '@guichet/contract/core/fold';
import type { Correction, PersonFields } from '@guichet/contract/identity/users.changes';
import {
  findAuthor,
  record,
  unchanged,
  type Written,
  writeEverywhere,
} from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { readdressMails } from '../../../mail/outbox/outbox.service.ts';
import { holdsMoreRights, systemsReached } from '../../access/access.service.ts';
import * as managedUsers from '../../users/managedUsers.service.ts';
import * as users from '../../users/users.service.ts';
import { findNewAddress, selectAstrayMails } from '../account.queries.ts';
import type { Exams } from '../exams.ts';
import * as newAddress from './newAddress.ts';
import { correctInOneSystem } from './oneSystem.ts';
import {
  type AccountFields,
  type Form,
  pickFields,
  pickNames,
  statedFields,
  storeFields,
} from './personFields.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';

/**
 * Corrects a person, all of it or nothing; with less for administrators of some of the person's systems (`oneSystem.ts`). A new address counts at once, but for a person who has signed in
 * before only when it is confirmed through the link mailed to it (readings §5).
 * @throws AppError `user.notFound`, `user.outOfReach`, `request.tooMany`
 */
export async function correctUser(
  context: AppContext,
  grant: SystemsGrant,
  form: Form,
  exams: Exams,
): Promise<Correction> {
  if (form.email !== undefined && form.email !== form.seen?.email)
    await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const work = async (tx: WriteTx): Promise<Written<Correction>> => {
    await managedUsers.lockRoleChanges(tx, grant);
    const administered = systemsReached(grant.identity, 'admin');
    const person = await managedUsers.lockSeenUser(tx, administered, form.id);
    if (administered !== 'all' && !users.mayManage(administered, person.held))
      return correctInOneSystem(context, tx, grant, person, { form, administered });
    const before = pickFields(person);
    const { seen } = form;
    if (seen && pickNames(before).some((name) => before[name] !== seen[name]))
      return unchanged({ outcome: 'conflict', now: before });
    const asked = await findNewAddress(tx, form.id, context.clock.now());
    const email = form.email ?? asked ?? before.email;
    const isPresent = emailKey(email) === emailKey(before.email);
    const isMoving = !isPresent && email !== asked;
    const holder = isMoving ? await newAddress.findOtherHolder(tx, email, form.id) : null;
    if (holder) return unchanged({ outcome: 'emailTaken', holder: await shownTo(tx, grant, holder) });
    // Whoever reads mail at the new address can open the account by a mailed link.
    if (isMoving && (await holdsMoreRights(tx, grant, form.id))) throw new AppError('user.outOfReach');
    const after = { ...before, ...statedFields(form), email: isPresent ? email : before.email };
    const done = await applyCorrection(context, tx, grant, person, { after, email: isMoving ? email : null });
    const { lines, isOnPlatform, address } = done;
    if (!isMoving && isPresent && (await newAddress.voidAddressLinks(tx, form.id)))
      lines.push(...managedUsers.makeAuditLines(grant, 'user.newAddressDropped', person, { email: asked }));
    const isMoved = address?.isLink === false;
    const mailIds = isMoved ? await listAstrayMails(context, tx, grant, form.id, exams) : [];
    const result = {
      outcome: 'corrected',
      address: isMoved || before.email !== after.email ? { from: before.email, to: email } : null,
      linkSentTo: address?.isLink ? email : null,
      mailIds,
      isOnPlatform,
    } as const;
    const [first, ...more] = lines;
    return first ? record(result, first, ...more) : unchanged(result);
  };
  const answering = async (tx: WriteTx) =>
    exams.answerRequests(context, tx, grant, await work(tx), form.requestId);
  return writeEverywhere(context, grant, answering).catch((error: unknown) => {
    // An import that ran meanwhile made an account with the address: the second attempt finds that account.
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    return writeEverywhere(context, grant, answering);
  });
}

/**
 * Stores corrected fields of a locked person, and a new address: at once, or behind a link for a person who has signed in
 * before. `address.noticeKey`: the key of the mail to the former address.
 * @throws AppError `user.superAdminAddress` for a super admin who has never signed in
 */
export async function applyCorrection(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant | SystemGrant,
  person: users.LockedPerson,
  { after, email }: { readonly after: AccountFields; readonly email: string | null },
) {
  const before = pickFields(person);
  const lines = await storeFields(tx, grant, person, before, after);
  const named = { ...person, ...after };
  const isLink = person.lastVisitAt !== null;
  // Whoever reads the mails of an account that nobody has opened yet can open it.
  if (email !== null && !isLink && users.isSuperAdmin(person.held))
    throw new AppError('user.superAdminAddress');
  const change = { email: { from: before.email, to: email } };
  const systemId = managedUsers.systemShared(grant, person.held);
  const by = grant.identity.userId;
  let noticeKey: string | null = null;
  if (email !== null && isLink) {
    await newAddress.queueAddressLink(context, tx, named, email, { systemId, by });
    lines.push(...managedUsers.makeAuditLines(grant, 'user.newAddressAsked', person, change));
  } else if (email !== null) {
    const how = { isConfirmed: false, isOwn: false, systemId, by };
    noticeKey = await newAddress.changeAddress(context, tx, named, email, how);
    lines.push(...managedUsers.makeAuditLines(grant, 'account.addressChanged', person, change));
  }
  await readdressMails(context, tx, person.id, findAuthor(grant).fullName);
  const isRenamed = isNamedOtherwise(before, after) || (email !== null && !isLink);
  const isOnPlatform = isRenamed && (await newAddress.queueAccountUpdate(context, tx, person.id));
  return { lines, isOnPlatform, address: email === null ? null : { isLink, noticeKey } };
}

/** The mails about coming exams, and of the new account, that never reached a person whose address was wrong. */
async function listAstrayMails(
  context: AppContext,
  tx: WriteTx,
  { systemIds }: SystemsGrant,
  userId: number,
  { isExamOver }: Exams,
) {
  const mails = await selectAstrayMails(tx, { userId, systemIds, today: context.clock.today() });
  return mails
    .filter(
      ({ examDate, endTime, endDate }) =>
        examDate === null ||
        !isExamOver(context, { examDate, endTime: endTime ?? '', endDate: endDate ?? '' }),
    )
    .map(({ id }) => id);
}

/** Whether the person's name or address changes, which learning platforms have too. */
function isNamedOtherwise(before: PersonFields, after: PersonFields): boolean {
  return (['firstName', 'lastName', 'email'] as const).some((name) => before[name] !== after[name]);
}

/** The holder of an address, if the caller may see that person. */
async function shownTo(tx: WriteTx, { identity }: SystemsGrant, holder: users.Account) {
  const isKnown = users.isSeen(systemsReached(identity, 'admin'), await users.listHeldRoles(tx, holder.id));
  return isKnown ? { id: holder.id, fullName: users.joinNames(holder), email: holder.email } : null;
}
