import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../context/appContext.ts';
import type { CircuitBreakers } from './circuitBreakers.ts';
import {
  type Batch,
  isAnswer,
  type JobHandler,
  type Outcome,
  type Unavailable,
  watchSeconds,
} from './job.ts';
import { openPrefetcher } from './jobPrefetcher.ts';
import { releaseAllLeases } from './leases.queries.ts';
import { endOutage, noteOutage } from './outages.ts';
import { openSettlements } from './settlement.ts';

/** Executes the jobs of a table: a slot takes new jobs only after its last results are committed. */
export function openRunner(
  context: AppContext,
  handler: JobHandler<object>,
  breakers: CircuitBreakers,
  stop: AbortSignal,
) {
  const { table, slots } = handler;
  const by = context.clock.uuid();
  const settle = openSettlements(context, table, by);
  const jobs = openPrefetcher(context, { handler, by, breakers, settle, stop });

  /** Does nothing during a stop, since aborted calls say nothing about the destination. */
  function tell(destination: string, unavailable: Unavailable): void {
    if (stop.aborted) return;
    const { reason, afterSeconds } = unavailable;
    context.log.warn(
      { destination, reason, ...(afterSeconds && { afterSeconds }) },
      'queue: the destination is unavailable',
    );
    noteOutage(context, destination, unavailable);
  }

  async function isAvailable(destination: string, call?: Promise<Unavailable | null>): Promise<boolean> {
    const unavailable = (await call) ?? null;
    if (unavailable) tell(destination, unavailable);
    else endOutage(context, destination);
    return unavailable === null;
  }

  const probe = (destination: string) => isAvailable(destination, handler.probe?.(stop));

  function shutOff(
    destination: string,
    { afterSeconds = null, isWatched = false }: Partial<Unavailable>,
  ): void {
    if (afterSeconds !== null && isWatched && handler.look) {
      const look = () => isAvailable(destination, handler.look?.(destination, stop));
      breakers.noteUnavailable(destination, Math.min(afterSeconds, watchSeconds), look);
    } else {
      breakers.noteUnavailable(destination, afterSeconds, handler.probe ? () => probe(destination) : null);
    }
  }

  async function outcomeOf(batch: Batch<object>, slot: number): Promise<Outcome> {
    try {
      return await handler.handle(batch, slot, stop);
    } catch (error) {
      // A bug in the handler: the jobs are retried.
      const { name, message, stack } = error as Error;
      context.log.error({ queue: table.name, error: { name, message, stack } }, 'queue: bug in a handler');
      return { results: batch.map(() => ({ kind: 'retry', reason: 'unexpected failure, see the log' })) };
    }
  }

  /** Updates the destination's circuit breaker from a call's outcome. */
  async function observe(destination: string, { results, unavailable }: Outcome): Promise<void> {
    if (unavailable) {
      tell(destination, unavailable);
      shutOff(destination, unavailable);
      return jobs.release(destination);
    }
    for (const result of results) {
      if (isAnswer(result)) breakers.noteAnswer(destination);
      if (result.kind === 'retry' && breakers.noteDeferral(destination)) tell(destination, result);
    }
  }

  async function call(batch: Batch<object>, slot: number): Promise<Outcome> {
    const outcome = await outcomeOf(batch, slot);
    await observe(batch[0].destination, outcome);
    const isDown = Boolean(outcome.unavailable);
    await Promise.all(
      batch.map((job, n) => settle(job, { ...(outcome.results[n] ?? { kind: 'released' }), isDown })),
    );
    jobs.done(batch);
    if (handler.wakesUp) context.notifier.notify(handler.wakesUp);
    return outcome;
  }

  async function serve(slot: number): Promise<void> {
    for (let batch = await jobs.take(); batch; batch = await jobs.take()) await call(batch, slot);
  }

  return {
    /** Resolves when the process is told to stop and running calls have ended. */
    async run(): Promise<void> {
      // The embedded database has one process: existing leases belong to a dead process.
      if (context.database.kind === 'embedded')
        await systemTransaction(context, (tx) => releaseAllLeases(tx, table));
      const name = 'name' in table.destination ? table.destination.name : null;
      if (name !== null && handler.probe && !(await probe(name))) shutOff(name, {});
      await Promise.all(Array.from({ length: slots }, (_, slot) => serve(slot)));
    },
    /** Makes the call that has been due longest; null if none is due. */
    async runOnce(): Promise<Outcome | null> {
      const batch = await jobs.takeDue();
      return batch && call(batch, 0);
    },
    close: () => jobs.close(),
  };
}
