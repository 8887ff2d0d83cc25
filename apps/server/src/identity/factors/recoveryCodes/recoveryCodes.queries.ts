import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { isOfGivenPassword } from '../factors.queries.ts';

export interface HashedCode {
  readonly selector: string;
  readonly hash: string;
}

export async function countCodesLeft(db: ReadDb, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
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
    .where('user_id', '=', userId)
    .where('selector', '=', selector)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return code?.hash ?? null;
}

/** Marks a code as used; false when it was used before. */
export async function spendCode(tx: WriteTx, userId: number, selector: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('selector', '=', selector)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceCodes(tx: WriteTx, userId: number, codes: readonly HashedCode[], now: Date) {
  await deleteCodes(tx, userId);
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

export async function deleteCodes(tx: WriteTx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
