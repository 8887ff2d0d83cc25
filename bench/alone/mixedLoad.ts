/**
 * Whether the embedded database gets slower with use: people read, search, sign in, save and import small lists for
 * some minutes; for each kind, the last tenth of the time is compared with the first. Usage: npm run bench -- mixedLoad
 * [minutes]
 */
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { signInTo } from '../../apps/server/test/processClient.ts';
import { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import { csvList } from '../data/lists.ts';
import { busyMs, percentile, residentMb } from '../measure/observe.ts';
import { timed } from '../measure/rounds.ts';

const [minutes = '28', people = '5000'] = process.argv.slice(2);
const parts = 10;
const partMs = (Number(minutes) * 60_000) / parts;
/** In milliseconds: until the code is compiled and the first list has reached the learning platform. */
const warmUpMs = 60_000;
const admin = { email: 'admin@guichet.local', password: 'Mesure-Banc#27' };
const systemId = 3;
const importRows = 30;
const importsPerExam = 20;

/** An action that one client repeats, with pauses. */
interface Habit {
  readonly name: string;
  readonly pauseMs: number;
  run(n: number): Promise<unknown>;
}

const portal = await PortalProcess.start({
  BOOTSTRAP_ADMIN_EMAIL: admin.email,
  BOOTSTRAP_ADMIN_PASSWORD: admin.password,
});
let client = await signInTo(portal.url, admin.email, admin.password);
const { id: examId, courseId } = await client.makeExamSpace(systemId, 'Au début');
let importInto = courseId;
let busyBefore = busyMs();

const habits: readonly Habit[] = [
  { name: 'read the home page', pauseMs: 100, run: () => read('/api/home') },
  {
    name: 'read the exam spaces',
    pauseMs: 200,
    run: () => read(`/api/cohort/${systemId}?showAllActive=true`),
  },
  { name: 'read an exam', pauseMs: 1000, run: () => read(`/api/user/${systemId}/${examId}`) },
  { name: 'read the outbox', pauseMs: 500, run: () => read(`/api/outbox?pageSize=25`) },
  {
    name: 'search',
    pauseMs: 200,
    run: (n) => search(['cote', 'zoe tremblay', `mixed${n}@`, 'ng'][n % 4] as string),
  },
  { name: 'sign in', pauseMs: 1500, run: signIn },
  { name: 'save a text', pauseMs: 500, run: saveText },
  { name: `import ${importRows}`, pauseMs: 4000, run: importList },
];

try {
  await client.importFile(systemId, courseId, csvList(Number(people), 'first'), { sendEmail: true });
  const start = performance.now() + warmUpMs;
  const times = await Promise.all(habits.map((habit) => keepUp(habit, start)));
  for (const [index, { name }] of habits.entries()) say(name, times[index] as number[][]);
  console.log(`The server holds ${Math.round(residentMb(portal.pid))} MB.`);
} finally {
  await portal.kill();
  portal.removeData();
}

/** The durations in milliseconds, sorted, for each part of the run. */
async function keepUp({ name, pauseMs, run }: Habit, start: number): Promise<number[][]> {
  const times: number[][] = Array.from({ length: parts }, () => []);
  for (let n = 0; ; n++) {
    const part = Math.floor((performance.now() - start) / partMs);
    if (part >= parts) break;
    if (name === habits[0]?.name && times[part]?.length === 0) sayMachine(part);
    const ms = await timed(() => run(n));
    times[part]?.push(ms);
    await wait(pauseMs);
  }
  return times.map((part) => part.sort((a, b) => a - b));
}

function say(name: string, times: readonly number[][]): void {
  const [first = [], last = []] = [times[0], times.at(-1)];
  const [p50s, p99s] = [0.5, 0.99].map((share) => [first, last].map((part) => percentile(part, share)));
  console.log(
    `${name} (${times.flat().length} times): ${grown('p99', p99s)}, at most 1.5; ${grown('median', p50s)}`,
  );
}

function grown(what: string, [first = Number.NaN, last = Number.NaN]: readonly number[] = []): string {
  return `${what} ${first.toFixed(1)} -> ${last.toFixed(1)} ms, ${(last / first).toFixed(2)} times`;
}

function sayMachine(part: number): void {
  const busy = busyMs();
  const share =
    part === 0 ? '' : `; processors busy for ${Math.round((busy - busyBefore) / 1000)} s of the part before`;
  busyBefore = busy;
  console.log(`part ${part + 1} of ${parts}, load ${loadavg()[0]?.toFixed(1)}${share}`);
}

/** Renewed at each use, since a token expires after five minutes. */
async function signIn(): Promise<void> {
  client = await signInTo(portal.url, admin.email, admin.password);
}

async function read(path: string): Promise<void> {
  await requireOk(await client.get(path));
}

function search(searchTerm: string): Promise<void> {
  return post('/api/user/search', { filters: [{ searchTerm, pageSize: 25, pageIndex: 1 }] });
}

function saveText(n: number): Promise<void> {
  return post(`/api/SystemContent/${systemId}/1/TechDiff`, { content: `<p>Version ${n}</p>` });
}

async function importList(n: number): Promise<void> {
  if (n % importsPerExam === importsPerExam - 1)
    importInto = (await client.makeExamSpace(systemId, `Examen ${n}`)).courseId;
  await client.importFile(systemId, importInto, csvList(importRows, `mixed${n}x`), { sendEmail: true });
}

async function post(path: string, body: object): Promise<void> {
  const headers = { authorization: client.bearer, 'content-type': 'application/json' };
  await requireOk(await fetch(portal.url + path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function requireOk(reply: Response): Promise<void> {
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}: ${text.slice(0, 300)}`);
}
