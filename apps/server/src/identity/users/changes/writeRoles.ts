import type { AuditLine } from '../../../core/audit/audit.service.ts';
import type { AppContext, Grant, WriteTx } from '../../../core/context/appContext.ts';
import { makeAuditLines } from '../managedUsers.service.ts';
import { endSessionsOfGivenPasswords } from '../rights/givenPassword.queries.ts';
import { type HeldRole, isSame } from '../rights/userRights.ts';
import { insertRole } from '../users.queries.ts';
import * as queries from './userChanges.queries.ts';

interface RoleChange {
  readonly given: readonly HeldRole[];
  readonly taken: readonly HeldRole[];
  /** The systems in which the right to extra time is given and taken. */
  readonly rights: { readonly given: readonly number[]; readonly taken: readonly number[] };
}

/** The account at a provider whose groups bring roles. */
export interface GroupSource {
  readonly identityId: string;
  readonly issuer: string;
  /** The provider's table; `has`: the account is in the group. */
  readonly table?: readonly (HeldRole & { readonly group: string; readonly has: boolean })[];
}

/**
 * Gives and takes roles of a locked person, and returns the audit lines, one for each system. A staff role on an unconfirmed address
 * ends the person's sessions, and the next one requires a mailed link. `source`: whose groups are the reason; null: a person's act.
 */
export async function writeRoles(
  context: AppContext,
  tx: WriteTx,
  grant: Grant,
  person: queries.LockedPerson,
  { given, taken, rights }: RoleChange,
  source: GroupSource | null = null,
): Promise<readonly [AuditLine, ...AuditLine[]]> {
  const now = context.clock.now();
  const { id } = person;
  for (const role of taken) await queries.deleteRole(tx, id, role);
  for (const { role, systemId } of given) await insertRole(tx, id, role, systemId, now, source?.identityId);
  await queries.updateExtraTimeRights(tx, id, { ...rights, now });
  const needsLink = person.emailConfirmedAt === null && given.some(isOfStaff);
  if (needsLink) await queries.updatePerson(tx, id, { link_due_since: now, sessions_ended_at: now });
  await endSessionsOfGivenPasswords(tx, [id], now);
  const touched = [...given, ...rights.given.map(asRight), ...taken, ...rights.taken.map(asRight)];
  // Administrators see the roles of their own system only.
  return makeAuditLines(grant, 'user.rolesChanged', { ...person, held: touched }, (systemId) => ({
    given: rolesInAuditLog(given, rights.given, systemId),
    taken: rolesInAuditLog(taken, rights.taken, systemId),
    ...(needsLink && { linkDemanded: true }),
    ...(source && { provider: source.issuer, groups: groupsOf(source, { given, taken }, systemId) }),
  }));
}

/** The groups that have brought a role in this system, or had brought one that goes. */
function groupsOf(
  { table = [] }: GroupSource,
  changed: Pick<RoleChange, 'given' | 'taken'>,
  of: number | null,
) {
  const isOf = (one: HeldRole, has: boolean) =>
    changed[has ? 'given' : 'taken'].some((role) => isSame(role, one));
  return table.filter((row) => row.systemId === of && isOf(row, row.has)).map(({ group }) => group);
}

/** A staff role needs a confirmed address: somebody else may know a password mailed to an unconfirmed one. */
export function isOfStaff({ role }: HeldRole): boolean {
  return role !== 'student';
}

type AuditedRole = { readonly role: HeldRole['role'] | 'extraTime'; readonly systemId: number | null };

function asRight(systemId: number): AuditedRole {
  return { role: 'extraTime', systemId };
}

/** A role as the audit log shows it: `admin:3`, `superAdmin`, `extraTime:3`. */
export function inAuditLog({ role, systemId }: AuditedRole): string {
  return systemId === null ? role : `${role}:${systemId}`;
}

/** The roles in a system, then the right to extra time there, as the audit log shows them. */
export function rolesInAuditLog(
  held: readonly HeldRole[],
  rights: readonly number[],
  of: number | null,
): readonly string[] {
  return [...held, ...rights.map(asRight)].filter(({ systemId }) => systemId === of).map(inAuditLog);
}
