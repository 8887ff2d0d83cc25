import { sql } from 'kysely';
import { ask, prepare } from '../../core/database/connection/prepared.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';

const factorOf = prepare<{ isThere: boolean }>(`
  select exists (select from passkeys where user_id = $1)
      or exists (select from totp_secrets where user_id = $1 and confirmed_at is not null) as "isThere"`);

/** Whether the person has a factor beside password and recovery codes. */
export async function hasFactor(db: ReadDb, userId: number): Promise<boolean> {
  const [found] = await ask(db, factorOf, [userId]);
  return found?.isThere ?? false;
}

/** Serialises changes of a person's factors, so that a race cannot remove the last required factor. */
export async function lockFactors(tx: WriteTx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
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
      .where('user_id', '=', userId)
      .where('of_given_password', '=', true)
      .executeTakeFirst();
    deleted.push(numDeletedRows);
  }
  if (deleted.every((rows) => rows === 0n)) return false;
  if (!(await hasFactor(tx, userId))) await deleteFactors(tx, userId);
  return true;
}
