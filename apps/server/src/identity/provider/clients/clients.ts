import type { OpenIdClient, OpenIdClientForm } from '@guichet/contract/identity/provider.clients';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import { AppError, invalidField } from '../../../core/runtime/errors.ts';
import { getSystem } from '../../../systems/system/systems.service.ts';
import * as queries from './clients.queries.ts';

export async function listClients(db: ReadDb): Promise<OpenIdClient[]> {
  return (await queries.selectClients(db)).map(toClient);
}

/** Registers an application; a secret is returned here only. @throws AppError `request.invalid`, `system.notFound` */
export async function addClient(context: AppContext, grant: SystemsGrant, form: OpenIdClientForm) {
  const id = context.clock.uuid();
  const secret = form.secretIn === null ? null : makeSecret(context);
  return write(context, grant, async (tx) => {
    await checkForm(tx, form, id);
    const row = { ...columnsOf(context, form), secret_hash: secret === null ? null : sha256(secret) };
    await queries.insertClient(tx, id, row);
    return record({ id, secret }, lineOf('application.added', id, form));
  });
}

/** @throws AppError `openid.unknown`, `openid.changedMeanwhile`, `request.invalid`, `system.notFound` */
export async function changeClient(
  context: AppContext,
  grant: SystemsGrant,
  id: string,
  { version, ...form }: OpenIdClientForm & { readonly version: number },
) {
  return write(context, grant, async (tx) => {
    const before = await getLocked(tx, id);
    const isSame = JSON.stringify(formOf(before)) === JSON.stringify(form);
    if (isSame) return unchanged(true as const);
    if (before.version !== version) throw new AppError('openid.changedMeanwhile');
    if ((before.secretIn === null) !== (form.secretIn === null)) throw invalidField('secretIn', 'fixed');
    await checkForm(tx, form, id);
    await queries.updateClient(tx, id, columnsOf(context, form));
    const line = lineOf('application.changed', id, form);
    return record(true as const, {
      ...line,
      detail: { name: form.name, before: formOf(before), after: form },
    });
  });
}

/** Replaces the secret; the former one is refused at once. @throws AppError `openid.unknown`, `openid.noSecret` */
export async function renewSecret(context: AppContext, grant: SystemsGrant, id: string) {
  const secret = makeSecret(context);
  return write(context, grant, async (tx) => {
    const client = await getLocked(tx, id);
    if (!client.secretHash) throw new AppError('openid.noSecret');
    await queries.updateClient(tx, id, { secret_hash: sha256(secret), changed_at: context.clock.now() });
    return record({ id, secret }, lineOf('application.secretRenewed', id, client));
  });
}

/** @throws AppError `openid.unknown` */
export async function removeClient(context: AppContext, grant: SystemsGrant, id: string) {
  return write(context, grant, async (tx) => {
    const client = await getLocked(tx, id);
    await queries.deleteClient(tx, id);
    return record(true as const, lineOf('application.removed', id, client));
  });
}

/** 256 random bits, so that a plain hash is enough to store it. */
function makeSecret({ clock }: AppContext): string {
  return clock.randomBytes(32).toString('base64url');
}

async function getLocked(tx: WriteTx, id: string): Promise<queries.ClientRow> {
  const client = await queries.lockClient(tx, id);
  if (!client) throw new AppError('openid.unknown');
  return client;
}

async function checkForm(tx: WriteTx, { name, rolesOf }: OpenIdClientForm, id: string): Promise<void> {
  await queries.lockClients(tx);
  if (rolesOf !== null) await getSystem(tx, rolesOf);
  const others = (await queries.selectClients(tx)).filter((other) => other.id !== id);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw invalidField('name', 'taken');
}

function columnsOf({ clock }: AppContext, form: OpenIdClientForm) {
  return {
    name: form.name,
    roles_of: form.rolesOf,
    secret_in: form.secretIn,
    scopes: JSON.stringify(form.scopes),
    redirect_uris: JSON.stringify(form.redirectUris),
    sign_out_uris: JSON.stringify(form.signOutUris),
    logout_uri: form.logoutUri,
    requires_pkce: form.requiresPkce || form.secretIn === null,
    changed_at: clock.now(),
  };
}

function formOf({
  name,
  rolesOf,
  secretIn,
  requiresPkce,
  logoutUri,
  ...row
}: queries.ClientRow): OpenIdClientForm {
  return {
    name,
    rolesOf,
    secretIn,
    requiresPkce,
    scopes: row.scopes as unknown as OpenIdClientForm['scopes'],
    redirectUris: row.redirectUris as unknown as string[],
    signOutUris: row.signOutUris as unknown as string[],
    logoutUri,
  };
}

/** An application as pages see it, without the hash of its secret. */
export function toClient(row: queries.ClientRow): OpenIdClient {
  return { id: row.id, ...formOf(row), version: row.version };
}

function lineOf(
  action: 'application.added' | 'application.changed' | 'application.removed' | 'application.secretRenewed',
  id: string,
  { name }: { readonly name: string },
) {
  return { action, subject: `application:${id}`, detail: { name } } as const;
}
