/**
 * An import of 100,000 candidates over HTTP, beside PostgreSQL's own COPY of the very same rows into the same tables
 * with the same indexes: time, memory of the server, and how long other requests wait meanwhile.
 * Usage: npm run bench -- import [rows]
 */
import pg from 'pg';
import { runOn, withDatabaseName } from '../apps/server/test/database/postgresDatabases.ts';
import { startPostgres } from '../apps/server/test/database/postgresServer.ts';
import { signInTo } from '../apps/server/test/processClient.ts';
import { PortalProcess } from '../e2e/fixtures/portalProcess.ts';
import { csvList, workbookList } from './lists.ts';
import { keepAsking, percentile, watchMemory } from './observe.ts';

const rows = Number(process.argv[2] ?? 100_000);
const password = 'Mesure#2027';

/** The tables that an import writes, in the order that their keys ask for. */
const tables = [
  'users',
  'user_roles',
  'imports',
  'enrolments',
  'mailings',
  'outgoing_mails',
  'platform_enrolments',
  'audit_lines',
];

interface Measured {
  readonly ms: number;
  readonly memory: { first: number; peak: number };
  readonly waits: readonly number[];
}

const server = await startPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
try {
  console.log(`PostgreSQL with fsync on, ${rows} rows, Node ${process.version}`);
  for (const [kind, make] of [
    ['csv', csvList],
    ['xlsx', workbookList],
  ] as const) {
    const bytes = make(rows, kind);
    const { measured, copyMs } = await measure(kind, `liste.${kind}`, bytes);
    report(kind, bytes.length, measured, copyMs);
  }
} finally {
  await server.stop();
}

async function measure(kind: string, fileName: string, bytes: Buffer) {
  const name = `bench_${kind}`;
  await runOn(server.url, `create database ${name}`);
  const portal = await PortalProcess.start({
    DATABASE_URL: withDatabaseName(server.url, name),
    BOOTSTRAP_ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
  });
  try {
    const client = await signInTo(portal.url, 'admin@guichet.local', password);
    const { courseId } = await client.makeExamSpace(3, 'Mesure');
    const memory = watchMemory(portal.pid);
    const others = keepAsking(client, '/api/home');
    const start = performance.now();
    await client.importFile(3, courseId, bytes, { fileName, sendEmail: true });
    const ms = performance.now() - start;
    const measured: Measured = { ms, waits: await others.stop(), memory: memory.stop() };
    await portal.stop();
    return { measured, copyMs: await timeCopy(name) };
  } finally {
    await portal.kill();
    await portal.removeData();
  }
}

/** Takes all rows out into files of the database server, empties the tables, and times COPY alone. */
async function timeCopy(name: string): Promise<number> {
  const client = new pg.Client({ connectionString: withDatabaseName(server.url, name) });
  await client.connect();
  const file = (table: string) => `'/tmp/guichet-bench-${process.pid}-${table}'`;
  try {
    for (const table of tables) await client.query(`copy ${table} to ${file(table)}`);
    await client.query(`truncate ${tables.join(', ')} cascade`);
    await client.query('checkpoint');
    const start = performance.now();
    await client.query('begin');
    for (const table of tables) await client.query(`copy ${table} from ${file(table)}`);
    await client.query('commit');
    return performance.now() - start;
  } finally {
    for (const table of tables)
      await client.query(`copy (select) to program ${`'rm -f /tmp/guichet-bench-${process.pid}-${table}'`}`);
    await client.end();
  }
}

function report(kind: string, bytes: number, { ms, memory, waits }: Measured, copyMs: number): void {
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  console.log(`
${kind} (${mb(bytes / 1024 / 1024)})
  import over HTTP   ${ms.toFixed(0)} ms   (${((rows / ms) * 1000).toFixed(0)} rows/s)
  COPY alone         ${copyMs.toFixed(0)} ms   ratio ${(ms / copyMs).toFixed(2)} (to reach: at most ${kind === 'csv' ? 4 : 8})
  memory             ${mb(memory.first)} before, ${mb(memory.peak)} at most (to reach: below 400 MB)
  other requests     ${waits.length} meanwhile, p50 ${percentile(waits, 0.5).toFixed(1)} ms, p99 ${percentile(waits, 0.99).toFixed(1)} ms (to reach: below 200 ms)`);
}
