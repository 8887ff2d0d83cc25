import type { ListedSession } from '@guichet/contract/sessions.list';
import { type AuditLine, record, unchanged, write, writeEverywhere } from '../audit/audit.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { Identity, SignedInGrant, SystemsGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { getManagedUser, linesOf, lockLockableUser } from '../users/users.service.ts';
import { endImpersonationsIn } from './impersonation.ts';
import { idleSeconds } from './lifetimes.ts';
import { nameOf } from './liveSessions.ts';
import { endSessions, selectOpenSessions } from './sessionList.queries.ts';

export function listOwnSessions(house: House, { identity }: SignedInGrant): Promise<ListedSession[]> {
  return listSessions(house, identity.userId, identity);
}

/** @throws AppError `session.notFound`, for the session of somebody else as well. */
export async function endOwnSession(house: House, grant: SignedInGrant, sessionId: string): Promise<true> {
  const { userId } = grant.identity;
  return write(house, grant, async (tx) => {
    const open = await selectOpen(house, tx, userId);
    const session = open.find(({ id }) => id === sessionId);
    if (!session) throw new AppError('session.notFound');
    const lines = await endAll(house, tx, userId, [sessionId]);
    const detail = { device: session.device, sessions: 1 };
    return record(true as const, ...lines, {
      action: 'session.revoked',
      subject: `user:${userId}`,
      detail,
    });
  });
}

/** Ends all sessions of one's own but the one that asks; says how many. */
export async function endOtherSessions(house: House, grant: SignedInGrant): Promise<number> {
  const { userId, sessionId } = grant.identity;
  return write(house, grant, async (tx) => {
    const others = (await selectOpen(house, tx, userId)).filter(({ id }) => id !== sessionId);
    if (others.length === 0) return unchanged(0);
    const lines = await endAll(house, tx, userId, idsOf(others));
    const detail = { sessions: others.length };
    return record(others.length, ...lines, { action: 'session.revoked', subject: `user:${userId}`, detail });
  });
}

/** @throws AppError `user.notFound`, `user.outOfReach` */
export async function listUserSessions(
  house: House,
  grant: SystemsGrant,
  userId: number,
): Promise<ListedSession[]> {
  await getManagedUser(house.database.read, grant, userId);
  return listSessions(house, userId, grant.identity);
}

/**
 * Ends all sessions of somebody else, those in which others act in that person's name as well; says how many.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`
 */
export async function endUserSessions(house: House, grant: SystemsGrant, userId: number): Promise<number> {
  if (userId === grant.identity.userId) throw new AppError('user.yourself');
  return writeEverywhere(house, grant, async (tx) => {
    const person = await lockLockableUser(tx, grant, userId);
    const open = await selectOpen(house, tx, userId);
    if (open.length === 0) return unchanged(0);
    const ended = await endAll(house, tx, userId, idsOf(open));
    const said = linesOf(grant, 'user.sessionsEnded', person, { sessions: open.length });
    return record(open.length, ...said, ...ended);
  });
}

async function listSessions(house: House, userId: number, reader: Identity): Promise<ListedSession[]> {
  const open = await selectOpen(house, house.database.read, userId);
  return open.map(({ impersonatorFirstName, impersonatorLastName, ...session }) => ({
    ...session,
    isCurrent: session.id === reader.sessionId,
    impersonator:
      impersonatorFirstName === null || impersonatorLastName === null
        ? null
        : nameOf({ firstName: impersonatorFirstName, lastName: impersonatorLastName }),
  }));
}

function selectOpen(house: House, db: ReadDb, userId: number) {
  const now = house.clock.now();
  return selectOpenSessions(db, userId, { now, idleSince: secondsAfter(now, -idleSeconds) });
}

/** Ends sessions of a person and what that person began in them in the name of others; gives lines about the latter. */
async function endAll(
  house: House,
  tx: WriteTx,
  userId: number,
  ids: readonly string[],
): Promise<AuditLine[]> {
  await endSessions(tx, userId, ids, house.clock.now());
  return endImpersonationsIn(house, tx, ids);
}

function idsOf(sessions: readonly { readonly id: string }[]): string[] {
  return sessions.map(({ id }) => id);
}
