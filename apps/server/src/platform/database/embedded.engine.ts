import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { DurableFiles } from './durableFiles.ts';
import { joinRun, type Run } from './embedded.protocol.ts';

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on'],
  // fdatasync, the default, is a stub in PGlite; fsync is what DurableFiles hooks.
  ...['-c', 'wal_sync_method=fsync'],
  // A quarter of the default, as fast: the files are in the system's cache anyway. It spares 100 MB.
  ...['-c', 'shared_buffers=32MB'],
];

/** How the engine leaves its main loop after an ordinary error of SQL; any other way out is its death. */
const ERROR_OF_SQL = 100;

/** The first byte of the packet by which a client introduces itself; all other messages begin with a letter. */
const STARTUP = 0;

/** PGlite, as PostgreSQL without its network: bytes of the wire protocol in, bytes out. */
export interface Engine {
  exchange(run: Run): Promise<Run>;
  close(): Promise<void>;
}

/**
 * Opens the engine on `files`; makes the database when there is none.
 * @throws Error when a commit does not reach the disk, or the files cannot be opened.
 */
export async function openEngine(files: DurableFiles, onDeath: (reason: string) => void): Promise<Engine> {
  const lastWords: string[] = [];
  const listen = (line: string) => {
    if (/\b(FATAL|PANIC):/.test(line)) lastWords.push(line.replace(/^.*?(FATAL|PANIC):\s*/, ''));
    return false;
  };
  const pglite = await PGlite.create({
    fs: files,
    extensions: { pg_trgm },
    startParams,
    onStderr: listen,
  }).catch((error) => {
    throw new Error(lastWords.at(-1) ?? firstLineOf(error));
  });
  const loop = pglite.Module._PostgresMainLoopOnce;
  // PGlite goes on after a panic, when the memory no longer agrees with the disk: stop before it can.
  pglite.Module._PostgresMainLoopOnce = () => {
    try {
      loop();
    } catch (error) {
      if ((error as { status?: number }).status !== ERROR_OF_SQL)
        onDeath(lastWords.at(-1) ?? firstLineOf(error));
      throw error;
    }
  };
  await proveSync(pglite, files);
  return {
    async exchange(run) {
      if (run[0] === STARTUP) await forgetClient(pglite);
      const parts: Uint8Array[] = [];
      // What is handed over is a view of the engine's memory, which it writes over next.
      const keep = (part: Uint8Array) => parts.push(part.slice());
      await pglite.execProtocolRawStream(run, { syncToFs: false, onRawData: keep });
      return joinRun(parts);
    },
    close: () => pglite.close(),
  };
}

/** @throws Error when a commit has been acknowledged without one fsync. */
async function proveSync(pglite: PGlite, files: DurableFiles): Promise<void> {
  const { rows } = await pglite.query<{ fsync: string; pages: string; commit: string }>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
            current_setting('synchronous_commit') as commit`,
  );
  const before = files.syncs;
  await pglite.query("select pg_logical_emit_message(true, 'guichet', 'probe')");
  const settings = rows[0];
  const isOn = settings?.fsync === 'on' && settings.pages === 'on' && settings.commit === 'on';
  if (!isOn || files.syncs === before) {
    throw new Error('its commits do not reach the disk: this version of PGlite does not fit');
  }
}

/** There is one backend for all clients in turn: the next must not inherit the transaction of one that broke off. */
async function forgetClient(pglite: PGlite): Promise<void> {
  if (pglite.isInTransaction()) await pglite.exec('rollback');
  await pglite.exec('discard all');
}

/** An abort of the engine carries a screenful of minified source. */
function firstLineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, 300).split('\n', 1)[0] ?? 'unknown';
}
