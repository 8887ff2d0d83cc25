import { sql } from 'kysely';
import { ask, prepare } from '../../core/database/connection/prepared.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { deleteOverdue } from '../../core/database/deleteOverdue.ts';

const factorOf = prepare<{ isThere: boolean }>(`
  select exists (select from passkeys where user_id = $1)
      or exists (select from totp_secrets where user_id = $1 and confirmed_at is not null) as "isThere"`);

/** Whether the person has a factor beside password and recovery codes. */
export async function hasFactor(db: ReadDb, userId: number): Promise<boolean> {
  const [found] = await ask(db, factorOf, [userId]);
  return found?.isThere ?? false;
}

/** Deletes all factors, recovery codes and open challenges; false when there was no active factor. */
export async function deleteFactors(tx: WriteTx, userId: number): Promise<boolean> {
  const hadFactor = await hasFactor(tx, userId);
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'factor_challenges'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  return hadFactor;
}

/** Whether somebody else set the person's password, and so may also be the one who sets up a factor. */
export function isOfGivenPassword(userId: number) {
  return sql<boolean>`(select password_given_by is not null from users where id = ${userId}::bigint)`;
}

/** Deletes factors set up under somebody else's password, and all else if none remains; false if there were none. */
export async function deleteFactorsOfGivenPassword(tx: WriteTx, userId: number): Promise<boolean> {
  const deleted: bigint[] = [];
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes'] as const) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where((eb) => eb.and({ user_id: userId, of_given_password: true }))
      .executeTakeFirst();
    deleted.push(numDeletedRows);
  }
  if (deleted.every((rows) => rows === 0n)) return false;
  if (!(await hasFactor(tx, userId))) await deleteFactors(tx, userId);
  return true;
}

interface HashedCode {
  readonly selector: string;
  readonly hash: string;
}

export async function countCodesLeft(db: ReadDb, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where((eb) => eb.and({ user_id: userId, used_at: null }))
    .executeTakeFirstOrThrow();
  return left;
}

export async function hasCodes(db: ReadDb, userId: number): Promise<boolean> {
  const code = await db
    .selectFrom('recovery_codes')
    .select('selector')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return code !== undefined;
}

export async function selectCodeHash(db: ReadDb, userId: number, selector: string): Promise<string | null> {
  const code = await db
    .selectFrom('recovery_codes')
    .select('code_hash as hash')
    .where((eb) => eb.and({ user_id: userId, selector, used_at: null }))
    .executeTakeFirst();
  return code?.hash ?? null;
}

/** Marks a code as used; false when it was used before. */
export async function spendCode(tx: WriteTx, userId: number, selector: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where((eb) => eb.and({ user_id: userId, selector, used_at: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceCodes(tx: WriteTx, userId: number, codes: readonly HashedCode[], now: Date) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map(({ selector, hash }) => ({
    user_id: userId,
    selector,
    code_hash: hash,
    made_at: now,
    used_at: null,
    of_given_password: isOfGivenPassword(userId),
  }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

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
    .where((eb) => eb.and({ user_id: userId, confirmed_at: null }))
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
    .where((eb) => eb.and({ id, confirmed_at: null }))
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

export const deleteWaitingTotpBefore = deleteOverdue({
  table: 'totp_secrets',
  key: 'id',
  at: 'started_at',
  where: 'confirmed_at is null',
});
