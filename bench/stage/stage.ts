import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runOn, withDatabaseName } from '../../apps/server/test/database/postgresDatabases.ts';
import { type PostgresServer, startPostgres } from '../../apps/server/test/database/postgresServer.ts';
import { PortalProcess, type Settings } from '../../e2e/fixtures/portalProcess.ts';
import { fillWithPeople } from '../data/people.ts';
import { metricsToken } from '../measure/observe.ts';

/** The first super admin of every portal of the benchmarks. */
export const admin = { email: 'admin@guichet.local', password: 'Mesure-Banc#27' };

/** Settings for any machine: a quarter of a small server's memory, and no checkpoint during a round. */
const serverSettings = ['shared_buffers=1GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min'];

/** The database role of the product and the limits, no superuser, as in production. */
const owner = 'guichet_bench';

/** The environment of the benchmarks: a PostgreSQL server with fsync on, databases with people, portals. */
export interface Stage {
  /** A temporary folder, deleted with the stage. */
  readonly folder: string;
  /** The version of PostgreSQL, such as 15.18. */
  readonly postgresVersion: string;
  /** The address of the database with this many people, created once: for read-only benchmarks. */
  people(count: number): Promise<string>;
  /** The address of a copy of it, for benchmarks that write. Dropped with `drop`, or with the stage. */
  copy(count: number): Promise<string>;
  drop(databaseUrl: string): Promise<void>;
  /** The product as in production, with its default logging to a file. */
  startPortal(settings: Settings): Promise<PortalProcess>;
  /** Ends the portals that a row which failed has left, and which would keep others from copying their database. */
  endPortals(): Promise<void>;
}

/** Opens a stage while `work` runs. A signal that ends the benchmark ends its server, portals and limits too. */
export async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  // Their listeners of "exit" are not called for a process that a signal ends by itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const folder = mkdtempSync(join(tmpdir(), 'guichet-bench-'));
  const server = await startPostgres(serverSettings);
  const portals: PortalProcess[] = [];
  try {
    return await work(await setUp(server, folder, portals));
  } finally {
    await endAll(portals);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function setUp(server: PostgresServer, folder: string, portals: PortalProcess[]): Promise<Stage> {
  await runOn(server.url, `create role ${owner} login`);
  const urlOf = (name: string) => withDatabaseName(server.url, name).replace('postgres@', `${owner}@`);
  const templates = new Map<number, Promise<string>>();
  let copies = 0;
  let logs = 0;

  const startPortal = async (settings: Settings) => {
    const portal = await PortalProcess.start(
      {
        BOOTSTRAP_ADMIN_EMAIL: admin.email,
        BOOTSTRAP_ADMIN_PASSWORD: admin.password,
        SECRET_KEY: 'the same for every portal of this stage',
        LOG_LEVEL: 'info',
        METRICS_TOKEN: metricsToken,
        ...settings,
      },
      null,
      join(folder, `portal-${++logs}.log`),
    );
    portals.push(portal);
    return portal;
  };

  const make = async (count: number) => {
    const name = `people_${count}`;
    await runOn(server.url, `create database ${name} owner ${owner}`);
    const portal = await startPortal({ DATABASE_URL: urlOf(name) });
    await portal.stop();
    if (count > 0) await fillWithPeople(urlOf(name), count, admin.email);
    await runOn(withDatabaseName(server.url, name), 'vacuum analyze');
    return name;
  };
  const template = (count: number) => {
    const made = templates.get(count) ?? make(count);
    templates.set(count, made);
    return made;
  };

  return {
    folder,
    postgresVersion: await versionOf(server.url),
    people: async (count) => urlOf(await template(count)),
    async copy(count) {
      const name = `copy_${++copies}`;
      await runOn(
        server.url,
        `create database ${name} template ${await template(count)} owner ${owner} strategy file_copy`,
      );
      return urlOf(name);
    },
    drop: (databaseUrl) =>
      runOn(server.url, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`),
    startPortal,
    endPortals: () => endAll(portals),
  };
}

async function endAll(portals: PortalProcess[]): Promise<void> {
  for (const portal of portals.splice(0)) {
    await portal.kill();
    portal.removeData();
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select current_setting('server_version') as version");
    return String(rows[0].version).split(' ')[0] ?? '';
  } finally {
    await client.end();
  }
}
