import type { Insertable } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { deleteOverdue } from '../../core/database/deleteOverdue.ts';

export type NewConsent = Omit<Insertable<Schema['platform_consents']>, 'connected_at'>;

export interface ConsentRow {
  readonly id: string;
  readonly kind: string;
  readonly address: string;
  readonly encryptedCredentials: string;
}

const columns = ['id', 'kind', 'address', 'encrypted_credentials as encryptedCredentials'] as const;

export async function insertConsent(tx: WriteTx, consent: NewConsent): Promise<void> {
  await tx.insertInto('platform_consents').values(consent).execute();
}

/** Spends the state of a consent; undefined when it is unknown, spent, over, or another person's. */
export function takeState(
  tx: WriteTx,
  of: { readonly stateHash: Buffer; readonly userId: number },
  now: Date,
): Promise<ConsentRow | undefined> {
  return tx
    .updateTable('platform_consents')
    .set({ state_hash: null })
    .where((eb) => eb.and({ state_hash: of.stateHash, user_id: of.userId }))
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
}

export async function updateConnected(
  tx: WriteTx,
  id: string,
  connected: Pick<Schema['platform_consents'], 'encrypted_credentials' | 'connected_at' | 'expires_at'>,
): Promise<void> {
  await tx.updateTable('platform_consents').set(connected).where('id', '=', id).execute();
}

/** A consent of this person that is connected and not over. */
export function selectConnected(db: ReadDb, of: { readonly id: string; readonly userId: number }, now: Date) {
  return db
    .selectFrom('platform_consents')
    .select(columns)
    .where((eb) => eb.and({ id: of.id, user_id: of.userId }))
    .where('connected_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deleteConsent(tx: WriteTx, id: string): Promise<void> {
  await tx.deleteFrom('platform_consents').where('id', '=', id).execute();
}

export const deleteConsentsBefore = deleteOverdue({
  table: 'platform_consents',
  key: 'id',
  at: 'expires_at',
});
