import type { ListedSession } from '@guichet/contract/identity/sessions.list';
import { record, unchanged, write, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext, Identity, SignedInGrant, SystemsGrant } from '../../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { getManagedUser, lockLockableUser, makeAuditLines } from '../../users/managedUsers.service.ts';
import { joinNames } from '../../users/users.service.ts';
import { endImpersonationsIn } from '../impersonation/impersonation.ts';
import { idleSeconds } from '../lifetimes/lifetimes.ts';
import { endSessions, selectOpenSessions } from './sessionList.queries.ts';

export function listOwnSessions(context: AppContext, { identity }: SignedInGrant): Promise<ListedSession[]> {
  return listSessions(context, identity.userId, identity);
}

/** @throws AppError `session.notFound`, also for the session of somebody else */
export async function endOwnSession(context: AppContext, grant: SignedInGrant, sessionId: string) {
  const { userId } = grant.identity;
  return write(context, grant, async (tx) => {
    const open = await selectOpen(context, tx, userId);
    const session = open.find(({ id }) => id === sessionId);
    if (!session) throw new AppError('session.notFound');
    const lines = await endAll(context, tx, userId, [sessionId]);
    const detail = { device: session.device, sessions: 1 };
    return record(true as const, ...lines, {
      action: 'session.revoked',
      subject: `user:${userId}`,
      detail,
    });
  });
}

/** Ends all sessions of the caller except the current one; returns how many. */
export async function endOtherSessions(context: AppContext, grant: SignedInGrant): Promise<number> {
  const { userId, sessionId } = grant.identity;
  return write(context, grant, async (tx) => {
    const others = (await selectOpen(context, tx, userId)).filter(({ id }) => id !== sessionId);
    if (others.length === 0) return unchanged(0);
    const lines = await endAll(context, tx, userId, idsOf(others));
    const detail = { sessions: others.length };
    return record(others.length, ...lines, { action: 'session.revoked', subject: `user:${userId}`, detail });
  });
}

/** @throws AppError `user.notFound`, `user.outOfReach` */
export async function listUserSessions(context: AppContext, grant: SystemsGrant, userId: number) {
  await getManagedUser(context.database.read, grant, userId);
  return listSessions(context, userId, grant.identity);
}

/**
 * Ends all sessions of somebody else, including impersonations of that person; returns how many.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`
 */
export async function endUserSessions(context: AppContext, grant: SystemsGrant, userId: number) {
  if (userId === grant.identity.userId) throw new AppError('user.yourself');
  return writeEverywhere(context, grant, async (tx) => {
    const person = await lockLockableUser(tx, grant, userId, context.clock.today());
    const open = await selectOpen(context, tx, userId);
    if (open.length === 0) return unchanged(0);
    const ended = await endAll(context, tx, userId, idsOf(open));
    const said = makeAuditLines(grant, 'user.sessionsEnded', person, { sessions: open.length });
    return record(open.length, ...said, ...ended);
  });
}

async function listSessions(context: AppContext, userId: number, reader: Identity): Promise<ListedSession[]> {
  const open = await selectOpen(context, context.database.read, userId);
  return open.map(({ impersonatorFirstName, impersonatorLastName, ...session }) => ({
    ...session,
    isCurrent: session.id === reader.sessionId,
    impersonator:
      impersonatorFirstName === null || impersonatorLastName === null
        ? null
        : joinNames({ firstName: impersonatorFirstName, lastName: impersonatorLastName }),
  }));
}

function selectOpen(context: AppContext, db: ReadDb, userId: number) {
  const now = context.clock.now();
  return selectOpenSessions(db, userId, now, secondsAfter(now, -idleSeconds));
}

/** Ends sessions of a person and the impersonations begun in them; returns the audit lines of the impersonations. */
async function endAll(context: AppContext, tx: WriteTx, userId: number, ids: readonly string[]) {
  await endSessions(tx, userId, ids, context.clock.now());
  return endImpersonationsIn(context, tx, ids);
}

function idsOf(sessions: readonly { readonly id: string }[]): string[] {
  return sessions.map(({ id }) => id);
}
