import type { NoAccess } from '@guichet/contract/identity/sessions.outcomes';
import type { AppContext } from '../../../core/context/appContext.ts';
import { findOffice } from '../../../systems/system/systems.service.ts';
import { type Account, findOwnSystem, selectPerson } from '../../users/users.service.ts';
import { noteFailedSignIn } from './failedSignIns.ts';
import type { Attempt } from './signInLimits.ts';

/**
 * Refuses the owner of an account that is shut or has no role, and says why, and whose office to call. Call it only for
 * somebody who has proven to be the owner: to anybody else it would tell that there is an account.
 */
export async function refuseAccess(
  context: AppContext,
  { id, deactivatedAt }: Account,
  attempt: Attempt,
): Promise<NoAccess> {
  noteFailedSignIn(context, attempt, 'noAccess');
  const { read } = context.database;
  const isLocked = deactivatedAt !== null && (await selectPerson(read, id, context.clock.now()))?.lockedAt;
  const { email, phone, office } = await findOffice(context, await findOwnSystem(context, read, id));
  return {
    outcome: 'noAccess',
    reason: isLocked ? 'locked' : deactivatedAt ? 'deactivated' : 'noRole',
    contact: { email, phone, office },
  };
}
