import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { systemsReached } from '../../../identity/access/access.service.ts';
import { describeAnswer } from './answers.ts';
import { deleteOpenCorrection } from './corrections.queries.ts';

/**
 * Takes back an open request of the caller's own, or a request written by staff of a system where the caller is support.
 * @throws AppError `correction.notFound`, also for a request that has its answer
 */
export function withdrawCorrection(
  context: AppContext,
  grant: SignedInGrant,
  correctionId: number,
): Promise<true> {
  const { identity } = grant;
  const reader = { systemIds: systemsReached(identity, 'support'), userId: identity.userId };
  return write(context, grant, async (tx) => {
    const withdrawn = await deleteOpenCorrection(tx, reader, correctionId);
    if (!withdrawn) throw new AppError('correction.notFound');
    return record(true, describeAnswer(withdrawn, 'correction.withdrawn'));
  });
}
