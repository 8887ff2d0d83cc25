import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOn, withDatabaseName } from '../../apps/server/test/database/postgresDatabases.ts';
import { type PostgresServer, startPostgres } from '../../apps/server/test/database/postgresServer.ts';
import { PortalProcess, type Settings } from '../../e2e/fixtures/portalProcess.ts';
import { admin } from '../history/client.ts';

export type Kind = 'embedded' | 'postgres';

/** Settings of every portal in the faults. */
export const portalSettings: Settings = {
  SECRET_KEY: 'a key that all processes of a fault share',
  BOOTSTRAP_ADMIN_EMAIL: admin.email,
  BOOTSTRAP_ADMIN_PASSWORD: admin.password,
  SIGN_INS_PER_MINUTE: '100000',
};

/** A database after the first start, for one fault. */
export interface Place {
  readonly kind: Kind;
  readonly settings: Settings;
  /** Null for PostgreSQL. */
  readonly dataDir: string | null;
  readonly server: PostgresServer | null;
  remove(): Promise<void>;
}

/** Creates places by copying a template. */
export class Machine {
  readonly #closing: (() => Promise<void> | void)[] = [];
  #embedded: Promise<string> | null = null;
  #postgres: Promise<PostgresServer> | null = null;
  #made = 0;

  async open(kind: Kind): Promise<Place> {
    return kind === 'embedded' ? this.openEmbedded(makeFolder('guichet-faults-')) : this.#openPostgres();
  }

  /** A copy of a data folder after the first start, in `folder`. */
  async openEmbedded(folder: string): Promise<Place> {
    this.#embedded ??= this.#makeEmbedded();
    cpSync(await this.#embedded, folder, { recursive: true });
    return {
      kind: 'embedded',
      dataDir: folder,
      server: null,
      settings: { DATA_DIR: folder },
      remove: async () => removeFolder(folder),
    };
  }

  /** A PostgreSQL server with its files in `folder`. */
  async openPostgresOn(folder: string): Promise<Place> {
    const server = await startPostgres(['max_wal_size=64MB', 'min_wal_size=32MB'], folder);
    await runOn(server.url, 'create database faults');
    const settings = { DATABASE_URL: withDatabaseName(server.url, 'faults') };
    return { kind: 'postgres', dataDir: null, server, settings, remove: () => server.stop() };
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
  }

  async #openPostgres(): Promise<Place> {
    this.#postgres ??= this.#startServer();
    const server = await this.#postgres;
    const name = `faults_${++this.#made}`;
    // The other copy strategy leaves sequences that repeat numbers after a crash of PostgreSQL.
    await runOn(server.url, `create database ${name} template faults strategy file_copy`);
    return {
      kind: 'postgres',
      dataDir: null,
      server,
      settings: { DATABASE_URL: withDatabaseName(server.url, name) },
      remove: () => runOn(server.url, `drop database ${name} with (force)`),
    };
  }

  /** With PostgreSQL's own durability settings. */
  async #startServer(): Promise<PostgresServer> {
    const server = await startPostgres([]);
    this.#closing.push(() => server.stop());
    await runOn(server.url, 'create database faults');
    await startOnce({ DATABASE_URL: withDatabaseName(server.url, 'faults') });
    return server;
  }

  async #makeEmbedded(): Promise<string> {
    const folder = makeFolder('guichet-faults-first-');
    this.#closing.push(() => removeFolder(folder));
    await startOnce({ DATA_DIR: folder });
    return folder;
  }
}

const folders = new Set<string>();
process.once('exit', () => folders.forEach(removeFolder));

/** A temporary folder, deleted at the latest with this process. */
export function makeFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function startOnce(settings: Settings): Promise<void> {
  const portal = await PortalProcess.start({ ...portalSettings, ...settings });
  await portal.stop();
  portal.removeData();
}
