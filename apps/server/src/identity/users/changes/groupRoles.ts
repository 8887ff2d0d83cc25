import type { AuditLine } from '../../../core/audit/audit.service.ts';
import type { AppContext, Grant, ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import { listSystems } from '../../../systems/system/systems.service.ts';
import { selectExtraTimeSystems } from '../../access/access.service.ts';
import { makeAuditLines } from '../managedUsers.service.ts';
import { changeOfRights } from '../rights/extraTimeRights.ts';
import { type HeldRole, isSame } from '../rights/userRights.ts';
import * as queries from './userChanges.queries.ts';
import { type GroupSource, inAuditLog, writeRoles } from './writeRoles.ts';

/** Whether the roles that an account's groups have brought differ from `wanted`; asked at each sign-in, without a lock. */
export async function hasOtherGroupRoles(
  db: ReadDb,
  userId: number,
  wanted: readonly HeldRole[],
  { identityId }: GroupSource,
): Promise<boolean> {
  const { given, joined, left } = await compare(db, userId, wanted, identityId);
  return given.length + joined.length + left.length > 0;
}

/**
 * Brings the roles that an account's groups have brought in line with `wanted`; returns the audit lines. A role that a person or a
 * list has given stays as it is, and so does that of an enrolled candidate. A system that is put aside gets no new role, and a
 * deactivated or locked account none.
 */
export async function setGroupRoles(
  context: AppContext,
  tx: WriteTx,
  grant: Grant,
  userId: number,
  wanted: readonly HeldRole[],
  source: GroupSource,
): Promise<readonly AuditLine[]> {
  await queries.waitForTurn(tx);
  const [person] = await queries.lockPeople(tx, [userId]);
  if (!person) return [];
  const { joined, left, ...lacking } = await compare(tx, userId, wanted, source.identityId);
  const given = person.deactivatedAt || person.lockedAt ? [] : lacking.given;
  const taken: HeldRole[] = [];
  const kept: HeldRole[] = [];
  for (const { cameBy, ...role } of [...joined, ...left]) {
    const others = (cameBy ?? []).filter((id) => id !== source.identityId);
    const isWanted = joined.some((other) => isSame(role, other));
    const isEnrolled = role.role === 'student' && (await queries.isEnrolled(tx, userId, role.systemId ?? 0));
    if (!isWanted && others.length === 0 && !isEnrolled) taken.push(role);
    else {
      const sources = isWanted ? [...others, source.identityId] : others;
      await queries.noteSources(tx, userId, role, sources.length > 0 ? sources : null);
      kept.push(role);
    }
  }
  const lines =
    kept.length === 0
      ? []
      : makeAuditLines(grant, 'user.rolesChanged', { ...person, held: kept }, (systemId) => ({
          kept: kept.filter((role) => role.systemId === systemId).map(inAuditLog),
          provider: source.issuer,
        }));
  if (given.length + taken.length === 0) return lines;
  const isTaken = (role: HeldRole) => taken.some((other) => isSame(role, other));
  const rights = changeOfRights('all', [...person.held.filter((role) => !isTaken(role)), ...given], {
    held: await selectExtraTimeSystems(tx, userId),
    wanted: undefined,
    seen: undefined,
    givable: [],
    newRoles: [],
  });
  return [...(await writeRoles(context, tx, grant, person, { given, taken, rights }, source)), ...lines];
}

async function compare(db: ReadDb, userId: number, wanted: readonly HeldRole[], identityId: string) {
  const held = await queries.selectGrants(db, [userId]);
  const isAmong = (roles: readonly HeldRole[], role: HeldRole) => roles.some((other) => isSame(role, other));
  const missing = wanted.filter((role) => !isAmong(held, role));
  const used = missing.length === 0 ? [] : (await listSystems(db)).filter(({ isArchived }) => !isArchived);
  const cameOtherwise = held.filter(({ cameBy }) => cameBy && !cameBy.includes(identityId));
  return {
    given: missing.filter(({ systemId }) => used.some(({ id }) => id === systemId)),
    /** Held by the groups of another account alone. */
    joined: cameOtherwise.filter((role) => isAmong(wanted, role)),
    left: held.filter((role) => role.cameBy?.includes(identityId) && !isAmong(wanted, role)),
  };
}
