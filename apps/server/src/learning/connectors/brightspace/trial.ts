import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { makeRemark } from '../platformFacts.ts';
import type { BrightspaceSite } from './api.ts';
import { findOfferings, recycleOffering } from './offerings.ts';
import { findUsers } from './users.ts';

/** Puts a trial's course into the recycle bin; a remark names the accounts, which may not be deleted. */
export async function removeTrial(
  site: BrightspaceSite,
  code: string,
  keys: readonly string[],
): Promise<Remark[]> {
  for (const offering of await findOfferings(site, code)) await recycleOffering(site, offering);
  const left: string[] = [];
  for (const key of keys)
    for (const { UserId } of await findUsers(site, key)) left.push(`${key} (id ${UserId})`);
  return left.length > 0 ? [makeRemark('accountsStay', { accounts: left })] : [];
}
