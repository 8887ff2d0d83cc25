/**
 * Whether reads from a replica would pay: the statements of the portal's searches, audit log and lists, taken from the log of
 * a PostgreSQL, are played by pgbench on the primary alone, each on a core of its own, and on its streaming replica. Session
 * and rights stay on the primary. Usage: npm run bench -- replicas [people] [seconds]
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runOn } from '../../apps/server/test/database/postgresDatabases.ts';
import { startPostgres, startStandby } from '../../apps/server/test/database/postgresServer.ts';
import { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import { fillWithPeople } from '../data/people.ts';
import { workedMs } from '../measure/observe.ts';
import { median } from '../measure/rounds.ts';
import { type Job, requests } from '../rows/growthRequests.ts';
import { type SignedIn, signInAs } from '../stage/signInAs.ts';
import { admin } from '../stage/stage.ts';

const [people = '100000', seconds = '4'] = process.argv.slice(2);
const rounds = 3;
/** Statements of workers and of the index of names, which happen to run meanwhile. */
const background = /leased_until|next_try_at|openid_sign_ins|pg_current_snapshot\(\)\)::text as mark/;

const folder = mkdtempSync(join(tmpdir(), 'guichet-replicas-'));
chmodSync(folder, 0o777);
const logging = [
  'logging_collector=on',
  `log_directory=${folder}`,
  'log_destination=jsonlog',
  'log_file_mode=0644',
];
const primary = await startPostgres(['shared_buffers=1GB', 'max_wal_size=8GB', ...logging]);
const jobs = requests.filter(({ label }) => !['home', 'list of systems'].includes(label));

try {
  const settings = {
    DATABASE_URL: primary.url,
    BOOTSTRAP_ADMIN_EMAIL: admin.email,
    BOOTSTRAP_ADMIN_PASSWORD: admin.password,
  };
  const portal = await PortalProcess.start(settings);
  await portal.stop();
  await fillWithPeople(primary.url, Number(people), admin.email);
  await runOn(primary.url, 'vacuum analyze');
  await portal.startAgain();
  const client = await signInAs(portal.url, admin);
  // The names are loaded in the background.
  await wait(10_000);
  const asked = [];
  for (const job of jobs) asked.push(await takeStatements(job, client, portal.pid));
  await portal.kill();
  portal.removeData();
  const replica = await startStandby(primary, ['shared_buffers=1GB']);
  const common = new Set(asked[0]?.statements.map(textOf));
  for (const { statements } of asked)
    for (const text of common) if (!statements.map(textOf).includes(text)) common.delete(text);
  const admission = asked[0]?.statements.filter((one) => common.has(textOf(one))) ?? [];
  console.log(`Statements of session and rights: ${admission.length}, on the primary.`);
  for (const { label, statements, portalMs } of asked) {
    const own = statements.filter((one) => !common.has(textOf(one)));
    const [whole, rights, reads, onReplica] = (
      await playInTurns([
        [primary, statements],
        [primary, admission],
        [primary, own],
        [replica, own],
      ])
    ).map((perSecond) => 1000 / perSecond) as [number, number, number, number];
    // The reads are spread so that both are busy, unless session and rights alone fill the primary.
    const most = (rights + reads) / rights;
    const ms = [whole, rights, reads, onReplica].map((one) => one.toFixed(2));
    console.log(
      `${label}: ${ms[0]} ms of the primary's core (rights ${ms[1]}, reads ${ms[2]}; on the replica ${ms[3]}); ` +
        `with one replica ${Math.min(most, 1 + reads / onReplica).toFixed(2)} times as many, with any number ${most.toFixed(1)}; ` +
        `the portal takes ${portalMs.toFixed(2)} ms`,
    );
  }
  await replica.stop();
} finally {
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** What one request asks of the database, and the processor time that it takes in the portal. */
async function takeStatements(job: Job, client: SignedIn, pid: number) {
  const ask = await job.prepare(client);
  await ask();
  await logStatements('all');
  const before = readLog().length;
  await ask();
  await wait(300);
  const statements = readLog().slice(before);
  await logStatements('none');
  const times = 200;
  const began = workedMs(pid);
  for (let n = 0; n < times; n++) await ask();
  return { label: job.label, statements, portalMs: (workedMs(pid) - began) / times };
}

async function logStatements(which: string): Promise<void> {
  await runOn(primary.url, `alter system set log_statement = '${which}'`);
  await runOn(primary.url, 'select pg_reload_conf()');
  await wait(500);
}

interface Statement {
  readonly text: string;
  readonly sql: string;
}

/** The executed statements, with their values written in. */
function readLog(): Statement[] {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
  return lines.flatMap((line) => {
    const { message = '', detail = '', application_name: by } = JSON.parse(line || '{}');
    const text = /^execute [^:]+: ([\s\S]+)$/.exec(message)?.[1];
    if (!text || by !== 'guichet' || background.test(text)) return [];
    const values = [...detail.matchAll(/\$\d+ = ('(?:[^']|'')*'|NULL)/g)].map(([, value]) => value as string);
    return [
      { text, sql: text.replaceAll(/\$(\d+)/g, (_: string, n: string) => values[Number(n) - 1] ?? 'null') },
    ];
  });
}

function textOf({ text }: Statement): string {
  return text;
}

/** Requests a second of each, by the median of the rounds: the server on core 0, pgbench on core 1. */
async function playInTurns(sides: readonly (readonly [typeof primary, readonly Statement[]])[]) {
  const perSecond = sides.map(() => [] as number[]);
  const files = sides.map(([, statements], n) => {
    const file = join(folder, `${n}.sql`);
    writeFileSync(file, statements.map(lineOf).join('\n'));
    return file;
  });
  for (let round = 0; round < rounds; round++)
    for (const [n, [server]] of sides.entries()) perSecond[n]?.push(play(server, files[n] as string));
  return perSecond.map(median) as [number, number, number, number];
}

/** The tenant scope and the statement that it holds for are one transaction, as in the portal. */
function lineOf({ sql, text }: Statement, n: number, all: readonly Statement[]): string {
  const line = `${sql.replaceAll(/\s+/g, ' ')};`;
  const isScope = ({ text }: Statement) => text.startsWith('select set_config(');
  if (isScope({ sql, text })) return `\\startpipeline\n${line}`;
  return all[n - 1] && isScope(all[n - 1] as Statement) ? `${line}\n\\endpipeline` : line;
}

function play(server: typeof primary, file: string): number {
  // New backends inherit the core of the postmaster.
  execFileSync('taskset', ['-a', '-c', '-p', '0', String(server.pid)], { stdio: 'ignore' });
  const options = ['-n', '-M', 'prepared', '-c', '4', '-j', '1', '-T', seconds, '-f', file, server.url];
  const told = execFileSync('taskset', ['-c', '1', 'pgbench', ...options], { encoding: 'utf8' });
  return Number(/tps = ([\d.]+)/.exec(told)?.[1]);
}
