import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type RelationFile, selectFiles } from './cutFiles.ts';
import type { DurableFiles } from './durableFiles.ts';
import { joinRun, type Run } from './protocol.ts';
import { Upkeep } from './upkeep.ts';

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on'],
  // The default, fdatasync, is a stub in PGlite; DurableFiles hooks fsync.
  ...['-c', 'wal_sync_method=fsync'],
  // A quarter of the default saves 100 MB and is as fast, since the operating system caches the files.
  ...['-c', 'shared_buffers=32MB'],
  // The WAL that a checkpoint keeps; `Upkeep` runs the checkpoints.
  ...['-c', 'max_wal_size=96MB', '-c', 'min_wal_size=32MB'],
  // The operating system keeps the files in memory: a page by an index costs hardly more than the next page.
  ...['-c', 'random_page_cost=1.1'],
];

/** Exit code of the engine's main loop after an ordinary SQL error; any other exit is a crash. */
const ERROR_OF_SQL = 100;

/** First byte of the startup packet; all other messages begin with a letter. */
const STARTUP = 0;

const [READY = 0, IDLE = 0, IN_TRANSACTION = 0] = Buffer.from('ZIT');

interface CopyEnd {
  /** PostgreSQL's backup_label: where recovery of the copy begins. */
  readonly label: string;
  /** First and last WAL segment that the copy needs. */
  readonly firstLog: string;
  readonly lastLog: string;
}

export type Engine = Awaited<ReturnType<typeof openEngine>>;

/**
 * Opens the engine, PGlite without network: wire protocol bytes in, bytes out. Creates a missing database.
 * @throws Error when a commit is not synced to disk, or the files cannot be opened.
 */
export async function openEngine(files: DurableFiles, onDeath: (reason: string) => void) {
  const lastWords: string[] = [];
  const listen = (line: string) => {
    // PostgreSQL logs this before it syncs every file of a killed database, one by one.
    if (/LOG: [^:]*interrupted/.test(line)) files.isSynced = files.wasSynced;
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
  // PGlite would continue after a PANIC, with memory and disk out of step: this stops it.
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
  const upkeep = new Upkeep(pglite, files);
  let lastStatus = IDLE;
  return {
    async exchange(run: Run): Promise<Run> {
      if (run[0] === STARTUP) await forgetClient(pglite);
      const parts: Uint8Array[] = [];
      // The chunk is a view of the engine's memory, which the next chunk overwrites.
      const keep = (part: Uint8Array) => parts.push(part.slice());
      await pglite.execProtocolRawStream(run, { syncToFs: false, onRawData: keep });
      const answers = joinRun(parts);
      if (answers.length > 0) lastStatus = statusAfter(answers);
      return answers;
    },
    listFiles: async () => (await pglite.query<RelationFile>(selectFiles)).rows,
    isInTransaction: () => lastStatus !== IDLE,
    /** Runs a checkpoint if the WAL has grown long. */
    async cutLog(): Promise<void> {
      // Neither between the messages of a statement nor after a failed statement.
      if (lastStatus === IDLE) await upkeep.cutLog('atOnce');
      if (lastStatus === IN_TRANSACTION) await upkeep.cutLog('atOnce', true);
    },
    /** Runs a short maintenance step outside transactions; false: none was due. `isQuiet`: no call waits. */
    upkeep: (isQuiet: boolean) => upkeep.step(isQuiet),
    /** Until `endCopy`, the files may be copied while statements run: the WAL repairs torn pages. */
    async beginCopy(): Promise<void> {
      upkeep.keepLog(true);
      await pglite.query("select pg_backup_start('guichet', true)");
    },
    /** Ends the copying; returns the label and the WAL segments that the copy needs. */
    async endCopy(): Promise<CopyEnd> {
      const { rows } = await pglite.query<CopyEnd>(`
        select labelfile as label, substring(labelfile from 'START WAL LOCATION.*?file (\\w+)') as "firstLog",
               pg_walfile_name(lsn) as "lastLog"
        from pg_backup_stop(false)`);
      return rows[0] as CopyEnd;
    },
    /** Lets checkpoints remove WAL again. */
    releaseLog: () => upkeep.keepLog(false),
    close: () => pglite.close(),
  };
}

/** The transaction status in the last byte of a complete answer (ReadyForQuery). */
function statusAfter(answers: Run): number {
  const [type, , , , length, status = 0] = answers.subarray(-6);
  return type === READY && length === 5 ? status : 0;
}

/** @throws Error when a commit was acknowledged without an fsync. */
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

/** All clients share a single backend: the next client must not inherit the former client's transaction. */
async function forgetClient(pglite: PGlite): Promise<void> {
  if (pglite.isInTransaction()) await pglite.exec('rollback');
  await pglite.exec('discard all');
}

/** The engine's abort message contains minified source code. */
function firstLineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, 300).split('\n', 1)[0] ?? 'unknown';
}
