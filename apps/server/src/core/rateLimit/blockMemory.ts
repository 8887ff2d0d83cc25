import type { AppContext } from '../context/appContext.ts';

const believedMilliseconds = 5000;
const maxKeys = 50_000;

const known = new WeakMap<AppContext['database'], ReturnType<typeof openBlockMemory>>();

/**
 * This process's cache of blocked keys: it keeps a flood of refused attempts away from the database. Entries
 * expire after some seconds, since another process may have lifted a block.
 */
export function useBlockMemory({ database }: AppContext) {
  const memory = known.get(database) ?? openBlockMemory();
  known.set(database, memory);
  return memory;
}

function openBlockMemory() {
  const blocks = new Map<string, { readonly until: number; readonly askedAt: number }>();
  return {
    add(key: string, until: Date, now: Date): void {
      blocks.delete(key);
      blocks.set(key, { until: until.getTime(), askedAt: now.getTime() });
      const oldest = blocks.size > maxKeys && blocks.keys().next().value;
      if (oldest) blocks.delete(oldest);
    },
    /** Seconds until all keys are free for a request that `arrived` then, rounded up; 0: no block known. */
    secondsOf(keys: readonly string[], now: Date, arrived: Date): number {
      const at = now.getTime();
      let last = 0;
      for (const key of keys) {
        const block = blocks.get(key);
        if (!block) continue;
        const isBelieved = at >= block.askedAt && at < block.askedAt + believedMilliseconds;
        if (!isBelieved) blocks.delete(key);
        else if (block.until > arrived.getTime()) last = Math.max(last, block.until);
      }
      return last === 0 ? 0 : Math.max(1, Math.ceil((last - at) / 1000));
    },
  };
}
