import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';

export function selectNewestKey(db: ReadDb) {
  return db
    .selectFrom('saml_keys')
    .select(['id', 'encrypted_key as encryptedKey', 'certificate'])
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
}

/** Serializes the making of keys: two processes that start together make one. */
export async function lockKeys(tx: WriteTx): Promise<void> {
  await sql`lock table saml_keys in share row exclusive mode`.execute(tx);
}

/** Puts a key in place of all others. */
export async function replaceKeys(
  tx: WriteTx,
  key: { id: string; encrypted_key: string; certificate: string; made_at: Date },
): Promise<void> {
  await tx.deleteFrom('saml_keys').execute();
  await tx.insertInto('saml_keys').values(key).execute();
}
