import { setTimeout as wait } from 'node:timers/promises';
import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../context/appContext.ts';
import { findLevel } from '../database/connection/unavailable.ts';
import { secondsAfter } from '../runtime/clock.ts';
import type { CircuitBreakers } from './circuitBreakers.ts';
import type { Batch, Job, JobHandler, JobKey } from './job.ts';
import { claimJobs, findNextDue, leaseSeconds, renewLeases } from './leases.queries.ts';
import type { Settle } from './settlement.ts';

const renewMilliseconds = 10_000;
/** The longest time between two looks at the queue without a notification. */
const lookMilliseconds = 10_000;
/** An older prefetched job may have been taken back, or by another process while the machine slept. */
const freshSeconds = 1;
/** When so few jobs are left, the next jobs are fetched, so that no slot waits. */
const fewLeft = 20;

interface Parts {
  readonly handler: JobHandler<object>;
  /** Owner id of the leases. */
  readonly by: string;
  readonly breakers: CircuitBreakers;
  readonly settle: Settle;
  readonly stop: AbortSignal;
}

/** Holds the jobs of this process: leases them in batches, hands them out by call, renews the leases. */
export function openPrefetcher(context: AppContext, { handler, by, breakers, settle, stop }: Parts) {
  const { table, slots, slotsPerDestination = slots } = handler;
  const wakeUps = context.notifier.subscribe(table.topic);
  const calls = new Map<Batch<object>, string>();
  let waiting: readonly Job<object>[] = [];
  let refilling: Promise<void> | null = null;
  /** When the database last confirmed the leases of waiting jobs. */
  let seenAt = context.clock.now();
  /** The last claim was full, so there may be more jobs. */
  let mayBeMore = false;

  const limitOf = (destination: string) => breakers.limit(destination, slotsPerDestination);
  const isBusy = (destination: string) =>
    [...calls.values()].filter((busy) => busy === destination).length >= limitOf(destination);

  /** Destinations for which no jobs are fetched; a destination that may use all slots is still prefetched. */
  function shutOff(): string[] {
    const busy = [...calls.values()].filter((name) => isBusy(name) && limitOf(name) < slots);
    return [...breakers.shutOff(), ...busy];
  }

  const claim = singleFlight(async () => {
    const now = context.clock.now();
    const lease = { by, until: secondsAfter(now, leaseSeconds) };
    const wanted = { now, most: handler.claimAtOnce, shutOff: shutOff() };
    const claimed = await systemTransaction(context, (tx) => claimJobs(tx, table, lease, wanted));
    if (waiting.length === 0) seenAt = now;
    // After the machine slept, a claim also returns this process's own expired leases.
    const held = new Set(heldKeys().map(idOf));
    waiting = [...waiting, ...claimed.filter(({ key }) => !held.has(idOf(key)))];
    mayBeMore = claimed.length === handler.claimAtOnce;
    // Jobs for a destination with an open breaker go back: another process may reach the destination.
    await Promise.all(breakers.shutOff().map(release));
  });

  const renew = singleFlight(async () => {
    const keys = heldKeys();
    if (keys.length === 0) return;
    const now = context.clock.now();
    const lease = { by, until: secondsAfter(now, leaseSeconds) };
    const renewed = await systemTransaction(context, (tx) => renewLeases(tx, table, lease, keys));
    const kept = new Set(renewed.map(idOf));
    const lost = new Set(keys.map(idOf).filter((id) => !kept.has(id)));
    waiting = waiting.filter(({ key }) => !lost.has(idOf(key)));
    seenAt = now;
  });

  const idle = singleFlight(async () => {
    if (waiting.length === 0 && calls.size === 0) handler.onIdle?.();
    const due = await findNextDue(context.database.read, table, shutOff());
    const untilDue = due ? due.getTime() - context.clock.now().getTime() : lookMilliseconds;
    await wakeUps.wait(Math.max(100, Math.min(untilDue, lookMilliseconds)), stop);
  });

  function heldKeys(): JobKey[] {
    return [...[...calls.keys()].flat(), ...waiting].map(({ key }) => key);
  }

  function takeHeld(): Batch<object> | null {
    const first = stop.aborted ? undefined : waiting.find(({ destination }) => !isBusy(destination));
    if (!first) return null;
    const kind = handler.batchOf?.(first);
    const isTogether = (job: Job<object>) =>
      job === first ||
      (kind !== undefined && job.destination === first.destination && handler.batchOf?.(job) === kind);
    const batch = waiting.filter(isTogether) as [Job<object>];
    waiting = waiting.filter((job) => !isTogether(job));
    calls.set(batch, first.destination);
    return batch;
  }

  /** The jobs of the next call; null when none is due. */
  async function takeDue(): Promise<Batch<object> | null> {
    if (waiting.length > 0 && secondsAfter(seenAt, freshSeconds) <= context.clock.now()) await renew();
    const held = takeHeld();
    if (!held) await claim();
    else if (mayBeMore && waiting.length <= fewLeft) refilling = claim().catch(tell);
    return held ?? takeHeld();
  }

  /** Waits for the jobs of the next call; null when the process stops. */
  async function take(): Promise<Batch<object> | null> {
    while (!stop.aborted) {
      try {
        if (handler.givesWay) await context.database.giveWay(stop);
        const batch = await takeDue();
        if (batch) return batch;
        await idle();
      } catch (error) {
        tell(error);
        await wait(5000, undefined, { signal: stop }).catch(() => undefined);
      }
    }
    return null;
  }

  /** Gives jobs that have not begun back to the queue: all jobs, or the jobs of a destination. */
  async function release(destination?: string): Promise<void> {
    const isMeant = (job: Job<object>) => destination === undefined || job.destination === destination;
    const released = waiting.filter(isMeant);
    waiting = waiting.filter((job) => !isMeant(job));
    await Promise.all(released.map((job) => settle(job, { kind: 'released' })));
  }

  function tell(error: unknown): void {
    const { message } = error as Error;
    context.log[findLevel(error)](
      { queue: table.name, error: message },
      'queue: failed to claim or renew leases',
    );
  }

  const renewing = setInterval(() => void renew().catch(tell), renewMilliseconds);
  return {
    take,
    takeDue,
    release,
    done(batch: Batch<object>): void {
      calls.delete(batch);
      // Idle slots skip the jobs of a busy destination; now this destination has a free slot.
      if (limitOf(batch[0].destination) < slots) context.notifier.notify(table.topic);
    },
    /** Stops renewing leases and returns prefetched jobs to the queue. */
    async close() {
      clearInterval(renewing);
      wakeUps.end();
      await refilling;
      await release();
    },
  };
}

function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** The columns of a key have the same order in every statement. */
function idOf(key: JobKey): string {
  return Object.values(key).join('/');
}
