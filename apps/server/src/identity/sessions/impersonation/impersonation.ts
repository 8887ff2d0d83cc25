import type { AuditAction } from '@guichet/contract/core/audit';
import { superAdminName } from '@guichet/contract/identity/roleNames';
import type {
  ImpersonationForm,
  ImpersonationOutcome,
} from '@guichet/contract/identity/sessions.impersonation';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { sameFormSeconds, secondsAfter } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { type Account, findAccount, joinNames, listRoleNames } from '../../users/users.service.ts';
import * as queries from '../sessions.queries.ts';
import { describeDevice } from '../signIn/deviceWords.ts';
import { type ClientInfo, countTry, forgetFailures, orReleaseTry } from '../signIn/signInLimits.ts';
import { accessTokenFor } from '../tokens.ts';

const longestSeconds = 30 * 60;

/**
 * Opens a session of another person for the calling super admin, and ends an open impersonation of theirs. A
 * wrong password counts as a failure of the super admin's sign-in.
 * @throws AppError `user.notFound`, `session.notImpersonable`
 */
export async function impersonate(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
  { reason, password }: ImpersonationForm,
  client: ClientInfo,
): Promise<ImpersonationOutcome> {
  const { read } = context.database;
  const person = await findAccount(read, userId);
  if (!person) throw new AppError('user.notFound');
  const roles = await listRoleNames(read, person.id);
  if (!isImpersonable(grant, person, roles)) throw new AppError('session.notImpersonable');

  const attempt = { username: grant.identity.email, ...client };
  const tried = await countTry(context, attempt, context.clock.now());
  if (!('keys' in tried)) return { outcome: 'tooManyTries', retryAfter: tried.retryAfter };
  const isRight = await orReleaseTry(context, tried, async () => {
    const own = await findAccount(read, grant.identity.userId);
    return context.hashing.verify(own?.passwordHash ?? null, password);
  });
  if (!isRight) return { outcome: 'wrongPassword' };

  const now = context.clock.now();
  const opened = { id: context.clock.uuid(), expiresAt: secondsAfter(now, longestSeconds) };
  const { id: sid, expiresAt } = await write(context, grant, async (tx) => {
    const { userId: impersonator_id, sessionId: impersonator_session_id } = grant.identity;
    await queries.lockSession(tx, impersonator_session_id);
    const since = secondsAfter(now, -sameFormSeconds);
    const of = { ownSessionId: impersonator_session_id, userId: person.id, reason, since };
    const same = await queries.selectSameImpersonation(tx, of);
    if (same) return unchanged(same);
    const ended = await endImpersonationsIn(context, tx, [impersonator_session_id]);
    const times = { started_at: now, last_used_at: now, expires_at: opened.expiresAt };
    const by = { impersonator_id, impersonator_session_id, impersonation_reason: reason };
    const session = { id: opened.id, user_id: person.id, ...times, ...describeDevice(attempt), ...by };
    await queries.insertSession(tx, session);
    await forgetFailures(tx, tried.keys);
    return record(
      opened,
      ...ended,
      lineOf('session.impersonationStarted', person.id, joinNames(person), { reason }),
    );
  });
  const act = { sub: String(grant.identity.userId), name: grant.identity.fullName };
  return {
    outcome: 'started',
    accessToken: accessTokenFor(context, person, roles, sid, { act, expiresAt }),
  };
}

function isImpersonable(grant: SystemsGrant, person: Account, roles: readonly string[]): boolean {
  const isSelf = person.id === grant.identity.userId;
  const canSignIn = person.deactivatedAt === null && roles.length > 0;
  return !isSelf && canSignIn && !roles.includes(superAdminName);
}

/** Ends the impersonation of the grant; false without an impersonation. */
export async function endImpersonation(context: AppContext, grant: SignedInGrant): Promise<boolean> {
  const { identity } = grant;
  return write(context, grant, async (tx) => {
    if (!identity.actor) return unchanged(false);
    if (!(await queries.endSession(tx, identity.sessionId, context.clock.now()))) return unchanged(true);
    return record(true, lineOf('session.impersonationEnded', identity.userId, identity.fullName));
  });
}

/** Ends the impersonations opened in a super admin's own sessions; returns their audit lines. */
export async function endImpersonationsIn(context: AppContext, tx: WriteTx, sessionIds: readonly string[]) {
  const people = await queries.endImpersonations(tx, sessionIds, context.clock.now());
  return people.map((person) => lineOf('session.impersonationEnded', person.id, joinNames(person)));
}

function lineOf(action: AuditAction, userId: number, fullName: string, detail: Record<string, unknown> = {}) {
  return {
    action,
    subject: `user:${userId}`,
    impersonated: { userId, fullName },
    detail: { name: fullName, ...detail },
  };
}
