import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { deleteOverdue } from '../../../core/database/deleteOverdue.ts';
import { isOfGivenPassword } from '../factors.queries.ts';

/** The active secret. */
export function selectTotp(db: ReadDb, userId: number) {
  return db
    .selectFrom('totp_secrets')
    .select(['id', 'encrypted_secret as encryptedSecret', 'confirmed_at as addedAt', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
}

/** The unconfirmed secret, if it was created after `since`. */
export function selectWaitingTotp(db: ReadDb, userId: number, since: Date) {
  return db
    .selectFrom('totp_secrets')
    .select(['id', 'encrypted_secret as encryptedSecret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('started_at', '>', since)
    .executeTakeFirst();
}

/** Stores an unconfirmed secret; replaces an earlier one. */
export async function insertWaitingTotp(tx: WriteTx, userId: number, encrypted: string, now: Date) {
  await tx
    .insertInto('totp_secrets')
    .values({
      user_id: userId,
      encrypted_secret: encrypted,
      started_at: now,
      confirmed_at: null,
      last_step: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .where('confirmed_at', 'is', null)
        .doUpdateSet({ encrypted_secret: encrypted, started_at: now }),
    )
    .execute();
}

/** Activates the unconfirmed secret and deletes the earlier secret; false when there is no such unconfirmed secret. */
export async function confirmTotp(tx: WriteTx, userId: number, id: number, step: number, now: Date) {
  await deleteTotp(tx, userId);
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step, of_given_password: isOfGivenPassword(userId) })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Spends a time step. A step is valid once, and the steps before it are not valid afterwards (RFC 6238 §5.2). */
export async function takeStep(tx: WriteTx, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the active secret; an unconfirmed secret stays. */
export async function deleteTotp(tx: WriteTx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes secrets that were never confirmed. */
export const deleteWaitingTotpBefore = deleteOverdue({
  table: 'totp_secrets',
  key: 'id',
  at: 'started_at',
  where: 'confirmed_at is null',
});
