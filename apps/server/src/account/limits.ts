import { emailKey } from '@guichet/contract/core/fold';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { countAgainst, keepWithin, refuseBeyond } from '../users/users.service.ts';

const minute = 60;
const hour = 60 * minute;

/**
 * Counts a request for a reset link, for known and unknown addresses alike.
 * @throws AppError `request.tooMany` after 10 a minute from one network address or 3 an hour for one e-mail address.
 */
export async function countLinkRequest(context: AppContext, email: string, address: string): Promise<void> {
  await keepWithin(context, { key: `forgot|${address}`, most: 10, seconds: minute });
  await keepWithin(context, { key: `forgot|${emailKey(email)}`, most: 3, seconds: hour });
}

/** Of the links in mails, from one network address: more than a campus mistypes, and nothing to a guesser of 256 bits. */
const wrongLinks = (address: string) => ({ key: `link|${address}`, most: 60, seconds: minute });

/**
 * Looks at the token of a mail unless this network address has shown too many that are none (ASVS 6.6.3); who shows
 * good ones is not counted.
 * @throws AppError `request.tooMany`
 */
export async function countingWrongLinks<T>(
  context: AppContext,
  address: string,
  look: () => Promise<T | false>,
): Promise<T | false> {
  await refuseBeyond(context, wrongLinks(address));
  const found = await look();
  if (found === false) await countAgainst(context, wrongLinks(address));
  return found;
}
