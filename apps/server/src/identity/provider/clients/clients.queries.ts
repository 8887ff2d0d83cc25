import { type Insertable, sql } from 'kysely';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';

const columns = [
  'id',
  'kind',
  'name',
  'roles_of as rolesOf',
  'secret_hash as secretHash',
  'secret_in as secretIn',
  'scopes',
  'redirect_uris as redirectUris',
  'sign_out_uris as signOutUris',
  'home_uri as homeUri',
  'logout_uri as logoutUri',
  'requires_pkce as requiresPkce',
  'entity_id as entityId',
  'metadata',
  'starts_here as startsHere',
  'names_by_key as namesByKey',
  'version',
  'last_refusal as lastRefusal',
  'sign_out_failure as signOutFailure',
] as const;

export type ClientRow = Awaited<ReturnType<typeof selectClients>>[number];

export function selectClients(db: ReadDb) {
  return db.selectFrom('openid_clients').select(columns).orderBy('name').orderBy('id').execute();
}

const clientById = prepare<ClientRow>(`
  select ${columns.map((column) => column.replace(/ as (.*)/, ' as "$1"')).join(', ')} from openid_clients where id = $1`);

export async function selectClient(db: ReadDb, id: string): Promise<ClientRow | undefined> {
  const [found] = await ask(db, clientById, [id]);
  return found;
}

/** The applications that have an address which opens them: a page of theirs, or that of the portal for SAML. */
export function selectOpened(db: ReadDb) {
  return db
    .selectFrom('openid_clients')
    .select(['id', 'name', 'roles_of as rolesOf', 'home_uri as homeUri'])
    .where((is) => is.or([is('home_uri', 'is not', null), is('starts_here', '=', true)]))
    .orderBy('name')
    .execute();
}

export function selectService(db: ReadDb, entityId: string): Promise<ClientRow | undefined> {
  return db.selectFrom('openid_clients').select(columns).where('entity_id', '=', entityId).executeTakeFirst();
}

/** Serializes the transactions that name applications; readers do not wait. */
export async function lockClients(tx: WriteTx): Promise<void> {
  await sql`lock table openid_clients in share row exclusive mode`.execute(tx);
}

/** Locks an application against other changes of it. */
export function lockClient(tx: WriteTx, id: string): Promise<ClientRow | undefined> {
  return tx.selectFrom('openid_clients').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

type Columns = Omit<Insertable<Schema['openid_clients']>, 'id' | 'version'>;

export async function insertClient(tx: WriteTx, id: string, client: Columns): Promise<void> {
  await tx
    .insertInto('openid_clients')
    .values({ id, ...client })
    .execute();
}

export async function updateClient(tx: WriteTx, id: string, client: Partial<Columns>): Promise<void> {
  await tx
    .updateTable('openid_clients')
    // Earlier troubles say nothing of the new registration.
    .set((row) => ({
      last_refusal: null,
      sign_out_failure: null,
      ...client,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Values: application, the refusal as JSON, and until when the same one is news. */
export const notingRefusal = prepare<never>(`
  update openid_clients set last_refusal = $2::jsonb
  where id = $1 and (last_refusal is null or last_refusal - 'at' <> $2::jsonb - 'at' or last_refusal ->> 'at' < $3)`);

/** Values: application, the failure as JSON, or null. */
export const notingSignOut = prepare<never>(
  'update openid_clients set sign_out_failure = $2::jsonb where id = $1',
);

export async function deleteClient(tx: WriteTx, id: string): Promise<void> {
  await tx.deleteFrom('openid_clients').where('id', '=', id).execute();
}
