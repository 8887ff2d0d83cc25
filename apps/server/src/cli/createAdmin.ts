import { machineGrant } from '../access/access.service.ts';
import { record, write } from '../audit/audit.service.ts';
import { deleteFactors } from '../factors/factors.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { forgetFailuresOf } from '../sessions/sessions.service.ts';
import {
  createAccount,
  drawPassword,
  findAccountByEmail,
  restoreSuperAdmin,
} from '../users/users.service.ts';

export interface AdminOrder {
  readonly email: string;
  /** Null: one is generated, and has to be changed at the first sign-in. */
  readonly password: string | null;
  /** Restores the access of an existing account. */
  readonly isReset: boolean;
}

const operator = machineGrant('guichet admin create');

/**
 * Creates a super admin, or restores the access of one: her sessions, second factors and failed attempts are deleted.
 * Returns the generated password, or null. @throws AppError `user.alreadyExists`, `user.notFound`
 */
export async function createAdmin(context: AppContext, order: AdminOrder): Promise<string | null> {
  const email = order.email.trim();
  const drawn = order.password === null ? drawPassword(context.clock) : null;
  const passwordHash = await context.hashing.hash(order.password ?? drawn ?? '');
  const secret = { passwordHash, mustChoosePassword: drawn !== null };
  const now = context.clock.now();
  await write(context, operator, async (tx) => {
    const known = await findAccountByEmail(tx, email);
    if (!order.isReset) {
      const account = { email, firstName: 'Super', lastName: 'Admin', language: 'fr' as const, ...secret };
      const roles = [{ role: 'superAdmin' as const, systemId: null }];
      const userId = await createAccount(tx, { ...account, roles }, now);
      return record(userId, { action: 'user.created', subject: `user:${userId}`, detail: { email } });
    }
    if (!known) throw new AppError('user.notFound');
    await restoreSuperAdmin(tx, known.id, secret, now);
    await deleteFactors(tx, known.id);
    await forgetFailuresOf(tx, email);
    const subject = `user:${known.id}`;
    return record(
      known.id,
      { action: 'user.passwordSet', subject, detail: { email } },
      { action: 'user.rolesChanged', subject, detail: { email, given: ['Super Admin'] } },
    );
  });
  return drawn;
}
