import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';

interface Key {
  readonly issuer: string;
  readonly subject: string;
}

/** Whose account a provider's account is joined to. */
export function findLinkedUser(db: ReadDb, issuer: string, subject: string) {
  return db
    .selectFrom('linked_identities')
    .select(['id', 'user_id as userId'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export function selectLinkedUsers(db: ReadDb, issuer: string, subjects: readonly string[]) {
  return db
    .selectFrom('linked_identities')
    .select(['subject', 'user_id as userId'])
    .where('issuer', '=', issuer)
    .where(sql<boolean>`subject = any(${subjects}::text[])`)
    .execute();
}

/** False where the provider's account is joined already. */
export async function insertIdentity(tx: WriteTx, row: Insertable<Schema['linked_identities']>) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('linked_identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function noteUse(tx: WriteTx, { issuer, subject }: Key, now: Date): Promise<void> {
  await tx
    .updateTable('linked_identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

export function selectIdentities(db: ReadDb, userId: number) {
  return db
    .selectFrom('linked_identities as i')
    .leftJoin('identity_providers as p', 'p.issuer', 'i.issuer')
    .select(['i.id', 'i.issuer', 'i.account_name as accountName', 'i.linked_at as linkedAt', 'i.proof'])
    .select(['i.last_used_at as lastUsedAt', 'p.label_fr as labelFr', 'p.label_en as labelEn'])
    .where('i.user_id', '=', userId)
    .orderBy('i.linked_at')
    .execute();
}

/** Deletes a link; undefined where there is none, or another person's. */
export function deleteIdentity(tx: WriteTx, id: string, userId: number | null) {
  const one = tx.deleteFrom('linked_identities').where('id', '=', id);
  const own = userId === null ? one : one.where('user_id', '=', userId);
  return own
    .returning(['user_id as userId', 'issuer', 'subject', 'account_name as accountName'])
    .executeTakeFirst();
}
