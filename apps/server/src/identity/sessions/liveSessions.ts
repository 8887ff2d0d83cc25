import type { AppContext, Identity } from '../../core/context/appContext.ts';
import { makeBatchLoader } from '../../core/runtime/concurrency/batchLoader.ts';
import { perOwner } from '../../core/runtime/concurrency/keepLast.ts';
import { isFactorDue as isFactorDueOf } from '../factors/factors.service.ts';
import { joinNames } from '../users/users.service.ts';
import { selectLiveSessions } from './sessions.queries.ts';

/**
 * The person of an open session; null for an ended or expired session. An impersonation is open while the
 * super admin keeps that role and their own session, and while the other person is no super admin.
 */
export async function findIdentity(context: AppContext, sessionId: string): Promise<Identity | null> {
  const live = await sessionLoader(context)(sessionId);
  if (!live) return null;
  const { userId, email, roles, impersonatorSessionId, isByProvider } = live;
  const person = { sessionId, userId, email, fullName: joinNames(live), roles: roles ?? [], isByProvider };
  if (impersonatorSessionId === null) {
    const isFactorDue = live.factor !== 'provider' && (await isFactorDueOf(context, person));
    const mustChoosePassword = live.mustChoosePasswordSince !== null;
    const isPasswordDue = mustChoosePassword && live.passwordMailedAt !== null;
    return { ...person, mustChoosePassword, isPasswordDue, isFactorDue, actor: null };
  }

  const own = await findIdentity(context, impersonatorSessionId);
  if (!own || !isSuperAdmin(own) || isSuperAdmin(person)) return null;
  const actor = { userId: own.userId, fullName: own.fullName, sessionId: own.sessionId };
  // During an impersonation no password is due, and a second factor is due for the actor.
  const { isPasswordDue, isFactorDue } = own;
  return { ...person, mustChoosePassword: false, isPasswordDue, isFactorDue, actor };
}

/** The ids of the given sessions that are still open. */
export async function areSessionsLive(context: AppContext, sessionIds: readonly string[]) {
  const people = await Promise.all(sessionIds.map((sessionId) => findIdentity(context, sessionId)));
  return new Set(people.flatMap((person) => person?.sessionId ?? []));
}

/** Every request asks, so simultaneous calls share a query. */
const sessionLoader = perOwner((context: AppContext) =>
  makeBatchLoader(async (sessionIds: readonly string[]) => {
    const live = await selectLiveSessions(context.database.read, sessionIds, context.clock.now());
    return new Map(live.map((one) => [one.sessionId, one]));
  }),
);

function isSuperAdmin({ roles }: Pick<Identity, 'roles'>): boolean {
  return roles.some(({ role }) => role === 'superAdmin');
}
