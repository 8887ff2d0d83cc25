import { performance } from 'node:perf_hooks';

const usual = {
  lookMilliseconds: 5000,
  /** Consecutive idle checks that trigger a collection. */
  quietLooks: 3,
  /** Event loop utilization below this counts as idle. */
  quietShare: 0.03,
  /** The least growth of the heap since the last collection, as a factor. */
  growth: 1.2,
};

/**
 * Runs a full garbage collection when idle, since V8 keeps the heap at its peak after a load spike. A
 * collection blocks for a tenth of a second and discards compiled code, so the pauses of a busy day are too
 * short. Does nothing without `collect` (node --expose-gc).
 */
export function startIdleGc(
  { database }: { database: { connections(): { readonly open: number; readonly idle: number } } },
  collect = globalThis.gc,
  options = usual,
): { stop(): Promise<void> } {
  let before = performance.eventLoopUtilization();
  let quietLooks = 0;
  let kept = 0;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { open, idle } = database.connections();
    quietLooks = utilization < options.quietShare && open === idle ? quietLooks + 1 : 0;
    if (quietLooks < options.quietLooks || heapSize() < kept * options.growth) return;
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = heapSize();
  };
  const timer = collect && setInterval(look, options.lookMilliseconds).unref();
  return { stop: async () => clearInterval(timer) };
}

function heapSize(): number {
  return process.memoryUsage().heapTotal;
}
