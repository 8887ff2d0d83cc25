import type { Application, ApplicationForm } from '@guichet/contract/identity/provider.clients';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import { AppError, invalidField } from '../../../core/runtime/errors.ts';
import { resolvesToRefused } from '../../../learning/platforms/privateHosts.service.ts';
import { getSystem } from '../../../systems/system/systems.service.ts';
import { isAddress } from '../../saml/saml.service.ts';
import * as queries from './clients.queries.ts';
import { readRegistration, readService } from './service.ts';
import { readTroubles } from './troubles.ts';

export async function listClients(db: ReadDb): Promise<Application[]> {
  return (await queries.selectClients(db)).map(toClient);
}

/** Registers an application; a secret is returned here only. @throws AppError `request.invalid`, `system.notFound` */
export async function addClient(context: AppContext, grant: SystemsGrant, form: ApplicationForm) {
  const id = context.clock.uuid();
  const secret = hasSecret(form) ? makeSecret(context) : null;
  const columns = await columnsOf(context, form);
  return write(context, grant, async (tx) => {
    await checkForm(tx, form, id);
    await queries.insertClient(tx, id, { ...columns, secret_hash: secret === null ? null : sha256(secret) });
    return record({ id, secret }, lineOf('application.added', id, form));
  });
}

/** @throws AppError `openid.unknown`, `openid.changedMeanwhile`, `request.invalid`, `system.notFound` */
export async function changeClient(
  context: AppContext,
  grant: SystemsGrant,
  id: string,
  { version, ...form }: ApplicationForm & { readonly version: number },
) {
  const columns = await columnsOf(context, form);
  return write(context, grant, async (tx) => {
    const before = await getLocked(tx, id);
    const isSame = JSON.stringify(formOf(before)) === JSON.stringify(form);
    if (isSame) return unchanged(true as const);
    if (before.version !== version) throw new AppError('openid.changedMeanwhile');
    if (before.kind !== form.kind) throw invalidField('kind', 'fixed');
    if ((before.secretIn !== null) !== hasSecret(form)) throw invalidField('secretIn', 'fixed');
    await checkForm(tx, form, id);
    await queries.updateClient(tx, id, columns);
    const line = lineOf('application.changed', id, form);
    return record(true as const, {
      ...line,
      detail: { name: form.name, before: tellOf(formOf(before)), after: tellOf(form) },
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

async function checkForm(tx: WriteTx, form: ApplicationForm, id: string): Promise<void> {
  await queries.lockClients(tx);
  if (form.rolesOf !== null) await getSystem(tx, form.rolesOf);
  const others = (await queries.selectClients(tx)).filter((other) => other.id !== id);
  if (others.some(({ name }) => name.toLowerCase() === form.name.toLowerCase()))
    throw invalidField('name', 'taken');
  if (form.kind === 'saml' && others.some(({ entityId }) => entityId === form.entityId))
    throw invalidField('entityId', 'taken');
  if (form.kind === 'saml' && form.namesByKey && form.rolesOf === null)
    throw invalidField('rolesOf', 'required');
}

const hasSecret = (form: ApplicationForm): boolean => form.kind === 'openid' && form.secretIn !== null;

/**
 * The columns of a form. Of SAML the metadata are read: what nobody could enter is not saved, and neither is an address of
 * sign-outs that the portal may not call. @throws AppError `request.invalid`
 */
async function columnsOf(context: AppContext, form: ApplicationForm) {
  const { kind, name } = form;
  const changed_at = context.clock.now();
  const common = { kind, name, roles_of: form.rolesOf, scopes: JSON.stringify(form.scopes), changed_at };
  if (form.kind === 'saml')
    return {
      ...common,
      redirect_uris: '[]',
      sign_out_uris: '[]',
      requires_pkce: true,
      logout_uri: (await readService(context, form)).signOutCall,
      entity_id: form.entityId,
      metadata: form.metadata,
      starts_here: form.startsHere,
      names_by_key: form.namesByKey,
    };
  const { logoutUri } = form;
  if (logoutUri !== null && (await resolvesToRefused(context.config, new URL(logoutUri).hostname)))
    throw invalidField('logoutUri', 'privateHost');
  return {
    ...common,
    secret_in: form.secretIn,
    redirect_uris: JSON.stringify(form.redirectUris),
    sign_out_uris: JSON.stringify(form.signOutUris),
    home_uri: form.homeUri,
    logout_uri: logoutUri,
    requires_pkce: form.requiresPkce || form.secretIn === null,
  };
}

function formOf({ name, rolesOf, logoutUri, homeUri, ...row }: queries.ClientRow): ApplicationForm {
  const common = { name, rolesOf, scopes: row.scopes as unknown as ApplicationForm['scopes'] };
  if (row.kind === 'saml')
    return {
      ...common,
      kind: row.kind,
      ...readRegistration(row),
      startsHere: row.startsHere,
      namesByKey: row.namesByKey,
    };
  return {
    ...common,
    kind: 'openid',
    secretIn: row.secretIn,
    requiresPkce: row.requiresPkce,
    redirectUris: row.redirectUris as unknown as string[],
    homeUri,
    signOutUris: row.signOutUris as unknown as string[],
    logoutUri,
  };
}

/** A form for the audit log: of metadata the address alone. */
function tellOf(form: ApplicationForm) {
  if (form.kind === 'openid' || isAddress(form.metadata)) return form;
  return { ...form, metadata: null };
}

/** An application as pages see it, without the hash of its secret. */
export function toClient(row: queries.ClientRow): Application {
  const { id, version } = row;
  const form = formOf(row);
  const listed = { id, version, ...readTroubles(row) };
  return form.kind === 'saml'
    ? { ...listed, ...form, isTold: row.logoutUri !== null }
    : { ...listed, ...form };
}

function lineOf(
  action: 'application.added' | 'application.changed' | 'application.removed' | 'application.secretRenewed',
  id: string,
  { name }: { readonly name: string },
) {
  return { action, subject: `application:${id}`, detail: { name } } as const;
}
