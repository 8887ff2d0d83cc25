/**
 * The cost of row-level security: the same calls with and without it in one run, on the embedded database and on
 * PostgreSQL as a superuser and as a plain owner. Usage: npm run bench -- rowSecurity [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../apps/server/migrations/index.ts';
import { prepareFirstStart } from '../../apps/server/seed/firstStart.ts';
import { createPortal } from '../../apps/server/src/app.ts';
import { openHashing } from '../../apps/server/src/platform/crypto/hashing.ts';
import { openKeys } from '../../apps/server/src/platform/crypto/keys.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { systemClock } from '../../apps/server/src/platform/runtime/clock.ts';
import { readConfig } from '../../apps/server/src/platform/runtime/config.ts';
import { makeLifecycle } from '../../apps/server/src/platform/runtime/lifecycle.ts';
import { openLog } from '../../apps/server/src/platform/runtime/log.ts';
import { openNotifier } from '../../apps/server/src/platform/runtime/notifier.ts';
import { runOn, withDatabaseName } from '../../apps/server/test/database/postgresDatabases.ts';
import { startPostgres } from '../../apps/server/test/database/postgresServer.ts';
import { csvList } from '../data/lists.ts';
import { percentile } from '../measure/observe.ts';

const rounds = Number(process.argv[2] ?? 1000);
const importRows = 10_000;
const admin = { email: 'admin@guichet.local', password: 'Mesure-Banc#27' };

const log = openLog({ logLevel: 'silent' });
async function compare(name: string, databaseUrl: string | null): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir, log });
  await database.migrate(migrations);
  const withPolicies = await openPortal(database);
  const open = await openPortal(withoutRowSecurity(database));
  console.log(name);
  for (const action of actions) {
    const times = { withPolicies: [] as number[], open: [] as number[] };
    for (let round = 0; round < Math.ceil(rounds * action.share); round++) {
      times.withPolicies.push(await timed(() => action.run(withPolicies, round * 2)));
      times.open.push(await timed(() => action.run(open, round * 2 + 1)));
    }
    const [one, other] = [median(times.withPolicies), median(times.open)];
    console.log(
      `  ${action.name.padEnd(24)} ${one.toFixed(3)} ms behind the wall, ${other.toFixed(3)} ms without: ${(one / other).toFixed(3)}`,
    );
  }
  await withPolicies.close();
  await open.close();
  await database.close();
}

/** The same database without a tenant scope. */
function withoutRowSecurity(database: Database): Database {
  return { ...database, transact: (work) => database.transact(work), within: (_tenantScope, work) => work() };
}

type Portal = Awaited<ReturnType<typeof openPortal>>;

async function openPortal(database: Database) {
  const config = readConfig({
    DATA_DIR: dataDir,
    BOOTSTRAP_ADMIN_EMAIL: admin.email,
    BOOTSTRAP_ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'silent',
  });
  const clock = systemClock(config.timeZone);
  const keys = openKeys(config, clock);
  const context = {
    config,
    clock,
    log,
    database,
    keys,
    hashing: openHashing(),
    notifier: openNotifier(),
    lifecycle: makeLifecycle(),
  };
  await prepareFirstStart(context);
  const { app } = await createPortal(context);
  const signIn = async (username: string, password: string) => {
    const { payload } = (
      await app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } })
    ).json();
    return { authorization: `Bearer ${payload.accessToken}` };
  };
  const root = await signIn(admin.email, admin.password);
  const userName = `wall${clock.uuid()}@example.ca`;
  const made = await app.inject({
    method: 'POST',
    url: '/api/user/newUser',
    headers: root,
    payload: {
      userName,
      firstName: 'Zoé',
      lastName: 'Côté',
      languageId: 1,
      roleList: ['Admin - DC'],
      newPassword: admin.password,
      confirmNewPassword: admin.password,
      sendEmail: false,
    },
  });
  if (made.statusCode !== 200) throw new Error(made.body);
  const headers = await signIn(userName, admin.password);
  const space = await app.inject({
    method: 'POST',
    url: '/api/exam/3',
    headers,
    payload: { title: 'Mesure', examDate: '2099-01-01' },
  });
  return { app, database, headers, courseId: space.json().courseId as string, close: () => app.close() };
}

function median(times: number[]): number {
  return percentile(
    times.sort((one, other) => one - other),
    0.5,
  );
}

async function timed(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const actions: { name: string; share: number; run(portal: Portal, n: number): Promise<void> }[] = [
  {
    name: 'one indexed select',
    share: 1,
    async run({ database }) {
      await database.within([3], () =>
        database.read
          .selectFrom('content_items')
          .select('content')
          .where('system_id', '=', 3)
          .where('label', '=', 'Title')
          .execute(),
      );
    },
  },
  {
    name: 'GET message',
    share: 1,
    run: (portal) => ask(portal, 'GET', '/api/message/3/1'),
  },
  { name: 'GET cohorts', share: 1, run: (portal) => ask(portal, 'GET', '/api/cohort/3') },
  {
    name: 'save a content',
    share: 0.5,
    run: (portal, n) => ask(portal, 'POST', '/api/SystemContent/3/0/Note', { content: `note ${n}` }),
  },
  { name: `import ${importRows} rows`, share: 0.008, run: importList },
];

const dataDir = mkdtempSync(join(tmpdir(), 'guichet-row-security-'));

const server = await startPostgres(['shared_buffers=256MB']);
try {
  await runOn(server.url, 'create role plain login');
  await runOn(server.url, 'create database bench_super');
  await runOn(server.url, 'create database bench_plain owner plain');
  const superUrl = withDatabaseName(server.url, 'bench_super');
  const plainUrl = withDatabaseName(server.url, 'bench_plain').replace('postgres@', 'plain@');
  await compare('PostgreSQL, superuser', superUrl);
  await compare('PostgreSQL, plain owner', plainUrl);
  await compare('embedded', null);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function ask(
  { app, headers }: Portal,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<void> {
  const { statusCode, body } = await app.inject({ method, url, headers, ...(payload && { payload }) });
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`);
}

async function importList({ app, headers, courseId }: Portal, n: number): Promise<void> {
  const fields = { systemId: 3, languageId: 1, selectedCourse: courseId, sendEmail: true };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', new Blob([new Uint8Array(csvList(importRows, `r${n}x`))]), 'liste.csv');
  const request = new Request('http://127.0.0.1/', { method: 'POST', body: form });
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/import',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  if (statusCode !== 200) throw new Error(body);
}
