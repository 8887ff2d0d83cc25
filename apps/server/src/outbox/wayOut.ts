import type { Language } from '@guichet/contract/core/language';
import type { WayOut } from '@guichet/contract/outbox.wayOut';
import { record, unchanged, write } from '../audit/audit.service.ts';
import { endHold, findHold } from '../platform/database/outgoingHold.ts';
import type { MachineGrant, SystemsGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { failureWords } from './failureWords.ts';
import { countMailQueue } from './queueSize.queries.ts';
import { findTrouble } from './trouble.ts';

/** Whether mails may leave, and whether they can. */
export async function findWayOut({ database, clock }: AppContext, language: Language): Promise<WayOut> {
  const hold = await findHold(database.read);
  const trouble = await findTrouble(database.read, clock.now());
  return {
    held: hold ? { ...hold, mails: await countWaiting(database.read) } : null,
    trouble: trouble && { since: trouble.since, reason: failureWords(trouble.failure, language) ?? '' },
  };
}

/** Lets go what has been held since a restore; answers how many mails that was, or null where nothing was held. */
export async function releaseOutgoing(
  context: AppContext,
  grant: SystemsGrant | MachineGrant,
): Promise<number | null> {
  const mails = await write(context, grant, async (tx) => {
    if (!(await endHold(tx))) return unchanged(null);
    const waiting = await countWaiting(tx);
    return record(waiting, { action: 'outgoing.released', subject: null, detail: { mails: waiting } });
  });
  context.notifier.notify('outbox');
  context.notifier.notify('learning');
  return mails;
}

async function countWaiting(db: Parameters<typeof countMailQueue>[0]): Promise<number> {
  const { byState } = await countMailQueue(db);
  return byState.reduce((total, { n }) => total + n, 0);
}
