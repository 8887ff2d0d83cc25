import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessClient } from '../apps/server/test/processClient.ts';

/** Asks for a small page again and again until stopped; answers how long each took, sorted. */
export function keepAsking(client: ProcessClient, path: string): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const start = performance.now();
      const reply = await client.get(path);
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return times.sort((a, b) => a - b);
    },
  };
}

/** Watches the resident memory of a process, in MB, until stopped. */
export function watchMemory(pid: number): { stop(): { first: number; peak: number } } {
  const first = residentMb(pid);
  let peak = first;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return { first, peak };
    },
  };
}

function residentMb(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
