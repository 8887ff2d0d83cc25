import type { WriteTx } from '../platform/database/database.ts';
import type { Identity, SignedInGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { deleteFactors, hasFactor } from './factors.queries.ts';

/** Whether one of the roles held demands a second factor (setting REQUIRE_SECOND_FACTOR). */
export function isRequired(
  { config }: Pick<AppContext, 'config'>,
  { roles }: Pick<Identity, 'roles'>,
): boolean {
  return roles.some(({ role }) => config.requireSecondFactor.includes(role));
}

/**
 * After a factor is gone: where it was the last one it must not be demanded, and the recovery codes, which stand in
 * for one, go too. Within the transaction that took it away.
 * @throws AppError `factor.lastRequired`
 */
export async function settleRemoval(
  context: AppContext,
  tx: WriteTx,
  { identity }: SignedInGrant,
): Promise<void> {
  if (await hasFactor(tx, identity.userId)) return;
  if (isRequired(context, identity)) throw new AppError('factor.lastRequired');
  await deleteFactors(tx, identity.userId);
}
