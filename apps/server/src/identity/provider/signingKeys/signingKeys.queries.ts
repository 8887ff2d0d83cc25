import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';

export function selectKeys(db: ReadDb) {
  return db
    .selectFrom('openid_keys')
    .select(['id', 'encrypted_key as encryptedKey', 'made_at as madeAt'])
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Serializes the making of keys: two processes that start together make one. */
export async function lockKeys(tx: WriteTx): Promise<void> {
  await sql`lock table openid_keys in share row exclusive mode`.execute(tx);
}

export async function insertKey(tx: WriteTx, id: string, encrypted_key: string, made_at: Date) {
  await tx.insertInto('openid_keys').values({ id, encrypted_key, made_at }).execute();
}

/** Deletes keys made before `before`, but never the newest. */
export async function deleteKeysBefore(tx: WriteTx, before: Date): Promise<void> {
  await sql`
    delete from openid_keys where made_at < ${before}::timestamptz
      and id <> (select id from openid_keys order by made_at desc, id limit 1)`.execute(tx);
}
