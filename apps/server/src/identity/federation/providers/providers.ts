import { returnPath } from '@guichet/contract/identity/federation';
import type { ListedProvider, ProviderForm } from '@guichet/contract/identity/federation.providers';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant } from '../../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../../core/crypto/encryption.ts';
import { hmac, sha256 } from '../../../core/crypto/keys.ts';
import { AppError, invalidField } from '../../../core/runtime/errors.ts';
import { getSystem } from '../../../systems/system/systems.service.ts';
import { makeIssuer } from '../../provider/provider.service.ts';
import { isAddress } from '../../saml/saml.service.ts';
import type { ProviderFacts } from '../client/client.ts';
import type { LtiFacts } from '../client/lti.ts';
import { checkMetadata } from '../client/saml.ts';
import { readTroubles } from '../client/troubles.ts';
import * as queries from './providers.queries.ts';

/** The providers, and the id of the next one, whose return address is shown before anything is saved. */
export async function describeProviders(context: AppContext) {
  const providers = await listProviders(context.database.read);
  return {
    providers,
    returnBase: `${context.config.publicUrl}${returnPath}`,
    keysAddress: `${makeIssuer(context)}/jwks`,
    newId: makeNextId(context, providers),
  };
}

/**
 * The id of the next provider, which is told at its return address before it is saved: the same for each super admin, in any browser,
 * until a provider is saved or removed.
 */
function makeNextId({ keys }: AppContext, providers: readonly Pick<ListedProvider, 'id'>[]): string {
  const ids = providers.map(({ id }) => id).sort();
  const hex = sha256(hmac(keys.derive('identityProviders'), `next~${ids.join('~')}`)).toString('hex');
  // RFC 9562, version 8: made as its maker likes.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5');
}

export async function listProviders(db: ReadDb): Promise<ListedProvider[]> {
  return (await queries.selectProviders(db)).map((row) => ({ ...listedAs(row), ...readTroubles(row) }));
}

/**
 * Registers a provider, or changes it; `version` null: it is new.
 * @throws AppError `federation.unknown`, `federation.changedMeanwhile`, `request.invalid`, `system.notFound`
 */
export async function saveProvider(
  context: AppContext,
  grant: SystemsGrant,
  id: string,
  { version, ...form }: ProviderForm & { readonly version: number | null },
) {
  if (form.kind === 'saml') checkMetadata(form);
  return write(context, grant, async (tx) => {
    await queries.lockProviders(tx);
    const before = await queries.selectProvider(tx, id);
    if (!before && version !== null) throw new AppError('federation.unknown');
    if (before && before.version !== version) throw new AppError('federation.changedMeanwhile');
    checkGroups(form);
    const named = [...(form.systemIds ?? []), ...form.groupRoles.map(({ role }) => readRole(role).systemId)];
    for (const systemId of new Set(named)) await getSystem(tx, systemId);
    const others = (await queries.selectProviders(tx)).filter((other) => other.id !== id);
    if (others.some(({ issuer }) => issuer === form.issuer)) throw invalidField('issuer', 'taken');
    const row = columnsOf(context, id, form, before);
    if (before) await queries.updateProvider(tx, id, row);
    else await queries.insertProvider(tx, id, row);
    return record(true as const, {
      action: before ? 'provider.changed' : 'provider.added',
      subject: `provider:${id}`,
      detail: {
        name: form.labelFr,
        ...(before && { before: tellOf(listedAs(before)) }),
        after: tellOf(form),
      },
    });
  });
}

/** @throws AppError `federation.unknown` */
export async function removeProvider(context: AppContext, grant: SystemsGrant, id: string) {
  return write(context, grant, async (tx) => {
    await queries.lockProviders(tx);
    const provider = await queries.selectProvider(tx, id);
    if (!provider) throw new AppError('federation.unknown');
    await queries.deleteProvider(tx, id);
    const detail = { name: provider.labelFr, before: tellOf(listedAs(provider)) };
    return record(true as const, { action: 'provider.removed', subject: `provider:${id}`, detail });
  });
}

/** The form of a provider for the audit log: without the secret, and of metadata the address alone. */
function tellOf({ groupRoles: table, ...provider }: ProviderForm | SavedProvider) {
  const groupRoles = table.map(({ group, role }) => ({ [group]: role }));
  if (provider.kind === 'saml') {
    const { metadata, ...rest } = provider;
    return { ...rest, groupRoles, metadata: isAddress(metadata) ? metadata : null };
  }
  if (!('secret' in provider)) return { ...provider, groupRoles };
  const { secret, ...rest } = provider;
  return { ...rest, groupRoles, newCredentials: secret !== null };
}

/** @throws AppError `request.invalid` for a table without a claim, a row that stands twice, or a role of a system that is not the provider's */
function checkGroups({ groupsClaim, groupRoles, systemIds }: ProviderForm): void {
  if (groupRoles.length > 0 && groupsClaim === null) throw invalidField('groupsClaim', 'required');
  const keys = groupRoles.map(({ group, role }) => `${role} ${group}`);
  for (const [at, { role }] of groupRoles.entries()) {
    if (systemIds && !systemIds.includes(readRole(role).systemId))
      throw invalidField(`groupRoles.${at}.role`, 'otherSystem');
    if (keys.indexOf(keys[at] ?? '') < at) throw invalidField(`groupRoles.${at}.group`, 'groupTwice');
  }
}

/** A role as the table states it: `admin:3`. */
export function readRole(text: string) {
  const [role, systemId] = text.split(':');
  return { role: role as 'student' | 'support' | 'admin', systemId: Number(systemId) };
}

/** A provider by which people may sign in, with what a sign-in needs; null where the provider is off or not registered. */
export async function findActiveProvider(context: AppContext, id: string) {
  return activeOf(context, await queries.selectProvider(context.database.read, id));
}

export async function findActiveProviderBy(context: AppContext, issuer: string) {
  const rows = await queries.selectProviders(context.database.read);
  return activeOf(
    context,
    rows.find((row) => row.issuer === issuer),
  );
}

function activeOf({ keys }: AppContext, row: queries.ProviderRow | undefined) {
  if (!row || row.disabledAt) return null;
  const provider = listedAs(row);
  return provider.kind === 'openid' ? { ...provider, secret: secretOf(keys, row) } : provider;
}

export type ActiveProvider = NonNullable<Awaited<ReturnType<typeof findActiveProvider>>>;

/** The provider of a form; where the form has no secret, the stored secret counts. @throws AppError `request.invalid` */
export async function pickFacts(
  { database, keys }: AppContext,
  id: string,
  { issuer, clientId, secret }: OpenIdForm,
): Promise<ProviderFacts> {
  const row = await queries.selectProvider(database.read, id);
  checkSecret(secret, issuer, row);
  return { id, issuer, clientId, secret: secret ?? secretOf(keys, row as queries.ProviderRow) };
}

type OpenIdForm = Extract<ProviderForm, { kind: 'openid' }>;

/** A stored secret is sent to no other address than its own. */
function checkSecret(secret: string | null, issuer: string, stored: queries.ProviderRow | undefined): void {
  if (secret !== null) return;
  if (!stored?.encryptedSecret) throw invalidField('secret', 'required');
  if (stored.issuer !== issuer) throw invalidField('secret', 'credentialAgain');
}

const boundTo = (id: string): string => `identityProvider:${id}`;

function secretOf(keys: AppContext['keys'], { id, encryptedSecret }: queries.ProviderRow): string {
  return decrypt(keys.derive('identityProviders'), encryptedSecret ?? '', boundTo(id));
}

function columnsOf(
  context: AppContext,
  id: string,
  form: ProviderForm,
  before: queries.ProviderRow | undefined,
) {
  const now = context.clock.now();
  return {
    ...columnsOfKind(context, id, form, before),
    issuer: form.issuer,
    label_fr: form.labelFr,
    label_en: form.labelEn,
    domains: JSON.stringify(form.domains),
    system_ids: form.systemIds && JSON.stringify(form.systemIds),
    trusts_factor: form.trustsFactor,
    groups_claim: form.groupsClaim,
    group_roles: JSON.stringify(form.groupRoles),
    disabled_at: form.isActive ? null : (before?.disabledAt ?? now),
    changed_at: now,
  };
}

function columnsOfKind(
  { clock, keys }: AppContext,
  id: string,
  form: ProviderForm,
  before: queries.ProviderRow | undefined,
) {
  const { kind } = form;
  const none = {
    client_id: null,
    encrypted_secret: null,
    metadata: null,
    subject_attribute: null,
    lti: null,
  };
  if (kind === 'saml')
    return { ...none, kind, metadata: form.metadata, subject_attribute: form.subjectAttribute };
  if (kind === 'lti') {
    const { deployments, signInAddress, tokenAddress, keysAddress, tokenAudience } = form;
    const lti = JSON.stringify({ deployments, signInAddress, tokenAddress, keysAddress, tokenAudience });
    return { ...none, kind, client_id: form.clientId, lti };
  }
  const { secret, clientId: client_id } = form;
  checkSecret(secret, form.issuer, before);
  const encrypted = secret !== null && encrypt(clock, keys.derive('identityProviders'), secret, boundTo(id));
  return { ...none, kind, client_id, encrypted_secret: encrypted || (before?.encryptedSecret ?? null) };
}

type OwnLtiFacts = Omit<LtiFacts, 'id' | 'issuer' | 'clientId' | 'deployments'> & { deployments: string[] };

type Without<Kind, Name extends string> = Kind extends unknown ? Omit<Kind, Name> : never;
/** Without what has happened since. */
type SavedProvider = Without<ListedProvider, 'lastRefusal' | 'lastGroups'>;

/** The form of a provider, without the secret. */
function listedAs(row: queries.ProviderRow): SavedProvider {
  const { kind, clientId, metadata, subjectAttribute, lti, disabledAt, ...rest } = row;
  const { encryptedSecret: _, lastRefusal: __, lastGroups: ___, ...same } = rest;
  const common = {
    ...same,
    domains: row.domains as unknown as string[],
    systemIds: row.systemIds as unknown as number[] | null,
    groupRoles: row.groupRoles as unknown as ListedProvider['groupRoles'],
    isActive: disabledAt === null,
  };
  if (kind === 'saml') return { ...common, kind, metadata: metadata ?? '', subjectAttribute };
  if (kind === 'lti')
    return { ...common, kind, clientId: clientId ?? '', ...(lti as unknown as OwnLtiFacts) };
  return { ...common, kind: 'openid', clientId: clientId ?? '' };
}
