import { performance } from 'node:perf_hooks';
import type { AppContext } from './appContext.ts';

export interface IdleGcOptions {
  /** How often to look. */
  readonly lookMilliseconds: number;
  /** So many looks in a row must find nothing going on. */
  readonly quietLooks: number;
  /** A loop that works for less than this share of the time has nothing to do but to keep an eye on things. */
  readonly quietShare: number;
  /** How many times what was kept after the last rest the heap must have taken, to be worth the while. */
  readonly growth: number;
}

const usual: IdleGcOptions = { lookMilliseconds: 5000, quietLooks: 3, quietShare: 0.03, growth: 1.2 };

/**
 * Gives memory back once a rush is over: by itself, the heap keeps the most that it ever took, also over a night in
 * which nobody comes. It takes a tenth of a second, once, when nothing is under way, and what was compiled has to be
 * compiled again: so not in the pauses of a busy day. Without `collect`, which Node has where it was started with
 * `--expose-gc`, everything stays as it is.
 */
export function startIdleGc(
  { database }: Pick<AppContext, 'database'>,
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
