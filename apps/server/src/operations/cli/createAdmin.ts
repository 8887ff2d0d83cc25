import { type AuditLine, record, type Written, write } from '../../core/audit/audit.service.ts';
import type { AppContext, WriteTx } from '../../core/context/appContext.ts';
import { commandName } from '../../core/runtime/commandName.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { machineGrant } from '../../identity/access/access.service.ts';
import { deleteFactors } from '../../identity/factors/factors.service.ts';
import { unlinkAll } from '../../identity/federation/federation.service.ts';
import { forgetAccountFailures } from '../../identity/sessions/sessions.service.ts';
import { refuseWeakPassword } from '../../identity/users/passwordStrength/refuseWeakPassword.service.ts';
import * as users from '../../identity/users/users.service.ts';

export interface AdminOrder {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Null: a password is generated, and has to be changed at the first sign-in. */
  readonly password: string | null;
  /** Whether to restore the access of an existing account. */
  readonly isReset: boolean;
  /** Whether an account that never was a super admin may become a super admin. */
  readonly mayPromote?: boolean;
}

export interface MadeAdmin {
  /** `restored`: the account was a super admin; `regained`: it had once been a super admin; `promoted`: never before. */
  readonly done: 'created' | 'restored' | 'regained' | 'promoted';
  readonly fullName: string;
  /** Whether the account was deactivated or locked before. */
  readonly isActivated: boolean;
  readonly drawnPassword: string | null;
}

const newAdmin = { firstName: 'Super', lastName: 'Admin' };
const operator = machineGrant('guichet admin create');

/**
 * Creates a super admin, or restores the access of an account: sessions, second factors, linked accounts and failed attempts are deleted.
 * @throws AppError `user.addressKnown`, `user.notFound`, `user.neverSuperAdmin`, `request.invalid` for a common or obvious password
 */
export async function createAdmin(context: AppContext, order: AdminOrder): Promise<MadeAdmin> {
  const email = order.email.trim();
  const drawnPassword = order.password === null ? users.drawPassword(context.clock) : null;
  if (order.password !== null) {
    const known = await users.findAccountByEmail(context.database.read, email);
    await refuseWeakPassword(context, order.password, known ?? { ...newAdmin, ...order, email });
  }
  const passwordHash = await context.hashing.hash(order.password ?? drawnPassword ?? '');
  const secret = { passwordHash, mustChoosePassword: drawnPassword !== null };
  const now = context.clock.now();
  const made = await write(
    context,
    operator,
    async (tx): Promise<Written<Omit<MadeAdmin, 'drawnPassword'>>> => {
      if (!order.isReset) {
        if (await users.findAccountByEmail(tx, email))
          throw new AppError('user.addressKnown', { params: { email, guichet: commandName } });
        const { firstName, lastName } = { ...newAdmin, ...order };
        const person = { email, firstName, lastName };
        const roles = [{ role: 'superAdmin' as const, systemId: null }];
        const id = await users.createAccount(tx, { ...person, language: 'fr', ...secret, roles }, now);
        const created: AuditLine = { action: 'user.created', subject: `user:${id}`, detail: { email } };
        const told = await users.tellOfSuperAdmin(context, tx, operator, { id, ...person });
        return record(
          { done: 'created', fullName: users.joinNames(person), isActivated: false },
          created,
          told,
        );
      }
      const known = await users.findAccountByEmail(tx, email);
      if (!known) throw new AppError('user.notFound');
      const done = await findRestoration(tx, known);
      if (done === 'promoted' && !order.mayPromote) throw new AppError('user.neverSuperAdmin');
      await users.restoreSuperAdmin(tx, known.id, secret, now);
      await deleteFactors(tx, known.id);
      await forgetAccountFailures(tx, email);
      const separated = await unlinkAll(context, tx, operator, known.id);
      const result = { done, fullName: users.joinNames(known), isActivated: known.deactivatedAt !== null };
      const passwordSet: AuditLine = {
        action: 'user.passwordSet',
        subject: `user:${known.id}`,
        detail: { email },
      };
      if (done === 'restored') return record(result, ...separated, passwordSet);
      const given = { email, given: ['superAdmin'] };
      const changed: AuditLine = { action: 'user.rolesChanged', subject: passwordSet.subject, detail: given };
      const told = await users.tellOfSuperAdmin(context, tx, operator, known);
      return record(result, ...separated, passwordSet, changed, told);
    },
  );
  return { ...made, drawnPassword };
}

async function findRestoration(
  tx: WriteTx,
  { id }: users.Account,
): Promise<Exclude<MadeAdmin['done'], 'created'>> {
  if ((await users.listHeldRoles(tx, id)).some(({ role }) => role === 'superAdmin')) return 'restored';
  return (await users.wasSuperAdmin(tx, id)) ? 'regained' : 'promoted';
}
