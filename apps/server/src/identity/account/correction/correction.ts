import type { BodyOf } from '@guichet/contract/core/endpoint';
import { emailKey } from '@guichet/contract/core/fold';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import type {
  Correction,
  correctUser as correctEndpoint,
  PersonFields,
} from '@guichet/contract/identity/users.changes';
import {
  type AuditLine,
  record,
  unchanged,
  type Written,
  writeEverywhere,
} from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import type { SystemGrant, SystemsGrant } from '../../../core/http/grant.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { readdressMails } from '../../../mail/outbox/outbox.service.ts';
import { holdsMoreRights, systemsReached } from '../../access/access.service.ts';
import { linesOf, lockManagedUser, lockRoleChanges, systemShared } from '../../users/managedUsers.service.ts';
import { nameKeys } from '../../users/nameKeys.service.ts';
import {
  type Account,
  cleanTexts,
  fullNameOf,
  isSeen,
  type LockedPerson,
  listHeldRoles,
  textColumns,
  updatePerson,
} from '../../users/users.service.ts';
import { findNewAddress, selectAstrayMails } from '../account.queries.ts';
import type { Exams } from '../exams.ts';
import {
  changeAddress,
  findOtherHolder,
  queueAccountUpdate,
  queueAddressLink,
  voidAddressLinks,
} from './newAddress.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';

type Form = BodyOf<typeof correctEndpoint>;

/**
 * Corrects a person, all of it or nothing. A new address counts at once, but for a person who has signed in
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
    await lockRoleChanges(tx, grant);
    const person = await lockManagedUser(tx, grant, form.id);
    const before = fieldsOf(person);
    const { seen } = form;
    if (seen && namesOf(before).some((name) => before[name] !== seen[name]))
      return unchanged({ outcome: 'conflict', now: before });
    const asked = await findNewAddress(tx, form.id, context.clock.now());
    const email = form.email ?? asked ?? before.email;
    const isPresent = emailKey(email) === emailKey(before.email);
    const isMoving = !isPresent && email !== asked;
    const holder = isMoving ? await findOtherHolder(tx, email, form.id) : null;
    if (holder) return unchanged({ outcome: 'emailTaken', holder: await shownTo(tx, grant, holder) });
    // Whoever reads mail at the new address can open the account by a mailed link.
    if (isMoving && (await holdsMoreRights(tx, grant, form.id))) throw new AppError('user.outOfReach');
    const after = { ...before, ...statedFields(form), email: isPresent ? email : before.email };
    const done = await applyCorrection(context, tx, grant, person, { after, email: isMoving ? email : null });
    const { lines, isOnPlatform, address } = done;
    if (!isMoving && isPresent && (await voidAddressLinks(tx, form.id)))
      lines.push(...linesOf(grant, 'user.newAddressDropped', person, { email: asked }));
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
  return writeEverywhere(context, grant, work).catch((error: unknown) => {
    // An import that ran meanwhile made an account with the address: the second attempt finds that account.
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    return writeEverywhere(context, grant, work);
  });
}

/**
 * Stores corrected fields of a locked person, and a new address: at once, or behind a link for a person who has signed in
 * before. `address.noticeKey`: the key of the mail to the former address.
 */
export async function applyCorrection(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant | SystemGrant,
  person: LockedPerson,
  { after, email }: { readonly after: PersonFields; readonly email: string | null },
) {
  const before = fieldsOf(person);
  const lines = await storeFields(tx, grant, person, before, after);
  const named = { ...person, ...after };
  const isLink = person.lastVisitAt !== null;
  const change = { email: { from: before.email, to: email } };
  const systemId = systemShared(grant, person.held);
  const by = grant.identity.userId;
  let noticeKey: string | null = null;
  if (email !== null && isLink) {
    await queueAddressLink(context, tx, named, email, { systemId, by });
    lines.push(...linesOf(grant, 'user.newAddressAsked', person, change));
  } else if (email !== null) {
    const how = { isConfirmed: false, isOwn: false, systemId, by };
    noticeKey = await changeAddress(context, tx, named, email, how);
    lines.push(...linesOf(grant, 'account.addressChanged', person, change));
  }
  await readdressMails(context, tx, person.id);
  const isRenamed = isNamedOtherwise(before, after) || (email !== null && !isLink);
  const isOnPlatform = isRenamed && (await queueAccountUpdate(context, tx, person.id));
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

const namesOf = (fields: PersonFields) => Object.keys(fields) as (keyof PersonFields)[];

export function fieldsOf(person: LockedPerson): PersonFields {
  const { firstName, lastName, language, email, newsLetter } = person;
  const texts = textsAs(personTextNames, (name) => person[name]);
  return { firstName, lastName, language, email, ...texts, newsLetter };
}

function statedFields(form: Form): Partial<PersonFields> {
  const { firstName, lastName, languageId: language, newsLetter } = form;
  return { firstName, lastName, language, newsLetter, ...cleanTexts(form) };
}

/** Stores all fields except a new address. Returns the audit lines. */
export async function storeFields(
  tx: WriteTx,
  grant: SystemsGrant | SystemGrant,
  person: LockedPerson,
  before: PersonFields,
  after: PersonFields,
): Promise<AuditLine[]> {
  const changed = namesOf(before).filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return [];
  const { firstName, lastName, language, email, newsLetter, studentNumber } = after;
  await updatePerson(tx, person.id, {
    first_name: firstName,
    last_name: lastName,
    email,
    ...nameKeys(firstName, lastName, email, studentNumber),
    language,
    ...textColumns(textsAs(personTextNames, (name) => after[name])),
    wants_newsletter: newsLetter,
  });
  const detail = changed.map((name) => [name, { from: before[name], to: after[name] }]);
  return [...linesOf(grant, 'user.corrected', person, Object.fromEntries(detail))];
}

/** The holder of an address, if the caller may see that person. */
async function shownTo(tx: WriteTx, { identity }: SystemsGrant, holder: Account) {
  const isKnown = isSeen(systemsReached(identity, 'admin'), await listHeldRoles(tx, holder.id));
  return isKnown ? { id: holder.id, fullName: fullNameOf(holder), email: holder.email } : null;
}
