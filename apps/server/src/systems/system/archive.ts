/** Puts systems aside that are not used, and takes them back (docs/decisions/064-systems-put-aside.md). */
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { lockSystem, type SystemRow, updateSystem } from './systems.queries.ts';
import { getSystem } from './systems.service.ts';

/** The number of exams of a system that are still to come. */
export type CountComingExams = (context: AppContext, tx: WriteTx, systemId: number) => Promise<number>;

/** @throws AppError `system.hasComingExams`, since people are awaited there */
export async function setArchived(
  context: AppContext,
  grant: SystemGrant,
  isArchived: boolean,
  countComingExams: CountComingExams,
): Promise<SystemRow> {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    // Exams come into being, return and move under this lock.
    await lockSystem(tx, systemId);
    const before = await getSystem(tx, systemId);
    if (before.isArchived === isArchived) return unchanged(before);
    const count = isArchived ? await countComingExams(context, tx, systemId) : 0;
    if (count > 0) throw new AppError('system.hasComingExams', { params: { count } });
    await updateSystem(tx, systemId, { archived_at: isArchived ? context.clock.now() : null });
    return record(
      { ...before, isArchived },
      {
        action: isArchived ? 'system.archived' : 'system.restored',
        subject: `system:${systemId}`,
        systemId,
        detail: { name: before.name },
      },
    );
  });
}
