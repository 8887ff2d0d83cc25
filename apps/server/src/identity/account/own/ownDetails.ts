import type { BodyOf } from '@guichet/contract/core/endpoint';
import { emailKey } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { changeOwnName as changeEndpoint, OwnDetails } from '@guichet/contract/identity/account.own';
import { findAuthor, record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { readdressMails } from '../../../mail/outbox/outbox.service.ts';
import { makeAuditLines } from '../../users/managedUsers.service.ts';
import { getOwnAccount, lockPeople } from '../../users/users.service.ts';
import { findNewAddress } from '../account.queries.ts';
import { queueAccountUpdate, queueAddressLink, voidAddressLinks } from '../correction/newAddress.ts';
import { pickFields, storeFields } from '../correction/personFields.ts';

type Asked = { readonly outcome: 'asked' | 'present' };

/** @throws AppError `session.missing` */
export async function findOwnDetails(context: AppContext, grant: SystemsGrant): Promise<OwnDetails> {
  const { id, firstName, lastName, email } = await getOwnAccount(context, grant);
  const newEmail = await findNewAddress(context.database.read, id, context.clock.now());
  return { firstName, lastName, email, newEmail };
}

/** @throws AppError `session.missing` */
export async function changeOwnName(
  context: AppContext,
  grant: SystemsGrant,
  names: BodyOf<typeof changeEndpoint>,
): Promise<true> {
  return writeEverywhere(context, grant, async (tx) => {
    const person = await lockSelf(tx, grant);
    const before = pickFields(person);
    const [first, ...more] = await storeFields(tx, grant, person, before, { ...before, ...names });
    await readdressMails(context, tx, person.id, findAuthor(grant).fullName);
    if (first) await queueAccountUpdate(context, tx, person.id);
    return first ? record(true as const, first, ...more) : unchanged(true as const);
  });
}

/** Changes the language of the mails that are written from now on. @throws AppError `session.missing` */
export async function changeOwnLanguage(context: AppContext, grant: SignedInGrant, language: Language) {
  return writeEverywhere(context, grant, async (tx) => {
    const person = await lockSelf(tx, grant);
    const before = pickFields(person);
    const [first, ...more] = await storeFields(tx, grant, person, before, { ...before, language });
    return first ? record(true as const, first, ...more) : unchanged(true as const);
  });
}

/**
 * Mails a link to a new address, which counts once the person confirms it there. For an address of another account
 * the reply is the same, so that nobody learns which addresses have accounts: the owner gets a notice without a link.
 * @throws AppError `session.missing`, `request.tooMany`
 */
export async function askOwnAddress(context: AppContext, grant: SystemsGrant, email: string): Promise<Asked> {
  await enforceRateLimit(context, 'ownAddress', grant.identity.userId);
  return writeEverywhere(context, grant, async (tx) => {
    const person = await lockSelf(tx, grant);
    if (emailKey(email) === emailKey(person.email)) return unchanged<Asked>({ outcome: 'present' });
    await queueAddressLink(context, tx, person, email, { systemId: null, by: null });
    const change = { email: { from: person.email, to: email } };
    return record<Asked>(
      { outcome: 'asked' },
      ...makeAuditLines(grant, 'user.newAddressAsked', person, change),
    );
  });
}

/** Withdraws a new address that is not confirmed yet. @throws AppError `session.missing` */
export async function dropOwnAddress(context: AppContext, grant: SystemsGrant): Promise<boolean> {
  return writeEverywhere(context, grant, async (tx) => {
    const person = await lockSelf(tx, grant);
    const asked = await findNewAddress(tx, person.id, context.clock.now());
    if (!(await voidAddressLinks(tx, person.id))) return unchanged(false);
    return record(true, ...makeAuditLines(grant, 'user.newAddressDropped', person, { email: asked }));
  });
}

async function lockSelf(tx: WriteTx, { identity }: Pick<SignedInGrant, 'identity'>) {
  const [person] = await lockPeople(tx, [identity.userId]);
  if (!person || person.deactivatedAt || person.lockedAt) throw new AppError('session.missing');
  return person;
}
