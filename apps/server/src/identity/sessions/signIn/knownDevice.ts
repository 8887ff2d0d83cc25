import { emailKey } from '@guichet/contract/core/fold';
import type { AppContext } from '../../../core/context/appContext.ts';
import { hmac, sameText } from '../../../core/crypto/keys.ts';

const day = 24 * 60 * 60;
const goodDays = 180;
/** The most accounts that a device remembers: the latest. */
const mostAccounts = 8;

/**
 * Reads the cookie of a device with an earlier complete sign-in: `id.day.signature.account…`, where `account` is an opaque
 * id of an account that has signed in on the device. The signature covers everything, so neither another device nor another
 * account can be forged.
 */
export function readDevice(context: AppContext, mark: string | null) {
  const [id = '', since = '', signature = '', ...accounts] = (mark ?? '').slice(0, 1000).split('.');
  const age = today(context) - Number.parseInt(since, 36);
  if (!(age >= -1 && age < goodDays) || !sameText(signature, sign(context, `${id}.${since}`))) return null;
  return {
    id,
    /** Whether this account has signed in on the device. */
    isOf: (username: string) => accounts.some((one) => sameText(one, accountMark(context, id, username))),
  };
}

/** The new value of the device cookie, with this account added. */
export function markDevice(context: AppContext, shown: string | null, username: string): string {
  const known = readDevice(context, shown);
  const id = known?.id ?? context.clock.randomBytes(12).toString('base64url');
  const own = accountMark(context, id, username);
  const before = known ? (shown ?? '').split('.').slice(3) : [];
  const accounts = [own, ...before.filter((one) => one !== own)].slice(0, mostAccounts);
  const since = today(context).toString(36);
  return [id, since, sign(context, `${id}.${since}`), ...accounts].join('.');
}

export const deviceMarkSeconds = goodDays * day;

function today({ clock }: AppContext): number {
  return Math.floor(clock.now().getTime() / (day * 1000));
}

function accountMark(context: AppContext, id: string, username: string): string {
  return sign(context, `${id}|${emailKey(username)}`);
}

function sign(context: AppContext, text: string): string {
  return hmac(context.keys.derive('known device'), text).slice(0, 22);
}
