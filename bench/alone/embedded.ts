/**
 * What imports cost on the embedded database as it fills, what others wait behind them, and what a kill leaves to read:
 * the figures of docs/decisions/002.
 * Usage: npm run bench -- embedded [people]
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signInTo } from '../../apps/server/test/processClient.ts';
import { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import { csvList } from '../data/lists.ts';
import { timed } from '../measure/rounds.ts';

const [people = '80000'] = process.argv.slice(2);
const admin = { email: 'admin@guichet.local', password: 'Mesure-Banc#27' };
const partRows = 20_000;

const portal = await PortalProcess.start({
  BOOTSTRAP_ADMIN_EMAIL: admin.email,
  BOOTSTRAP_ADMIN_PASSWORD: admin.password,
  // The mails stay in the queue.
  SMTP_URL: 'smtp://127.0.0.1:9',
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
  say('an import of 500, last to first', last / first, 'times, at most 1.5');
  await portal.kill();
  say('start after a kill', await timed(() => portal.startAgain()), 'ms, at most 3000');
} finally {
  await portal.kill();
  portal.removeData();
}

/** Imports a list with mails while somebody else reads, and answers how long it took. */
async function importList(rows: number): Promise<number> {
  const client = await signInTo(portal.url, admin.email, admin.password);
  const { courseId } = await client.makeExamSpace(3, `Liste ${++lists}`);
  const over = new AbortController();
  const waits = readOn(over.signal, async () => void (await (await client.get('/api/home')).arrayBuffer()));
  const list = csvList(rows, `embedded${lists}x`);
  const ms = await timed(() => client.importFile(3, courseId, list, { sendEmail: true }));
  over.abort();
  say(`import of ${rows}`, ms, 'ms');
  say('  longest wait of somebody else meanwhile', Math.max(...(await waits)), 'ms');
  say('  log', logSize() / 1024 / 1024, 'MB, at most 256');
  return ms;
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
