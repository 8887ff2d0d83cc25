import { emailKey } from '@guichet/contract/core/fold';
import type { AuditLine } from '../../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { planAccountUpdate } from '../../../learning/learning.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { mailText } from '../../../mail/texts/texts.service.ts';
import { makeAuditLines } from '../../users/managedUsers.service.ts';
import { nameKeys } from '../../users/nameKeys.service.ts';
import * as users from '../../users/users.service.ts';
import { deleteUnusedTokens, insertToken, markTokenUsed } from '../account.queries.ts';
import { resetMailKey } from '../forgotten/forgotten.ts';

const linkSeconds = 7 * 24 * 60 * 60;

/** The new address that a link confirms, with the id of the link's stored token. */
export interface NewAddress {
  readonly tokenId: string;
  readonly email: string;
  /** Whether the person themselves asked for the new address. */
  readonly isOwn: boolean;
  /** The other person who asked for the address; null without another person, and for older links, which note nobody. */
  readonly askedBy: number | null;
}

/** The account that has an address, unless it is the account `userId`. */
export async function findOtherHolder(db: ReadDb, email: string, userId: number) {
  const holder = await users.findAccountByEmail(db, email);
  return holder && holder.id !== userId ? holder : null;
}

/**
 * Mails the link with which a person confirms a new address; replaces an earlier link. Where another account has the
 * address, its owner is told instead, and no link exists.
 * @param asked `systemId`: the system whose administrators see the mail; `by`: who asked for the address, null: the person
 */
export async function queueAddressLink(
  context: AppContext,
  tx: WriteTx,
  person: users.LockedPerson,
  email: string,
  asked: { readonly systemId: number | null; readonly by: number | null },
): Promise<void> {
  const now = context.clock.now();
  await voidAddressLinks(tx, person.id);
  const id = context.clock.uuid();
  const expiresAt = secondsAfter(now, linkSeconds);
  const times = { issued_at: now, expires_at: expiresAt, used_at: null };
  const { by, systemId } = asked;
  const token = { user_id: person.id, purpose: 'confirmEmail', new_email: email, asked_by: by } as const;
  await insertToken(tx, { id, ...token, ...times });
  const mail = { key: linkMailKey(id), systemId };
  const holder = await findOtherHolder(tx, email, person.id);
  if (holder) {
    const notice = { ...mail, kind: 'addressWanted', email: holder.email } as const;
    if (!holder.deactivatedAt) await queueAddressMail(context, tx, holder, notice);
    return;
  }
  const kind = by === null ? 'ownAddress' : 'newAddress';
  const confirmLink = { purpose: kind, subject: id, expiresAt: expiresAt.toISOString() } as const;
  await queueAddressMail(context, tx, person, { ...mail, kind, email, own: { confirmLink } });
}

/** Voids unused links to new addresses; returns whether there were any. */
export async function voidAddressLinks(tx: WriteTx, userId: number): Promise<boolean> {
  const voided = await deleteUnusedTokens(tx, userId, 'confirmEmail');
  await outbox.cancelMailsWithKeys(tx, voided.map(linkMailKey));
  return voided.length > 0;
}

/**
 * Changes an address: sessions end, all earlier links are void, and a mail tells the old address,
 * unless it is known not to exist; returns the key of that mail.
 * @param how `systemId`: the system whose administrators see the mail to the old address; null: super admins only;
 * `by`: somebody else who asked for the address, if known
 */
export async function changeAddress(
  context: AppContext,
  tx: WriteTx,
  person: users.LockedPerson,
  email: string,
  how: {
    readonly isConfirmed: boolean;
    readonly isOwn: boolean;
    readonly systemId: number | null;
    readonly by: number | null;
  },
): Promise<string | null> {
  const now = context.clock.now();
  const { isConfirmed, isOwn, systemId, by } = how;
  const { id, firstName, lastName } = person;
  const isFormerUnknown = (await outbox.findUnknownSince(tx, id)) !== null;
  const { studentNumber } = person;
  await users.updatePerson(tx, id, {
    email,
    email_key: emailKey(email),
    ...nameKeys(firstName, lastName, email, studentNumber),
    email_changed_at: now,
    email_confirmed_at: isConfirmed ? now : null,
    sessions_ended_at: now,
    ...(!isOwn && { feeds_ended_at: now }),
  });
  if (by) await users.storeHandover(tx, { userId: id, part: 'address', by, now });
  // Whoever reads mail at the wrong address may have chosen a password, or have been sent one.
  if (!isConfirmed && (!person.mustChoosePasswordSince || (await outbox.wasPasswordMailed(tx, id))))
    await users.updatePerson(tx, id, {
      password_hash: null,
      password_mailed_at: null,
      must_choose_password_since: now,
    });
  const resets = await deleteUnusedTokens(tx, id, 'resetPassword');
  await outbox.cancelMailsWithKeys(tx, resets.map(resetMailKey));
  await voidAddressLinks(tx, id);
  if (isFormerUnknown) return null;
  const key = `addressChanged:${context.clock.uuid()}`;
  await queueAddressMail(context, tx, person, {
    kind: isOwn ? 'ownAddressChanged' : 'addressChanged',
    key,
    email: person.email,
    systemId,
  });
  return key;
}

/**
 * Gives an account back the address that it had before a change at once, which nobody has used; with `tells`, a mail says so
 * there. A password that went with the change does not come back.
 * @param was `times`: the moments of the account before the change, by column; `noticeKey`: the key of its mail; `at`: its time
 */
export async function restoreAddress(
  context: AppContext,
  tx: WriteTx,
  person: users.LockedPerson,
  was: {
    readonly email: string;
    readonly times: Readonly<Record<string, string | null>>;
    readonly noticeKey: string | null;
    readonly at: Date;
    readonly tells: boolean;
    readonly systemId: number | null;
  },
): Promise<void> {
  const { email, times, noticeKey, at, tells, systemId } = was;
  const { id, firstName, lastName, studentNumber } = person;
  const keys = nameKeys(firstName, lastName, email, studentNumber);
  await users.updatePerson(tx, id, { email, email_key: emailKey(email), ...keys, ...times });
  await users.deleteHandover(tx, { userId: id, part: 'address', at });
  await voidAddressLinks(tx, id);
  if (noticeKey !== null) await outbox.cancelMailsWithKeys(tx, [noticeKey]);
  const key = `addressBack:${context.clock.uuid()}`;
  if (tells) await queueAddressMail(context, tx, person, { kind: 'addressBack', key, email, systemId });
}

/** Queues name and address for the platforms that know the person; false if none does. */
export async function queueAccountUpdate(context: AppContext, tx: WriteTx, userId: number): Promise<boolean> {
  const [now, today] = [context.clock.now(), context.clock.today()];
  return (await planAccountUpdate(tx, userId, { now, today })) > 0;
}

/** Gives a person the address of a link; returns the audit lines. */
export async function takeNewAddress(
  context: AppContext,
  tx: WriteTx,
  grant: AnyoneGrant | SignedInGrant,
  person: users.LockedPerson,
  { tokenId, email, isOwn, askedBy }: NewAddress,
): Promise<readonly [AuditLine, ...AuditLine[]]> {
  await markTokenUsed(tx, tokenId, context.clock.now());
  // The notice has the same system as the mail with the link.
  const systemId = await outbox.findSystemOfMail(tx, linkMailKey(tokenId));
  await changeAddress(context, tx, person, email, { isConfirmed: true, isOwn, systemId, by: askedBy });
  await outbox.readdressMails(context, tx, person.id, users.joinNames(person));
  await queueAccountUpdate(context, tx, person.id);
  const detail = { email: { from: person.email, to: email } };
  const actor = { userId: person.id, fullName: users.joinNames(person) };
  const [first, ...more] = makeAuditLines(grant, 'account.addressChanged', person, detail);
  return [{ ...first, actor }, ...more.map((line) => ({ ...line, actor }))];
}

function linkMailKey(tokenId: string): string {
  return `newAddress:${tokenId}`;
}

interface AddressMail {
  /** `newAddress`, `addressChanged`, `addressBack`: somebody else corrects it. `addressWanted`: another account asked for the address. */
  readonly kind:
    | 'newAddress'
    | 'addressChanged'
    | 'addressBack'
    | 'ownAddress'
    | 'ownAddressChanged'
    | 'addressWanted';
  readonly key: string;
  readonly email: string;
  /** The system whose administrators see the mail; null: super admins only. */
  readonly systemId: number | null;
  readonly own?: Pick<outbox.OwnVariables, 'confirmLink'>;
}

/** Queues a mail about a changed address, which never follows a person to another address. */
export async function queueAddressMail(
  context: AppContext,
  tx: WriteTx,
  { id: aboutUserId, ...person }: Pick<users.Account, 'id' | 'firstName' | 'lastName' | 'language'>,
  { kind: purpose, key, email, systemId, own }: AddressMail,
): Promise<void> {
  const { language } = person;
  const from =
    systemId === null
      ? await users.findAccountSender(context, tx, { id: aboutUserId }, language)
      : await outbox.findSender(tx, systemId, language);
  await outbox.mailPeople(context, tx, [{ ...person, id: null, email }], {
    text: () => ({
      ...outbox.makeMailing(from, { purpose, language }, mailText(purpose, language)),
      systemId,
    }),
    key: () => key,
    own: { aboutUserId, ...own },
    urgent: true,
  });
}
