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

const lists = [
  { kind: 'csv', make: csvList, most: 4 },
  { kind: 'xlsx', make: workbookList, most: 8 },
] as const;

const server = await startPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
try {
  console.log(`${rows} rows, Node ${process.version}, PostgreSQL with fsync on`);
  for (const { kind, make, most } of lists) {
    const bytes = make(rows, kind);
    const name = `bench_${kind}`;
    await runOn(server.url, `create database ${name}`);
    const measured = await measure({ DATABASE_URL: withDatabaseName(server.url, name) }, kind, bytes);
    const copyMs = await timeCopy(name);
    report(`${kind} on PostgreSQL`, bytes.length, measured);
    console.log(
      `  COPY alone         ${copyMs.toFixed(0)} ms, ratio ${(measured.ms / copyMs).toFixed(2)} (to reach: at most ${most})`,
    );
  }
} finally {
  await server.stop();
}
for (const { kind, make } of lists) {
  const bytes = make(rows, kind);
  report(`${kind} on the embedded database`, bytes.length, await measure({}, kind, bytes));
}

async function measure(settings: Record<string, string>, kind: string, bytes: Buffer): Promise<Measured> {
  const portal = await PortalProcess.start({
    ...settings,
    BOOTSTRAP_ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
  });
  try {
    const client = await signInTo(portal.url, 'admin@guichet.local', password);
    const { courseId } = await client.makeExamSpace(3, 'Mesure');
    const memory = watchMemory(portal.pid);
    const others = keepAsking(client, '/api/home');
    const start = performance.now();
    await client.importFile(3, courseId, bytes, { fileName: `liste.${kind}`, sendEmail: true });
    const ms = performance.now() - start;
    const measured = { ms, waits: await others.stop(), memory: memory.stop() };
    await portal.stop();
    return measured;
  } finally {
    await portal.kill();
    portal.removeData();
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

function report(what: string, bytes: number, { ms, memory, waits }: Measured): void {
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  const ms1 = (value: number) => `${value.toFixed(1)} ms`;
  console.log(`
${what} (${mb(bytes / 1024 / 1024)})
  import over HTTP   ${ms.toFixed(0)} ms, ${((rows / ms) * 1000).toFixed(0)} rows/s
  memory             ${mb(memory.first)} before, ${mb(memory.peak)} at most (to reach: below 400 MB)
  other requests     ${waits.length} meanwhile, p50 ${ms1(percentile(waits, 0.5))}, p99 ${ms1(percentile(waits, 0.99))}, longest ${ms1(percentile(waits, 1))}`);
}
