import type { Insertable } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';
import { isOfGivenPassword } from '../factors.queries.ts';

const columns = [
  'id',
  'user_id as userId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'name',
  'added_at as addedAt',
  'last_used_at as lastUsedAt',
] as const;

export type Passkey = Awaited<ReturnType<typeof selectPasskeys>>[number];

export function selectPasskeys(db: ReadDb, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}

export function selectPasskey(db: ReadDb, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** False when this credential id exists already. */
export async function insertPasskey(tx: WriteTx, passkey: Insertable<Schema['passkeys']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('passkeys')
    .values({ ...passkey, of_given_password: isOfGivenPassword(passkey.user_id) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Stores the counter, which must rise or stay at 0 (synchronised passkeys); false otherwise. */
export async function takeCounter(tx: WriteTx, id: number, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((row) => (counter === 0 ? row('passkeys.counter', '=', 0) : row('passkeys.counter', '<', counter)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a passkey; returns its name, or null when the person has none with this id. */
export async function deletePasskey(tx: WriteTx, userId: number, id: number): Promise<string | null> {
  const gone = await tx
    .deleteFrom('passkeys')
    .where((eb) => eb.and({ user_id: userId, id }))
    .returning('name')
    .executeTakeFirst();
  return gone?.name ?? null;
}
