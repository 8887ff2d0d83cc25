import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a benchmark says to a running portal, signed in as super admin. Sends only to loopback. */
export interface PortalClient {
  get(path: string): Promise<Response>;
  makeCourse(systemId: number, title: string): Promise<string>;
  /** Milliseconds from the first byte sent to the count received. */
  importFile(
    systemId: number,
    courseId: string,
    name: string,
    bytes: Buffer,
  ): Promise<{ count: number; ms: number }>;
}

export async function signIn(url: string, email: string, password: string): Promise<PortalClient> {
  const headers = { 'content-type': 'application/json' };
  const open = async () => {
    const reply = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username: email, password }),
    });
    return ((await reply.json()) as { payload: { accessToken: string } }).payload.accessToken;
  };
  const authorization = `Bearer ${await open()}`;
  return {
    get: (path) => fetch(url + path, { headers: { authorization } }),
    async makeCourse(systemId, title) {
      const body = JSON.stringify({ title, examDate: '2099-01-15' });
      const reply = await fetch(`${url}/api/exam/${systemId}`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body,
      });
      return ((await reply.json()) as { courseId: string }).courseId;
    },
    async importFile(systemId, courseId, name, bytes) {
      const form = new FormData();
      for (const [field, value] of Object.entries({
        systemId,
        languageId: 1,
        selectedCourse: courseId,
        sendEmail: true,
      }))
        form.set(field, String(value));
      form.set('file', new Blob([new Uint8Array(bytes)]), name);
      const start = performance.now();
      const reply = await fetch(`${url}/api/import`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      const count = await reply.json();
      if (typeof count !== 'number')
        throw new Error(`Import refused: ${JSON.stringify(count).slice(0, 300)}`);
      return { count, ms: performance.now() - start };
    },
  };
}

/** Asks for a small page again and again until stopped; answers how long each took, sorted. */
export function keepAsking(client: PortalClient, path: string): { stop(): Promise<number[]> } {
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
