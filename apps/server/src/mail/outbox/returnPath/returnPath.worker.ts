import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import {
  enqueueJob,
  type JobHandler,
  openQueue,
  type Queue,
  type Unavailable,
} from '../../../core/queue/queue.service.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import type { ReturnPathSettings } from '../../../core/runtime/config.ts';
import { DeliveryFailure, storedFailure } from '../transport/transport.ts';
import { probeMailbox, readMailbox } from './mailbox.ts';
import { beginMessage, planReading, readingJobs } from './returnPath.queries.ts';
import { count, takeMessage } from './takeMessage.ts';

const everySeconds = 30;
/** A process may be killed in the middle of a harmless report, so a report is tried twice. */
const mostTries = 2;

/** Starts the worker that reads delivery reports, at once and then every half minute. */
export async function startReturnPath(context: AppContext, settings: ReturnPathSettings): Promise<Queue> {
  const now = context.clock.now();
  await systemTransaction(context, async (tx) => {
    await enqueueJob(tx, readingJobs, { id: 1 }, now);
    await planReading(tx, now);
  });
  const queue = openQueue(context, [readingHandler(context, settings)]);
  queue.start();
  return queue;
}

export function readingHandler(
  context: AppContext,
  settings: ReturnPathSettings,
): JobHandler<{ readonly id: number }> {
  return {
    table: readingJobs,
    slots: 1,
    claimAtOnce: 1,
    async handle(_jobs, _slot, stop) {
      const reader = {
        begin: (uid: number) => beginToRead(context, uid),
        take: (bytes: Uint8Array) => takeMessage(context, settings, bytes),
      };
      try {
        const hasMore = await readMailbox(settings.mailbox, reader, stop);
        const next = secondsAfter(context.clock.now(), hasMore ? 0 : everySeconds);
        await systemTransaction(context, (tx) => planReading(tx, next));
        return { results: [{ kind: 'done' }] };
      } catch (error) {
        return { results: [{ kind: 'released' }], unavailable: unavailableBy(error) };
      }
    },
    async probe(stop) {
      try {
        await probeMailbox(settings.mailbox, stop);
        return null;
      } catch (error) {
        return unavailableBy(error);
      }
    },
  };
}

/** Notes the try before reading: a message that ended the process twice counts as unreadable and is left. */
async function beginToRead(context: AppContext, uid: number): Promise<boolean> {
  const tries = await systemTransaction(context, (tx) => beginMessage(tx, uid));
  if (tries <= mostTries) return true;
  await count(context, 'unreadable');
  return false;
}

/** @throws the error itself if the mailbox is not its cause */
function unavailableBy(error: unknown): Unavailable {
  if (error instanceof DeliveryFailure) return { reason: storedFailure(error) };
  throw error;
}
