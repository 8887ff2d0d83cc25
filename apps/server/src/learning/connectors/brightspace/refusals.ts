import type { Account, Refusal } from '../connector.ts';

/** `reasons`: of each account in order, null where nothing was refused. */
export function refusalsOf(accounts: readonly Account[], reasons: readonly (string | null)[]): Refusal[] {
  return accounts.flatMap(({ key }, at) => {
    const reason = reasons[at] ?? null;
    return reason === null ? [] : [{ key, reason }];
  });
}
