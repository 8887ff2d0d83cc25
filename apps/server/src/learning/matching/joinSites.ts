import type { AppContext } from '../../core/context/appContext.ts';
import { type Connectors, openPlatform, toRegisteredPlatform } from '../platforms/connectors.ts';
import { getPlatform } from '../platforms/platforms.ts';
import type { JoinSite } from './joining.ts';

/** A platform with its bare connector; null: that of the settings. @throws AppError `platform.notFound` */
export async function openJoinSite(
  context: AppContext,
  { environment }: Connectors,
  platformId: number | null,
): Promise<JoinSite> {
  if (platformId === null)
    return { context, platformId, name: context.config.learningPlatform, connector: environment };
  const row = await getPlatform(context.database.read, platformId);
  return {
    context,
    platformId,
    name: row.name,
    connector: openPlatform(context, toRegisteredPlatform(context, row)),
  };
}
