/**
 * The cost of imports on the embedded database as it grows, the waits of other requests behind them and behind a
 * backup, and the log to replay after a kill: the figures of docs/decisions/002. With --postgres the same imports on
 * PostgreSQL. Usage: npm run bench -- embedded [people] [--postgres]
 */
import { readdirSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../apps/server/test/database/postgresServer.ts';
import { signInTo } from '../../apps/server/test/processClient.ts';
import { typeCommand } from '../../apps/server/test/typed.ts';
import { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import { csvList } from '../data/lists.ts';
import { workedMs } from '../measure/observe.ts';
import { timed } from '../measure/rounds.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean', default: false } },
});
const [people = '80000'] = positionals;
const admin = { email: 'admin@guichet.local', password: 'Mesure-Banc#27' };
const partRows = 20_000;

const server = values.postgres ? await startPostgres([]) : null;
const portal = await PortalProcess.start({
  BOOTSTRAP_ADMIN_EMAIL: admin.email,
  BOOTSTRAP_ADMIN_PASSWORD: admin.password,
  // Mails stay in the queue.
  SMTP_URL: 'smtp://127.0.0.1:9',
  ...(server && { DATABASE_URL: server.url }),
});
let lists = 0;
try {
  await importList(500);
  const first = await importList(500);
  await importList(5000);
  for (let placed = 0; placed < Number(people); placed += partRows) await importList(partRows);
  await importList(500);
  const last = await importList(500);
  await importList(5000);
  say('an import of 500, last to first', last.ms / first.ms, 'times, at most 1.5');
  say('  the same in work of processors', last.worked / first.worked, 'times');
  if (!server) {
    await backUp();
    await portal.kill();
    say('start after a kill', await timed(() => portal.startAgain()), 'ms, at most 3000');
    await portal.stop();
    say('start after a stop', await timed(() => portal.startAgain()), 'ms');
  }
} finally {
  await portal.kill();
  portal.removeData();
  await server?.stop();
}

/** Imports a list with mails while another client reads; returns its duration and CPU time. */
async function importList(rows: number): Promise<{ ms: number; worked: number }> {
  const client = await signInTo(portal.url, admin.email, admin.password);
  const { courseId } = await client.makeExamSpace(3, `Liste ${++lists}`);
  const list = csvList(rows, `embedded${lists}x`);
  const before = workedMs(portal.pid);
  const { ms, longest } = await besideReads(() => client.importFile(3, courseId, list, { sendEmail: true }));
  const bound = { 500: ', at most 400', 5000: ', at most 1500' }[rows] ?? '';
  const worked = workedMs(portal.pid) - before;
  say(`import of ${rows}`, ms, `ms, ${worked} of processors (load ${loadavg()[0]?.toFixed(1)})`);
  say('  longest wait of somebody else meanwhile', longest, `ms${bound}`);
  if (!server) say('  log', logSize() / 1024 / 1024, 'MB, at most 256');
  return { ms, worked };
}

/** Right after the previous import, before its data is checkpointed. */
async function backUp(): Promise<void> {
  const settings = { DATA_DIR: portal.dataDir };
  const { result, ms, longest } = await besideReads(() =>
    typeCommand(portal.dataDir, settings, 'backup', join(portal.dataDir, 'all.backup')),
  );
  const { code, out, err } = result;
  if (code !== 0) throw new Error(`The backup failed:\n${out}${err}`);
  say('backup', ms, 'ms');
  const [, seconds] = /(\d+[.,]\d+)/.exec(out) ?? [];
  say('  pause of the database', Number(seconds?.replace(',', '.')) * 1000, 'ms, at most 100');
  say('  longest wait of somebody else meanwhile', longest, 'ms');
}

async function besideReads<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; longest: number }> {
  const client = await signInTo(portal.url, admin.email, admin.password);
  const over = new AbortController();
  const reading = readOn(over.signal, async () => void (await (await client.get('/api/home')).arrayBuffer()));
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  over.abort();
  return { result, ms, longest: Math.max(...(await reading)) };
}

async function readOn(over: AbortSignal, read: () => Promise<void>): Promise<number[]> {
  const waits: number[] = [];
  while (!over.aborted) {
    waits.push(await timed(read));
    await wait(5);
  }
  return waits;
}

function logSize(): number {
  const log = join(portal.dataDir, 'database', 'pg_wal');
  return readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0);
}

function say(what: string, figure: number, unit: string): void {
  console.log(`${what}: ${figure < 10 ? figure.toFixed(2) : Math.round(figure)} ${unit}`);
}
