import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { openLine, type Request } from './httpLine.ts';

/** Samples the resident memory of a process, in MB, until stopped. */
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

/** The resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** The CPU time of a process on all processors, in milliseconds; on Linux alone. */
export function workedMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  // After the name in parentheses, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Requests a small page repeatedly on its own connection until stopped; returns the durations, sorted. */
export function probe(url: string, request: Request): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    const line = await openLine(url);
    while (!isOver) {
      const start = performance.now();
      const { status } = await line.ask(request);
      if (status !== 200) throw new Error(`${request.path} answered ${status}`);
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    line.close();
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return times.sort((a, b) => a - b);
    },
  };
}

/** The token of `/metrics` of the portals of the bench. */
export const metricsToken = 'for the bench alone';

/** The longest event loop delay of a portal since the last call, in milliseconds. */
export async function longestStall(url: string): Promise<number> {
  return (await readMetric(url, 'guichet_event_loop_delay_seconds')) * 1000;
}

/** With fewer people the portal has no index. */
const indexedFrom = 20_000;

/** Waits until searches are answered from the index in memory, which is built in the background. @throws after three minutes */
export async function untilIndexed(url: string, people: number): Promise<void> {
  if (people < indexedFrom) return;
  const late = performance.now() + 180_000;
  while ((await readMetric(url, 'guichet_people_index_ready')) !== 1) {
    if (performance.now() > late) throw new Error('the index of people was not built');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function readMetric(url: string, name: string): Promise<number> {
  const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(await reply.text())?.[1];
  if (value === undefined) throw new Error(`the portal tells no ${name}`);
  return Number(value);
}

/** CPU time of all processors together, in milliseconds. */
export function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
