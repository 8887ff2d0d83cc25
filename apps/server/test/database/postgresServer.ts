import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../freePort.ts';

/** A temporary PostgreSQL server on loopback. */
export interface PostgresServer {
  /** The URL of its database `postgres`, as a superuser. */
  readonly url: string;
  /** The pid of the postmaster. */
  readonly pid: number;
  /** Stops it: `fast` aborts running statements, `immediate` is a crash. */
  end(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again after `end`; resolves when it answers. */
  startAgain(): Promise<void>;
  /** Stops it and removes its directory. */
  stop(): Promise<void>;
}

/**
 * For tests, which need speed and no durability, on databases that live for seconds, of which a vacuum or compiled plans
 * are a quarter of the work; a benchmark measures a durable server.
 */
const careless = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'],
  ...['autovacuum=off', 'jit=off'],
];

/** A collation unlike the embedded database's, so that a query without ORDER BY or COLLATE fails a test. */
const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=fr-CA'];

/** Starts a server from the newest PostgreSQL found on this machine, with its files in `directory`. */
export function startPostgres(
  settings: readonly string[] = careless,
  directory = makeDirectory(),
): Promise<PostgresServer> {
  return startServer(settings, directory, (data) => [
    'initdb',
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8', ...locale],
  ]);
}

/** Starts a standby of a server, which follows it until it is promoted. */
export function startStandby(primary: PostgresServer, settings: readonly string[]): Promise<PostgresServer> {
  return startServer(settings, makeDirectory(), (data) => [
    'pg_basebackup',
    ...['-D', data, '-d', primary.url, '--write-recovery-conf', '--checkpoint=fast'],
  ]);
}

function makeDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'guichet-postgres-'));
}

/** `make`: the program that makes the data, and its options. */
async function startServer(
  settings: readonly string[],
  directory: string,
  make: (data: string) => readonly [string, ...string[]],
): Promise<PostgresServer> {
  const bin = findBinaries();
  const owner = becomePostgres(directory);
  const data = join(directory, 'data');
  const [program, ...options] = make(data);
  // The other programs may lie only where a link to this one leads.
  const programs = dirname(realpathSync(join(bin, `postgres${suffix}`)));
  execFileSync(join(programs, program), options, { ...owner, cwd: directory, stdio: 'ignore' });
  const port = await findFreePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const flags = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', ''];
  for (const setting of settings) flags.push('-c', setting);
  let server: ChildProcess;
  const startAgain = async () => {
    server = spawn(join(bin, 'postgres'), flags, { ...owner, cwd: directory, stdio: 'ignore' });
    await waitUntilReady(url, server);
  };
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  const abandon = () => {
    server.kill('SIGQUIT');
    remove();
  };
  process.once('exit', abandon);
  await startAgain();
  return {
    url,
    get pid() {
      return server.pid ?? 0;
    },
    end: (mode) => end(server, mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    startAgain,
    async stop() {
      process.off('exit', abandon);
      await end(server, 'SIGINT');
      remove();
    },
  };
}

/** PostgreSQL refuses to run as root: then it runs as the system user `postgres`. */
function becomePostgres(directory: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const owner = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(directory, owner.uid, owner.gid);
  return owner;
}

const suffix = process.platform === 'win32' ? '.exe' : '';

function findBinaries(): string {
  const versions = (root: string, tail: string) =>
    existsSync(root)
      ? readdirSync(root)
          .sort(
            (a, b) => Number.parseInt(b.replace(/\D+/, ''), 10) - Number.parseInt(a.replace(/\D+/, ''), 10),
          )
          .map((version) => join(root, version, tail))
      : [];
  const places = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions('/usr/lib/postgresql', 'bin'),
    ...versions('/opt/homebrew/opt', 'bin'),
    ...versions('/Applications/Postgres.app/Contents/Versions', 'bin'),
    ...versions('C:/Program Files/PostgreSQL', 'bin'),
  ];
  const bin = places.find((place) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(place, name + suffix))),
  );
  if (!bin)
    throw new Error('PostgreSQL 15 or newer was not found: install it, or set TEST_DATABASE_URL to a server');
  return bin;
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once with status ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isReady) return;
    await wait(50);
  }
  server.kill('SIGQUIT');
  throw new Error('PostgreSQL did not answer within 30 seconds');
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await gone;
}
