import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { type Account, type Refusal, refusalOf } from '../connector.ts';

/** `remarks`: of each account in order, null where nothing was refused. */
export function refusalsOf(accounts: readonly Account[], remarks: readonly (Remark | null)[]): Refusal[] {
  return accounts.flatMap(({ key }, at) => {
    const remark = remarks[at] ?? null;
    return remark === null ? [] : [refusalOf(key, remark)];
  });
}
