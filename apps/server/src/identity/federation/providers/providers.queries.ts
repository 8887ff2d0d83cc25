import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';

const columns = [
  'id',
  'kind',
  'issuer',
  'client_id as clientId',
  'encrypted_secret as encryptedSecret',
  'metadata',
  'subject_attribute as subjectAttribute',
  'lti',
  'label_fr as labelFr',
  'label_en as labelEn',
  'domains',
  'system_ids as systemIds',
  'trusts_factor as trustsFactor',
  'groups_claim as groupsClaim',
  'group_roles as groupRoles',
  'disabled_at as disabledAt',
  'version',
  'last_refusal as lastRefusal',
  'last_groups as lastGroups',
] as const;

export type ProviderRow = Awaited<ReturnType<typeof selectProviders>>[number];

export function selectProviders(db: ReadDb) {
  return db.selectFrom('identity_providers').select(columns).orderBy('label_fr').orderBy('id').execute();
}

export function selectProvider(db: ReadDb, id: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('identity_providers').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Serializes the transactions that change providers; readers do not wait. */
export async function lockProviders(tx: WriteTx): Promise<void> {
  await sql`lock table identity_providers in share row exclusive mode`.execute(tx);
}

type Columns = Omit<Insertable<Schema['identity_providers']>, 'id' | 'version'>;

export async function insertProvider(tx: WriteTx, id: string, provider: Columns): Promise<void> {
  await tx
    .insertInto('identity_providers')
    .values({ id, ...provider })
    .execute();
}

export async function updateProvider(tx: WriteTx, id: string, provider: Partial<Columns>): Promise<void> {
  await tx
    .updateTable('identity_providers')
    // An earlier trouble says nothing of the new registration.
    .set((row) => ({ ...provider, last_refusal: null, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteProvider(tx: WriteTx, id: string): Promise<void> {
  await tx.deleteFrom('identity_providers').where('id', '=', id).execute();
}
