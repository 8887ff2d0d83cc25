import type { WriteTx } from '../platform/database/database.ts';
import type { Identity, SignedInGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { deleteFactors, hasFactor } from './factors.queries.ts';

/** Whether one of the roles held requires a second factor (setting REQUIRE_SECOND_FACTOR). */
export function isRequired(
  { config }: Pick<AppContext, 'config'>,
  { roles }: Pick<Identity, 'roles'>,
): boolean {
  return roles.some(({ role }) => config.requireSecondFactor.includes(role));
}

/**
 * Called after the removal of a factor, in its transaction: the last one must not be required, and its recovery codes are
 * deleted with it.
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
