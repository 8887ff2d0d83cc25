import type { MovePreview } from '@guichet/contract/learning/learning.platforms';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant } from '../../core/context/appContext.ts';
import { getSystem, lockSystem, updateSystemPlatform } from '../../systems/system/systems.service.ts';
import { countMove, planMove } from './move.queries.ts';
import { lockPlatforms, selectPlatformId } from './platforms.queries.ts';
import { getPlatform } from './platforms.ts';

/** @throws AppError `platform.notFound`, `system.notFound` */
export async function previewMove(
  { database, clock }: AppContext,
  { systemId }: SystemGrant,
  platformId: number | null,
): Promise<MovePreview> {
  const db = database.read;
  await nameOf(db, platformId);
  const { semesterId, templateId } = await getSystem(db, systemId);
  const counts = await countMove(db, { systemId, platformId, today: clock.today() });
  return { ...counts, semesterId, templateId };
}

/**
 * Chooses the platform of a system. The courses of its coming exams are made anew there, with the same codes
 * and keys; the former platform keeps its courses as they are.
 * @throws AppError `platform.notFound`, `system.notFound`
 */
export async function moveSystem(
  context: AppContext,
  grant: SystemGrant,
  platformId: number | null,
): Promise<MovePreview> {
  const { clock } = context;
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    // The locks keep out a removal of the platform, and an exam that is made for the former platform.
    await lockPlatforms(tx);
    await lockSystem(tx, systemId);
    const { name, semesterId, templateId } = await getSystem(tx, systemId);
    const before = await selectPlatformId(tx, systemId, null);
    const [from, to] = [await nameOf(tx, before), await nameOf(tx, platformId)];
    const move = { systemId, platformId, today: clock.today() };
    const counts = { ...(await countMove(tx, move)), semesterId, templateId };
    if (before === platformId) return unchanged(counts);
    await updateSystemPlatform(tx, systemId, platformId);
    await planMove(tx, move, clock.now());
    const { courses, enrolments } = counts;
    const detail = { name, before: { platform: from }, after: { platform: to }, courses, enrolments };
    return record(counts, { action: 'system.platformChosen', subject: `system:${systemId}`, detail });
  });
}

/** The name of a platform; null for the platform of the settings. */
async function nameOf(db: ReadDb, platformId: number | null): Promise<string | null> {
  return platformId === null ? null : (await getPlatform(db, platformId)).name;
}
