/**
 * Owns the question who may do what: it alone turns a person into a grant.
 * Refuses to know how a person proved to be that person (sessions) and what the grant is used for.
 */
import { type Level, roleReaches } from '@guichet/contract/core/access';
import type { Access } from '@guichet/contract/core/endpoint';
import type { ReadDb } from '../platform/database/database.ts';
import type {
  Grant,
  Identity,
  MachineGrant,
  MachineOnSystemGrant,
  SignedInGrant,
} from '../platform/http/grant.ts';
import { mintGrant } from '../platform/http/mintGrant.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { getSystem } from '../systems/systems.service.ts';
import { selectOwnLanguage, selectSystemLinks } from './access.queries.ts';

/**
 * The grant that an endpoint's access demands.
 * @throws AppError `session.missing` (nobody), `access.denied` (too little), `system.notFound`.
 */
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

/** The grant of the program itself, for work that no person asked for; `name` stands in the audit trail. */
export function machineGrant(name: string): MachineGrant {
  return mintGrant({ kind: 'machine', identity: null, name });
}

/** For a deed of an operator on one system; whoever can run commands beside the database holds everything already. */
export function machineGrantOn(name: string, systemId: number): MachineOnSystemGrant {
  return mintGrant({ kind: 'machineOnSystem', identity: null, name, systemId });
}

/** Whether the person reaches a level on a system; `systemId` 0 stands for any system (readings §1). */
export async function hasAccess(
  db: ReadDb,
  grant: SignedInGrant,
  systemId: number,
  level: Level,
): Promise<boolean> {
  const { identity } = grant;
  if (systemId === 0) return level === 'participant' || systemsReached(identity, level).length > 0;
  await requireSystem(db, identity, systemId);
  return reaches(identity, systemId, level);
}

/** Like `hasAccess`, but participant means: a student of that very system. */
export async function isAuthorized(db: ReadDb, grant: SignedInGrant, systemId: number, level: Level) {
  await requireSystem(db, grant.identity, systemId);
  if (level === 'participant') return isStudent(grant.identity, systemId);
  return reaches(grant.identity, systemId, level);
}

/** What home shows: each system that the person may enter, and by which ways. */
export async function listEntrances(db: ReadDb, { identity }: SignedInGrant) {
  const systemLinks = await selectSystemLinks(db, systemsReached(identity, 'participant'));
  return {
    fullName: identity.fullName,
    email: identity.email,
    language: await selectOwnLanguage(db, identity),
    isSuperAdmin: isSuperAdmin(identity),
    mustChoosePassword: identity.mustChoosePassword,
    entrances: systemLinks.map((systemLink) => ({
      ...systemLink,
      isAdmin: reaches(identity, systemLink.systemId, 'admin'),
      isSupport: reaches(identity, systemLink.systemId, 'support'),
      isStudent: isStudent(identity, systemLink.systemId),
    })),
  };
}

/** A system in which somebody holds a role is there: the role refers to it. @throws AppError `system.notFound` */
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
