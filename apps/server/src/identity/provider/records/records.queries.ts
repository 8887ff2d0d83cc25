import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { deleteOverdue } from '../../../core/database/deleteOverdue.ts';

export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly payload: string;
  readonly grantId: string | null;
  readonly uid: string | null;
  readonly expiresAt: Date;
}

/** Stores a record of the protocol under its id, in place of an earlier one. */
export async function putRecord(tx: WriteTx, record: StoredRecord): Promise<void> {
  const { kind, id, payload, grantId, uid, expiresAt } = record;
  const row = { payload, grant_id: grantId, uid, expires_at: expiresAt };
  await tx
    .insertInto('openid_records')
    .values({ kind, id, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
    .execute();
}

const columns = ['id', 'payload', 'expires_at as expiresAt', 'consumed_at as consumedAt'] as const;

export function selectRecord(
  db: ReadDb,
  kind: string,
  by: { readonly id: string } | { readonly uid: string },
) {
  const records = db.selectFrom('openid_records').select(columns).where('kind', '=', kind);
  const found = 'id' in by ? records.where('id', '=', by.id) : records.where('uid', '=', by.uid);
  return found.executeTakeFirst();
}

/** Marks a record as used, once; returns whether it was unused. */
export async function consumeRecord(tx: WriteTx, kind: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('openid_records')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRecord(tx: WriteTx, kind: string, id: string): Promise<void> {
  await tx.deleteFrom('openid_records').where('kind', '=', kind).where('id', '=', id).execute();
}

/** Deletes what was given out under a grant: codes and tokens. */
export async function deleteRecordsOfGrant(tx: WriteTx, grantId: string): Promise<void> {
  await tx.deleteFrom('openid_records').where('grant_id', '=', grantId).execute();
}

/** Deletes the provider's sessions, and the grants and tokens that they hold. */
export async function deleteProviderSessions(tx: WriteTx, uids: readonly string[]): Promise<void> {
  const ofSessions = sql`
    select a.value ->> 'grantId' from openid_records s, jsonb_each(coalesce(s.payload -> 'authorizations', '{}')) a
    where s.kind = 'Session' and s.uid = any(${uids}::text[])`;
  await sql`
    delete from openid_records where grant_id in (${ofSessions}) or (kind = 'Grant' and id in (${ofSessions}))`.execute(
    tx,
  );
  await sql`delete from openid_records where kind = 'Session' and uid = any(${uids}::text[])`.execute(tx);
}

export const deleteRecordsBefore = deleteOverdue({
  table: 'openid_records',
  // Random texts, which no two kinds share.
  key: 'id',
  at: 'expires_at',
});
