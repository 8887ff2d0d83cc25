import { sql } from 'kysely';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
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

const storeFrom = (source: string) =>
  prepare<never>(`
    insert into openid_records (kind, id, payload, grant_id, uid, expires_at)
    select $1, $2, $3::jsonb, $4, $5, $6::timestamptz ${source}
    on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
      expires_at = excluded.expires_at`);
const storing = storeFrom('');

/**
 * The same as a whole transaction, which is not waited for on disk: a power cut takes the last sign-ons back, each whole, since
 * what is written later (`consuming`, on which tokens are given) is on disk only with all before it. Values: `listValues`.
 */
export const storingLightly = storeFrom(`from set_config('synchronous_commit', 'off', true) where true`);

export function listValues({ kind, id, payload, grantId, uid, expiresAt }: StoredRecord): readonly unknown[] {
  return [kind, id, payload, grantId, uid, expiresAt];
}

/** Stores a record of the protocol under its id, in place of an earlier one. */
export async function putRecord(tx: WriteTx, record: StoredRecord): Promise<void> {
  await ask(tx, storing, listValues(record));
}

const recordBy = (key: 'id' | 'uid') =>
  prepare<{ readonly payload: object; readonly expiresAt: Date; readonly consumedAt: Date | null }>(`
    select payload, expires_at as "expiresAt", consumed_at as "consumedAt" from openid_records
    where kind = $1 and ${key} = $2`);
const selecting = { id: recordBy('id'), uid: recordBy('uid') };

export async function selectRecord(db: ReadDb, kind: string, by: 'id' | 'uid', value: string) {
  const [found] = await ask(db, selecting[by], [kind, value]);
  return found;
}

/** Marks a record as used, once; gives a row when it was unused. Values: kind, id, now. */
export const consuming = prepare<{ readonly id: string }>(`
  update openid_records set consumed_at = $3::timestamptz
  where kind = $1 and id = $2 and consumed_at is null returning id`);

/** Returns whether it was unused. */
export async function consumeRecord(tx: WriteTx, kind: string, id: string, now: Date): Promise<boolean> {
  return (await ask(tx, consuming, [kind, id, now])).length > 0;
}

/** Values: kind, id. */
export const deleting = prepare<never>('delete from openid_records where kind = $1 and id = $2');

/** Deletes what was given out under a grant: codes and tokens. */
export async function deleteRecordsOfGrant(tx: WriteTx, grantId: string): Promise<void> {
  await tx.deleteFrom('openid_records').where('grant_id', '=', grantId).execute();
}

/** Deletes the provider's sessions, and the grants and tokens that they hold. */
export async function deleteProviderSessions(tx: WriteTx, uids: readonly string[]): Promise<void> {
  await sql`
    with ended as (
      delete from openid_records where kind = 'Session' and uid = any(${uids}::text[]) returning payload),
    held as (
      select a.value ->> 'grantId' as id from ended, jsonb_each(coalesce(payload -> 'authorizations', '{}')) a),
    grants as (delete from openid_records where kind = 'Grant' and id = any(array(select id from held)))
    delete from openid_records where grant_id = any(array(select id from held))`.execute(tx);
}

export const deleteRecordsBefore = deleteOverdue({
  table: 'openid_records',
  // Random texts, which no two kinds share.
  key: 'id',
  at: 'expires_at',
});
