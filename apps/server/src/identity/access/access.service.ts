/** Owns authorization: only this file turns an identity into a grant. Does not know how people sign in. */
import { type Level, roleReaches } from '@guichet/contract/core/access';
import type { Access } from '@guichet/contract/core/endpoint';
import { joinNames } from '@guichet/contract/core/fullName';
import type {
  Grant,
  Identity,
  MachineGrant,
  MachineOnSystemGrant,
  ReadDb,
  SignedInGrant,
  SystemGrant,
  SystemsGrant,
} from '../../core/context/appContext.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { mintGrant } from '../../core/http/mintGrant.ts';
import { makeBatchLoader } from '../../core/runtime/concurrency/batchLoader.ts';
import { perOwner } from '../../core/runtime/concurrency/keepLast.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { firstAddress } from '../../core/runtime/settingValues.ts';
import { getSystem } from '../../systems/system/systems.service.ts';
import * as queries from './access.queries.ts';

export { selectExtraTimeSystems, selectSystemLinks } from './access.queries.ts';

/** The grant for an access. @throws AppError `session.missing`, `access.denied`, `system.notFound` */
export async function admit(
  db: ReadDb,
  identity: Identity | null,
  access: Access,
  systemId: number | null,
): Promise<Grant> {
  if (access === 'public') return mintGrant({ kind: 'anyone', identity: null });
  if (!identity) throw new AppError('session.missing');
  if (access === 'signedIn') return mintGrant({ kind: 'signedIn', identity });
  if (access.of === 'anySystem') {
    const systemIds = systemsReached(identity, access.level);
    if (systemIds !== 'all' && systemIds.length === 0) throw new AppError('access.denied');
    return mintGrant({ kind: 'onSystems', identity, systemIds });
  }
  if (systemId === null || !reaches(identity, systemId, access.level)) throw new AppError('access.denied');
  await requireSystem(db, identity, systemId);
  return mintGrant({ kind: 'onSystem', identity, systemId });
}

/** The grant of the program itself; `name` appears in the audit log. */
export function machineGrant(name: string): MachineGrant {
  return mintGrant({ kind: 'machine', identity: null, name });
}

/** The grant of an operator's command on one system; whoever can run commands on the server has full access anyway. */
export function machineGrantOn(name: string, systemId: number): MachineOnSystemGrant {
  return mintGrant({ kind: 'machineOnSystem', identity: null, name, systemId });
}

/** Whether the person reaches a level on a system; `systemId` 0 stands for any system (readings §1). */
export async function hasAccess(db: ReadDb, grant: SignedInGrant, systemId: number, level: Level) {
  const { identity } = grant;
  if (systemId === 0) return level === 'participant' || systemsReached(identity, level).length > 0;
  await requireSystem(db, identity, systemId);
  return reaches(identity, systemId, level);
}

/** Like `hasAccess`, except that `participant` requires the student role of this system. */
export async function isAuthorized(db: ReadDb, grant: SignedInGrant, systemId: number, level: Level) {
  await requireSystem(db, grant.identity, systemId);
  if (level === 'participant') return isStudent(grant.identity, systemId);
  return reaches(grant.identity, systemId, level);
}

/** The rows of home: each system that the person may enter, with the roles held there. */
export async function listEntrances(db: ReadDb, { identity }: SignedInGrant) {
  const systemLinks = await queries.selectSystemLinks(db, systemsReached(identity, 'participant'));
  const asksOthers = !isSuperAdmin(identity) && systemsReached(identity, 'support').length > 0;
  const load = settingsLoaders(db)[asksOthers ? 'staff' : 'others'];
  const { language, extraTimeSystems, superAdmins } = (await load(identity.userId)) as queries.OwnSettings;
  return {
    fullName: identity.fullName,
    email: identity.email,
    language,
    isSuperAdmin: isSuperAdmin(identity),
    mustChoosePassword: identity.mustChoosePassword,
    isByProvider: identity.isByProvider,
    superAdmins: superAdmins
      .filter(({ email }) => email !== firstAddress)
      .map((one) => ({ fullName: joinNames(one), email: one.email })),
    entrances: systemLinks.map((systemLink) => ({
      ...systemLink,
      isAdmin: reaches(identity, systemLink.systemId, 'admin'),
      isSupport: reaches(identity, systemLink.systemId, 'support'),
      isStudent: isStudent(identity, systemLink.systemId),
      seesExtraTime: seesExtraTimeOf(identity, systemLink.systemId, extraTimeSystems),
    })),
  };
}

/** Homes that are read at the same moment share a statement, which lists the super admins once for all of them. */
const settingsLoaders = perOwner((db: ReadDb) => {
  const loaderOf = (asksOthers: boolean) =>
    makeBatchLoader<number, queries.OwnSettings>(async (userIds) => {
      const found = await queries.selectOwnSettings(db, userIds, asksOthers);
      return new Map(found.map((one) => [one.userId, one]));
    });
  return { staff: loaderOf(true), others: loaderOf(false) };
});

/**
 * Whether the caller may see and give extra time in the grant's system: a right that no role of a system
 * brings along (docs/decisions/030-extra-time.md). An operator on the command line has it.
 */
export async function seesExtraTime(db: ReadDb, grant: SystemGrant | MachineOnSystemGrant): Promise<boolean> {
  if (grant.identity === null) return true;
  const given = await queries.selectExtraTimeSystems(db, grant.identity.userId);
  return seesExtraTimeOf(grant.identity, grant.systemId, given);
}

/** The caller's systems in which the caller may see extra time. */
export async function listExtraTimeSystems(
  db: ReadDb,
  { identity, systemIds }: Pick<SystemsGrant, 'identity' | 'systemIds'>,
): Promise<TenantScope> {
  if (systemIds === 'all') return 'all';
  const given = await queries.selectExtraTimeSystems(db, identity.userId);
  return systemIds.filter((systemId) => seesExtraTimeOf(identity, systemId, given));
}

/** Whether the caller may see extra time in each of the caller's systems. */
export async function seesExtraTimeEverywhere(
  db: ReadDb,
  grant: Pick<SystemsGrant, 'identity' | 'systemIds'>,
): Promise<boolean> {
  const own = await listExtraTimeSystems(db, grant);
  return own === 'all' || own.length === grant.systemIds.length;
}

/** Whether a person has the right to extra time in a system where the caller lacks it. */
export async function holdsMoreRights(
  db: ReadDb,
  grant: Pick<SystemsGrant, 'identity' | 'systemIds'>,
  userId: number,
): Promise<boolean> {
  const own = await listExtraTimeSystems(db, grant);
  return own !== 'all' && (await queries.selectExtraTimeSystems(db, userId)).some((id) => !own.includes(id));
}

/** @throws AppError `extraTime.denied` */
export async function requireExtraTimeRight(db: ReadDb, grant: SystemGrant): Promise<void> {
  if (!(await seesExtraTime(db, grant))) throw new AppError('extraTime.denied');
}

function seesExtraTimeOf(identity: Identity, systemId: number, given: readonly number[]): boolean {
  return isSuperAdmin(identity) || (given.includes(systemId) && reaches(identity, systemId, 'support'));
}

/** The titles of a system; its name stands for a missing title. */
export function chooseTitles({ title, name }: { title: { fr: string; en: string }; name: string }) {
  return { fr: title.fr || name, en: title.en || name };
}

/** Checks that the system exists; a role held in it proves that without a query. @throws AppError `system.notFound` */
async function requireSystem(db: ReadDb, { roles }: Identity, systemId: number): Promise<void> {
  if (!roles.some((held) => held.systemId === systemId)) await getSystem(db, systemId);
}

function isSuperAdmin(identity: Identity): boolean {
  return identity.roles.some(({ role }) => role === 'superAdmin');
}

function isStudent(identity: Identity, systemId: number): boolean {
  return identity.roles.some((held) => held.role === 'student' && held.systemId === systemId);
}

function reaches(identity: Identity, systemId: number, level: Level): boolean {
  return identity.roles.some(
    (held) => (held.systemId ?? systemId) === systemId && roleReaches(held.role, level),
  );
}

/** The systems on which a person reaches a level; 'all' for a super admin. */
export function systemsReached(identity: Identity, level: Level): readonly number[] | 'all' {
  if (isSuperAdmin(identity)) return 'all';
  const reached = identity.roles
    .filter(({ role }) => roleReaches(role, level))
    .map(({ systemId }) => systemId as number);
  return [...new Set(reached)];
}
