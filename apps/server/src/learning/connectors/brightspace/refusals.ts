import type { Remark } from '@guichet/contract/learning/learning.remarks';
import type { Account, Refusal } from '../connector.ts';

/** `remarks`: in the order of `accounts`, null for an account that was not refused. */
export function listRefusals(accounts: readonly Account[], remarks: readonly (Remark | null)[]): Refusal[] {
  return accounts.flatMap(({ key }, at) => {
    const remark = remarks[at] ?? null;
    return remark === null ? [] : [{ key, remark }];
  });
}
