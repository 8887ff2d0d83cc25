/**
 * Owns the way back in for a super admin from the command line.
 * Refuses to know who runs the command, and what is said about it.
 */
import type { WriteTx } from '../platform/database/database.ts';
import { setDeactivated, setLocked, waiveLink } from './changes/userChanges.queries.ts';
import { insertRole, updatePassword } from './users.queries.ts';

/** Lets somebody in again as a super admin, active, not locked and with this password; all sessions of hers are over. */
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
  // Whoever sits at the machine vouches for the address.
  await waiveLink(tx, userId);
}
