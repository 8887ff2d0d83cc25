import { joinNames, withoutNoName } from '@guichet/contract/core/fullName';
import type { Doubt } from '@guichet/contract/learning/learning.doubts';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { type AccountFacts, makeRemark, type Person } from './connector.ts';

type Judged = Pick<Person, 'key' | 'recorded'>;

type Bearer = Pick<AccountFacts, 'externalId' | 'login' | 'authentication' | 'isSuspended'>;

export const strangersAccount = makeRemark('strangersAccount');

const accountGone = makeRemark('accountDeleted');

/**
 * Judges whether one of the accounts that bear a person's key, in any field, is the portal's: recorded, or
 * made by the portal, which a login shows that nobody else could give. `use` null without `refusal`: there is
 * no account yet.
 */
export function judgeAccount<Facts extends Bearer>(
  { key, recorded }: Judged,
  found: readonly Facts[],
): { readonly use: Facts | null; readonly refusal: Remark | null } {
  const refused = (refusal: Remark) => ({ use: null, refusal });
  const [account, ...twins] = found;
  const externalId = recorded?.externalId ?? null;
  if (!account) return externalId === null ? { use: null, refusal: null } : refused(accountGone);
  if (twins.length > 0)
    return refused(makeRemark('accountTwins', { ids: found.map((one) => one.externalId) }));
  if (externalId === null ? account.login !== key : account.externalId !== externalId)
    return refused(strangersAccount);
  if (account.isSuspended) return refused(makeRemark('accountSuspended'));
  const { authentication = null } = account;
  const before = recorded?.authentication ?? null;
  if (before !== null && authentication !== null && authentication !== before)
    return refused(otherSignIn(before, authentication));
  return { use: account, refusal: null };
}

/** Somebody on the platform has changed how the account signs in, which is for the portal to set. */
function otherSignIn(before: string, now: string): Remark {
  return makeRemark('otherSignIn', { before, now });
}

export const staffAccount = makeRemark('staffAccount');

/**
 * Doubts that the one account under a key of former versions, a row's number, is this person's: an account
 * that bears such a number by chance has a login of its own. Empty when it plausibly is theirs.
 */
export function findDoubts(
  { key, firstName, lastName, email }: Pick<Person, 'key' | 'firstName' | 'lastName' | 'email'>,
  { login, authentication = null, name, email: address }: AccountFacts,
): Doubt['reasons'] {
  const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
  const isMet = isSame(email, address) || isSame(joinNames({ firstName, lastName }), withoutNoName(name));
  return [
    ...(login === key ? [] : (['login'] as const)),
    ...(authentication === null || authentication === 'oauth2' ? [] : (['signIn'] as const)),
    ...(isMet ? [] : (['person'] as const)),
  ];
}
