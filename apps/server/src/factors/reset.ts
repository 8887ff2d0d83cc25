import { record, unchanged, writeEverywhere } from '../audit/audit.service.ts';
import type { SystemsGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { linesOf, lockManagedUser } from '../users/managedUsers.service.ts';
import { endSessionsOf } from '../users/users.service.ts';
import { deleteFactors } from './factors.queries.ts';
import { queueFactorMail } from './mails/factorMail.ts';

/**
 * For a person who has lost everything: takes all factors from her, so that the password alone opens a session again.
 * False when she had none.
 * @throws AppError `user.notFound`, `user.outOfReach`, `user.yourself`
 */
export async function resetFactors(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
): Promise<boolean> {
  // Whoever sits down at an open session must not get around the proof.
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
