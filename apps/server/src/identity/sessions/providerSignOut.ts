import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, MachineGrant } from '../../core/context/appContext.ts';
import { endImpersonationsIn } from './impersonation/impersonation.ts';
import { endSessionsBy, type SignedInWith } from './sessions.queries.ts';

/**
 * Ends the sessions that a provider's account has opened, when the provider says that it has signed the person out. Sessions begun
 * after `before` stay: the same message counts for nothing later. Returns how many have ended.
 */
export async function endSessionsOfProvider(
  context: AppContext,
  grant: MachineGrant,
  by: SignedInWith,
  before: Date,
): Promise<number> {
  return write(context, grant, async (tx) => {
    const ended = await endSessionsBy(tx, by, { now: context.clock.now(), except: null, before });
    const [first, ...others] = ended.map(
      ({ userId }) => ({ action: 'session.ended', subject: `user:${userId}` }) as const,
    );
    if (!first) return unchanged(0);
    const ids = ended.map(({ id }) => id);
    return record(ended.length, first, ...others, ...(await endImpersonationsIn(context, tx, ids)));
  });
}
