import type { PasskeyAssertion, PasskeyRequest } from '@guichet/contract/factors.webauthn';
import type { SecondFactorOutcome } from '@guichet/contract/sessions.secondFactor';
import { mailLinkTo } from '../account/account.service.ts';
import * as factors from '../factors/factors.service.ts';
import { AppError } from '../platform/errors.ts';
import type { AnyoneGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { findAccount, listHeldRoles } from '../users/users.service.ts';
import { openIf } from './opening.ts';
import { secondsToWaitAt, type Whence } from './signInThrottle.ts';

const refused = { success: false, statusCode: 4401, payload: null } as const;

/** @throws AppError `request.tooMany` */
export async function askForPasskey(house: House, address: string): Promise<PasskeyRequest> {
  const retryAfter = await secondsToWaitAt(house, address);
  if (retryAfter > 0)
    throw new AppError('request.tooMany', { headers: { 'retry-after': String(retryAfter) } });
  return factors.askForPasskey(house);
}

/**
 * Opens a session with a passkey alone: it is what one has, and its device has asked for what one knows or is. There
 * is nothing to guess, so only the tries from one network address are counted.
 */
export async function signInWithPasskey(
  house: House,
  grant: AnyoneGrant,
  passkey: PasskeyAssertion,
  whence: Whence,
): Promise<SecondFactorOutcome> {
  const retryAfter = await secondsToWaitAt(house, whence.address);
  if (retryAfter > 0) return { ...refused, retryAfter };
  const checked = await factors.checkPasskeyAlone(house, passkey);
  if (checked === 'over') return { ...refused, statusCode: 4407 };
  const account = checked && (await findAccount(house.database.read, checked.userId));
  if (!checked || !account) return refused;
  const held = await listHeldRoles(house.database.read, account.id);
  if (account.deactivatedAt || held.length === 0) return { ...refused, statusCode: 4403 };
  if (account.linkDueSince) {
    await mailLinkTo(house, grant, account);
    return { ...refused, statusCode: 4409 };
  }
  const attempt = { username: account.email, ...whence };
  const pair = await openIf(
    house,
    grant,
    { account, held, attempt, hasFailed: true },
    { kind: 'passkey', take: checked.take },
  );
  return pair ? { success: true, statusCode: 200, payload: pair } : refused;
}
