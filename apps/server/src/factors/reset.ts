import { record, unchanged, writeEverywhere } from '../audit/audit.service.ts';
import type { SystemsGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { linesOf, lockManagedUser } from '../users/managedUsers.service.ts';
import { endSessionsOf } from '../users/users.service.ts';
import { queueFactorMail } from './factorMails.ts';
import { deleteFactors } from './factors.queries.ts';

/**
 * Deletes all factors of a person who has lost them, so that the password alone opens a session again. False when she
 * had none.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`
 */
export async function resetFactors(context: AppContext, grant: SystemsGrant, userId: number) {
  // Otherwise an open session would be enough to remove one's own factors without a proof.
  if (userId === grant.identity.userId) throw new AppError('user.yourself');
  const isReset = await writeEverywhere(context, grant, async (tx) => {
    const person = await lockManagedUser(tx, grant, userId);
    if (!(await deleteFactors(tx, userId))) return unchanged(false);
    await endSessionsOf(tx, userId, context.clock.now());
    await queueFactorMail(context, tx, person, 'factorsReset');
    return record(true, ...linesOf(grant, 'user.factorsReset', person));
  });
  if (isReset) context.notifier.notify('outbox');
  return isReset;
}
