import type { PlatformTrouble } from '@guichet/contract/learning/learning.platforms';
import type { Remark, RemarkCode } from '@guichet/contract/learning/learning.remarks';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import { listOutages } from '../../core/queue/queue.service.ts';
import { platformIdOfDestination } from '../jobs/jobs.queries.ts';
import { storedRemark } from '../learning.service.ts';
import { selectPlatforms } from './platforms.queries.ts';
import { countWaiting, isUsed, selectRefusals } from './troubles.queries.ts';

/** Refusals that concern everybody, since the portal's own access lacks something: mending one is in vain. */
const ofAccess: readonly RemarkCode[] = [
  'copyRefused',
  'errorcoursecontextnotvalid',
  'mayNotChangeRole',
  'mayNotUnenrol',
  'missingScope',
  'noRole',
  'nopermissions',
  'requireloginerror',
  'scopesMissing',
  'unseenEmails',
  'wscannotenrol',
  'wsusercannotassign',
];

/** Outages and refusals of access of platforms that the caller's systems need; the oldest first. */
export async function listPlatformTroubles(
  context: AppContext,
  { systemIds }: SystemsGrant,
): Promise<PlatformTrouble[]> {
  const { clock } = context;
  const db = context.database.read;
  const outages = await listOutages(context);
  const troubles: PlatformTrouble[] = [];
  for (const { destination, since, reason, remark } of outages) {
    const platformId = platformIdOfDestination(destination);
    if (platformId === undefined) continue;
    const waiting = await countWaiting(db, platformId, systemIds);
    if (waiting === 0 && !(await isUsed(db, platformId, systemIds))) continue;
    const told = storedRemark({ reason, remark: remark as Remark | null });
    if (told) troubles.push({ platformId, name: null, since, remark: told, waiting, refused: null });
  }
  for (const { platformId, since, refused, ...stored } of await selectRefusals(
    db,
    ofAccess,
    systemIds,
    clock,
  )) {
    const told = storedRemark(stored);
    if (told) troubles.push({ platformId, name: null, since, remark: told, waiting: 0, refused });
  }
  if (troubles.length === 0) return [];
  const names = new Map((await selectPlatforms(db)).map(({ id, name }) => [id, name]));
  return troubles
    .map((trouble) => ({ ...trouble, name: names.get(trouble.platformId ?? 0) ?? null }))
    .sort((a, b) => a.since.getTime() - b.since.getTime());
}
