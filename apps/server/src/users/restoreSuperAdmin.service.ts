/**
 * Owns the recovery of a super admin's access from the command line.
 * Does not know who runs the command, nor its output.
 */
import type { WriteTx } from '../platform/database/database.ts';
import { setDeactivated, setLocked, waiveLink } from './changes/userChanges.queries.ts';
import { insertRole, updatePassword } from './users.queries.ts';

/** Makes a person an active, unlocked super admin with this password; ends all her sessions. */
export async function restoreSuperAdmin(
  tx: WriteTx,
  userId: number,
  {
    passwordHash,
    mustChoosePassword,
  }: { readonly passwordHash: string; readonly mustChoosePassword: boolean },
  now: Date,
): Promise<void> {
  await setDeactivated(tx, [userId], null);
  await setLocked(tx, userId, null);
  await insertRole(tx, userId, 'superAdmin', null, now);
  await updatePassword(tx, userId, passwordHash, now, mustChoosePassword ? { isMailed: false } : null);
  // The operator vouches for the address.
  await waiveLink(tx, userId);
}
