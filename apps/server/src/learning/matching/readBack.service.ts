import type { AppContext } from '../../core/context/appContext.ts';
import { findHold } from '../../core/queue/queue.service.ts';
import { selectUnread, selectUnreadSites } from '../accounts/accounts.queries.ts';
import { placeOfSite, siteName } from '../accounts/recorded.ts';
import { callPlatform } from '../call.ts';
import { toPlatformUserId } from '../learning.service.ts';
import { openConnectors } from '../platforms/connectors.ts';

/** The size of a batch; between batches, platform and portal serve the people who wait. */
const mostAtOnce = 100;

/** Reads back unused accounts of former versions. A platform that does not answer is asked again later. */
export async function readBackAccounts(context: AppContext, stop: AbortSignal): Promise<void> {
  const { read } = context.database;
  const connectors = openConnectors(context);
  if (await findHold(read)) return;
  for (const name of await selectUnreadSites(read)) {
    const { platformId, organisation } = placeOfSite(name);
    const opened = await callPlatform(context, stop, () => connectors.of(platformId));
    // Accounts of the built-in platform are not read from another platform, nor the other way round.
    if ('failure' in opened || siteName(opened.answer, platformId, organisation) !== name) continue;
    for (let after = 0; !stop.aborted; ) {
      const unread = await selectUnread(read, name, { after, most: mostAtOnce });
      after = unread.at(-1)?.id ?? 0;
      if (unread.length === 0) break;
      const handles = unread.map(({ userId }) => toPlatformUserId(userId));
      const readThem = (signal: AbortSignal) => opened.answer.readAccounts(organisation, handles, signal);
      if ('failure' in (await callPlatform(context, stop, readThem))) break;
    }
  }
}
