import type { AuditAction } from '@guichet/contract/core/audit';
import type { AuditDetail } from '@guichet/contract/core/audit.details';
import { record, writeEverywhere } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import type { Identity, SignedInGrant } from '../../core/http/grant.ts';
import { AppError } from '../../core/runtime/errors.ts';
import type { Account } from '../users/users.service.ts';
import { type FactorMailKind, queueFactorMail } from './factorMails.ts';
import { deleteFactors, hasFactor, lockFactors } from './factors.queries.ts';

interface Change<T> {
  readonly action: AuditAction;
  readonly mail: FactorMailKind;
  /** Makes the change; throws to change nothing. */
  readonly work: (tx: WriteTx) => Promise<{ result: T; detail?: { readonly [K in AuditDetail]?: unknown } }>;
}

/** A change of the caller's own factors: serialised, audited, and reported to them by mail. */
export async function changeOwnFactors<T>(
  context: AppContext,
  grant: SignedInGrant,
  account: Account,
  { action, mail, work }: Change<T>,
): Promise<T> {
  return writeEverywhere(context, grant, async (tx) => {
    await lockFactors(tx, account.id);
    const { result, detail = {} } = await work(tx);
    await queueFactorMail(context, tx, account, mail);
    return record(result, { action, subject: `user:${account.id}`, detail });
  });
}

/** Whether one of the roles held requires a second factor (setting REQUIRE_SECOND_FACTOR). */
export function isRequired({ config }: Pick<AppContext, 'config'>, { roles }: Pick<Identity, 'roles'>) {
  return roles.some(({ role }) => config.requireSecondFactor.includes(role));
}

/**
 * Called after the removal of a factor, in its transaction: the last factor must not be required, and the
 * recovery codes are deleted with it.
 * @throws AppError `factor.lastRequired`
 */
export async function settleRemoval(context: AppContext, tx: WriteTx, { identity }: SignedInGrant) {
  if (await hasFactor(tx, identity.userId)) return;
  if (isRequired(context, identity)) throw new AppError('factor.lastRequired');
  await deleteFactors(tx, identity.userId);
}
