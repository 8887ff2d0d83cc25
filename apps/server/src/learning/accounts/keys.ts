import type { AppContext } from '../../core/context/appContext.ts';
import { hmac, sameText } from '../../core/crypto/keys.ts';

type Making = Pick<AppContext, 'keys' | 'clock'>;

const form = /^guichet-([0-9a-f]{20})([0-9a-f]{16})$/;

/** A new key of an account on a site: nobody has it by chance, can guess it or forge another (`isOwnKey`). */
export function makeKey({ keys, clock }: Making, site: string): string {
  const random = clock.randomBytes(10).toString('hex');
  return `guichet-${random}${markOf({ keys }, site, random)}`;
}

/** Whether this installation made the key for this site, even if a restore has lost the record of it. */
export function isOwnKey({ keys }: Pick<Making, 'keys'>, site: string, key: string): boolean {
  const [, random = '', mark = ''] = form.exec(key) ?? [];
  return mark !== '' && sameText(mark, markOf({ keys }, site, random));
}

function markOf({ keys }: Pick<Making, 'keys'>, site: string, random: string): string {
  const full = hmac(keys.derive('platformAccounts'), `${site} ${random}`);
  return Buffer.from(full, 'base64url').toString('hex').slice(0, 16);
}
