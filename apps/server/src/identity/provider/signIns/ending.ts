import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import { admit } from '../../access/access.service.ts';
import { findIdentity, signOut } from '../../sessions/sessions.service.ts';
import { enqueueLogout } from '../logouts/logoutJobs.queries.ts';
import { deleteProviderSessions } from '../records/records.queries.ts';
import * as queries from './signIns.queries.ts';

const mostAtOnce = 100;

/** Ends the session of the portal behind a session of the provider that an application has ended. */
export async function endPortalSession(context: AppContext, providerSession: string): Promise<void> {
  const { read } = context.database;
  const sessionId = await queries.findPortalSession(read, providerSession);
  await systemTransaction(context, (tx) => queries.deleteSignIns(tx, [providerSession]));
  const identity = sessionId === null ? null : await findIdentity(context, sessionId);
  if (identity) await signOut(context, (await admit(read, identity, 'signedIn', null)) as SignedInGrant);
}

/**
 * Follows the sessions of the portal that are over (with `since`: that came to their end later): ends the provider's sessions
 * with their tokens, and plans to tell the applications. Returns whether there may be more.
 */
export function followEndedSessions(context: AppContext, since: Date | null = null): Promise<boolean> {
  return systemTransaction(context, async (tx) => {
    const ended = await queries.lockEnded(tx, { now: context.clock.now(), since, limit: mostAtOnce });
    if (ended.length === 0) return false;
    for (const { clientId, subject, nameId, sid } of ended)
      if (sid !== null) await enqueueLogout(context, tx, { clientId, subject, nameId, sid });
    const sessions = [...new Set(ended.map(({ providerSession }) => providerSession))];
    await deleteProviderSessions(tx, sessions);
    await queries.deleteSignIns(tx, sessions);
    return ended.length === mostAtOnce;
  });
}
