import type { BodyOf } from '@guichet/contract/core/endpoint';
import type {
  changePlatform as changeEndpoint,
  Platform,
  PlatformEditConflict,
  PlatformForm,
  PlatformKind,
  PlatformList,
} from '@guichet/contract/learning/learning.platforms';
import { record, selectLinesAbout, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant, WriteTx } from '../../core/context/appContext.ts';
import { requeueJobsTo } from '../../core/queue/queue.service.ts';
import { AppError, invalidField } from '../../core/runtime/errors.ts';
import { destinationOfPlatform } from '../jobs/jobs.queries.ts';
import type { RegisteredPlatform } from '../learning.service.ts';
import { computeChainKey } from '../tokens/tokenStore.ts';
import { deleteChain } from '../tokens/tokens.queries.ts';
import { completeForm, readDefaultIds } from './completeForm.ts';
import { makeRedirectUri, readConnected } from './connected.ts';
import { encryptCredentials, toRegisteredPlatform } from './connectors.ts';
import { deleteConsent } from './consents.queries.ts';
import * as queries from './platforms.queries.ts';
import { type PlatformRow, selectPlatforms } from './platforms.queries.ts';

export async function listPlatforms({ config, database }: AppContext): Promise<PlatformList> {
  const uses = await queries.selectUses(database.read);
  const rows = await queries.selectPlatforms(database.read);
  return {
    environment: { kind: config.learningPlatform, systems: systemsOf(uses, null) },
    platforms: rows.map((row) => listed(row, uses)),
    redirectUri: makeRedirectUri(config),
  };
}

/** @throws AppError `request.invalid` */
export async function addPlatform(context: AppContext, grant: SystemsGrant, form: PlatformForm) {
  return write(context, grant, async (tx) => {
    await queries.lockPlatforms(tx);
    const platform = completeForm(context, form, null, await takeConnected(context, tx, grant, form));
    await checkName(tx, form.name, null);
    const id = await queries.insertPlatform(tx, columnsOf(context, form.name, platform));
    const detail = { name: form.name, ...shownOf(platform) };
    return record({ id }, { action: 'platform.added', subject: `platform:${id}`, detail });
  });
}

/**
 * Saves a platform; credentials left empty stay. An unchanged platform is not written; after a change, all
 * its waiting jobs are due at once.
 * @throws AppError `platform.notFound`, `request.invalid`
 */
export async function changePlatform(
  context: AppContext,
  grant: SystemsGrant,
  id: number,
  { version, ...form }: BodyOf<typeof changeEndpoint>,
): Promise<{ id: number } | PlatformEditConflict> {
  const destination = destinationOfPlatform(id);
  return write<{ id: number } | PlatformEditConflict>(context, grant, async (tx) => {
    await queries.lockPlatforms(tx);
    const row = await getPlatform(tx, id);
    const isRenewed =
      Boolean(form.consentId) || Object.values(form.credentials).some((value) => value !== '');
    const before = { name: row.name, ...shownOf({ ...row, kind: row.kind as PlatformKind }) };
    const stated = { name: form.name, ...shownOf({ ...form, ...readDefaultIds(form) }) };
    const isStated = !isRenewed && JSON.stringify(before) === JSON.stringify(stated);
    if (row.version !== version && !isStated) return unchanged(await editConflictWith(tx, row, version));
    await checkName(tx, form.name, id);
    const platform = completeForm(context, form, row, await takeConnected(context, tx, grant, form));
    const columns = columnsOf(context, form.name, platform);
    const after = { name: form.name, ...shownOf(platform) };
    if (!isRenewed && JSON.stringify(before) === JSON.stringify(after)) return unchanged({ id });
    await queries.updatePlatform(tx, id, columns);
    await requeueJobsTo(tx, destination, context.clock.now());
    const detail = { name: form.name, before, after, ...(isRenewed ? { newCredentials: true } : {}) };
    return record({ id }, { action: 'platform.changed', subject: `platform:${id}`, detail });
  });
}

/** @throws AppError `platform.notFound`, `platform.inUse`, `platform.hasExams` */
export async function removePlatform(context: AppContext, grant: SystemsGrant, id: number) {
  const { clock } = context;
  return write(context, grant, async (tx) => {
    await queries.lockPlatforms(tx);
    const platform = await getPlatform(tx, id);
    const { name } = platform;
    const users = (await queries.selectUses(tx)).filter(({ platformId }) => platformId === id);
    const systems = users.map((system) => system.name).join(', ');
    if (systems !== '') throw new AppError('platform.inUse', { params: { systems } });
    const count = await queries.countComingCourses(tx, id, clock.today());
    if (count > 0) throw new AppError('platform.hasExams', { params: { count } });
    await deletePlatformTokens(context, tx, platform);
    await queries.removePlatform(tx, id, clock.now());
    return record(true as const, { action: 'platform.removed', subject: `platform:${id}`, detail: { name } });
  });
}

/** Reads and deletes the consent in the transaction that saves the platform: each consent is for one. */
async function takeConnected(context: AppContext, tx: WriteTx, grant: SystemsGrant, form: PlatformForm) {
  const credentials = await readConnected(context, tx, grant, form);
  if (form.consentId) await deleteConsent(tx, form.consentId);
  return credentials;
}

/** @throws AppError `platform.notFound` */
export async function getPlatform(db: ReadDb, id: number): Promise<queries.PlatformRow> {
  const platform = await queries.selectPlatform(db, id);
  if (!platform) throw new AppError('platform.notFound');
  return platform;
}

type Uses = Awaited<ReturnType<typeof queries.selectUses>>;

function systemsOf(uses: Uses, id: number | null) {
  return uses.filter(({ platformId }) => platformId === id);
}

function listed(row: queries.PlatformRow, uses: Uses): Platform {
  const { encryptedCredentials: _, changedAt: _changedAt, kind, ...settings } = row;
  return { ...settings, kind: kind as PlatformKind, systems: systemsOf(uses, row.id) };
}

/** The reply to an edit conflict. Each version has one audit line, which names its author. */
async function editConflictWith(
  tx: WriteTx,
  row: queries.PlatformRow,
  version: number,
): Promise<PlatformEditConflict> {
  const about = {
    subject: `platform:${row.id}`,
    actions: ['platform.added', 'platform.changed'],
    systemIds: 'all',
    ofNone: true,
  } as const;
  const later = await selectLinesAbout(tx, about, Math.max(row.version - version, 1));
  return {
    outcome: 'changedMeanwhile',
    current: {
      ...listed(row, await queries.selectUses(tx)),
      savedAt: row.changedAt,
      savedBy: later[0]?.actor ?? null,
      hasNewCredentials: later.some(({ detail }) => 'newCredentials' in detail),
    },
  };
}

async function checkName(db: ReadDb, name: string, id: number | null): Promise<void> {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
  const others = await queries.selectPlatforms(db);
  if (others.some((other) => other.id !== id && isSame(other.name))) throw invalidField('name', 'taken');
}

function columnsOf(context: AppContext, name: string, platform: RegisteredPlatform) {
  const { kind, address, credentials } = platform;
  return {
    name,
    kind,
    address,
    encrypted_credentials: encryptCredentials(context, address, credentials),
    semester_id: platform.semesterId,
    template_id: platform.templateId,
    student_role: platform.studentRole,
    call_seconds: platform.callSeconds,
    copy_seconds: platform.copySeconds,
    changed_at: context.clock.now(),
  };
}

/** The facts of a platform for the audit log, without credentials. */
function shownOf(platform: Omit<RegisteredPlatform, 'id' | 'credentials'>) {
  const { kind, address, semesterId, templateId, studentRole, callSeconds, copySeconds } = platform;
  return { kind, address, semesterId, templateId, studentRole, callSeconds, copySeconds };
}

/**
 * Deletes the tokens that come from a removed platform's refresh token. Another platform, or the settings,
 * may have the same registration and so the same chain, which then stays: without it they would lose their
 * sign-in.
 */
async function deletePlatformTokens(context: AppContext, tx: WriteTx, row: PlatformRow): Promise<void> {
  const chain = chainOfPlatform(context, row);
  if (chain === null) return;
  const { brightspace } = context.config;
  const others = (await selectPlatforms(tx)).filter(({ id }) => id !== row.id);
  const used = others.map((other) => chainOfPlatform(context, other));
  if (brightspace) used.push(computeChainKey(context, brightspace));
  if (!used.includes(chain)) await deleteChain(tx, chain);
}

/** Null for a platform without a refresh token, or with credentials that nobody can decrypt any more. */
function chainOfPlatform(context: AppContext, row: PlatformRow): string | null {
  try {
    const { clientId, refreshToken } = toRegisteredPlatform(context, row).credentials;
    if (!clientId || !refreshToken) return null;
    return computeChainKey(context, {
      tokenUrl: context.config.brightspaceSignIn.tokenUrl,
      clientId,
      refreshToken,
    });
  } catch {
    // A lost key must not keep a platform from being removed; unused tokens are deleted in time.
    return null;
  }
}
