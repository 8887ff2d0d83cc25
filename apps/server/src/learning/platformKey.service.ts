import type { AppContext } from '../core/context/appContext.ts';
import { selectRecords } from './accounts/accounts.queries.ts';
import { siteName } from './accounts/recorded.ts';
import { openConnector } from './learning.service.ts';
import { selectPlatformId } from './platforms/platforms.queries.ts';

/** The key by which the platform of a system knows a person; null for whoever has no account there yet. */
export async function findPlatformKey(context: AppContext, systemId: number, userId: number) {
  const { read } = context.database;
  const platformId = await selectPlatformId(read, systemId, null);
  // A registered platform has one account for a person, whatever the system.
  const isApartBySystem = platformId === null && openConnector(context).isApartBySystem === true;
  const site = siteName({ isApartBySystem }, platformId, { id: systemId });
  const [record] = await selectRecords(read, site, [userId]);
  return record?.key ?? null;
}
