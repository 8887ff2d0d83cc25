import { emailKey } from '@guichet/contract/core/fold';
import type { AppContext } from '../../../core/context/appContext.ts';
import { hmac } from '../../../core/crypto/keys.ts';

/** `blocked`: refused without a check, logged once when a block is met. */
export type FailedBecause = 'password' | 'secondFactor' | 'passkey' | 'noAccess' | 'lapsed' | 'blocked';

/**
 * Logs one line for a failed sign-in. Account and address are keyed hashes: lines about the same account or
 * address can be matched, and nobody is named.
 */
export function logFailedSignIn(
  context: AppContext,
  { username, address }: { readonly username: string | null; readonly address: string },
  because: FailedBecause,
): void {
  const key = context.keys.derive('sign-in log');
  const hashed = (text: string) => hmac(key, text).slice(0, 16);
  const account = username === null ? null : hashed(`account|${emailKey(username)}`);
  context.log.warn({ because, account, address: hashed(`address|${address}`) }, 'a sign-in failed');
}
