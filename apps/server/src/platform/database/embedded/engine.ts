import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { DurableFiles } from './durableFiles.ts';
import { joinRun, type Run } from './protocol.ts';
import { Upkeep } from './upkeep.ts';

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on'],
  // fdatasync, the default, is a stub in PGlite; fsync is what DurableFiles hooks.
  ...['-c', 'wal_sync_method=fsync'],
  // A quarter of the default, as fast: the files are in the system's cache anyway. It spares 100 MB.
  ...['-c', 'shared_buffers=32MB'],
  // How much of the log stays for later use after a checkpoint, which `Upkeep` sees to.
  ...['-c', 'max_wal_size=96MB', '-c', 'min_wal_size=32MB'],
];

/** How the engine leaves its main loop after an ordinary error of SQL; any other way out is its death. */
const ERROR_OF_SQL = 100;

/** The first byte of the packet by which a client introduces itself; all other messages begin with a letter. */
const STARTUP = 0;

const [READY = 0, IDLE = 0, IN_TRANSACTION = 0] = Buffer.from('ZIT');

/** PGlite, as PostgreSQL without its network: bytes of the wire protocol in, bytes out. */
export interface Engine {
  exchange(run: Run): Promise<Run>;
  /** Whether the client is in the midst of a transaction. */
  isInTransaction(): boolean;
  /** Cuts the log where it has grown long. */
  cutLog(): Promise<void>;
  /** Does a short piece of upkeep; whether there was one to do. Outside of transactions only; `isQuiet`: nobody asks. */
  upkeep(isQuiet: boolean): Promise<boolean>;
  /** From here to `endCopy` the files may be copied beside statements: what is torn is mended by the log. */
  beginCopy(): Promise<void>;
  /** What a copy holds in place of the files of this moment: by name. */
  endCopy(): Promise<CopyEnd>;
  /** The log may be cut again. */
  releaseLog(): void;
  close(): Promise<void>;
}

export interface CopyEnd {
  /** PostgreSQL's own note of where recovery of the copy has to begin. */
  readonly label: string;
  /** The first and the last segment of the log that it needs. */
  readonly firstLog: string;
  readonly lastLog: string;
}

/**
 * Opens the engine on `files`; makes the database when there is none.
 * @throws Error when a commit does not reach the disk, or the files cannot be opened.
 */
export async function openEngine(files: DurableFiles, onDeath: (reason: string) => void): Promise<Engine> {
  const lastWords: string[] = [];
  const listen = (line: string) => {
    // Said before PostgreSQL syncs every file of a database that was killed, one by one.
    if (/LOG: .*interrupted/.test(line)) files.isSynced = files.wasSynced;
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
  const upkeep = new Upkeep(pglite, files);
  let lastStatus = IDLE;
  return {
    async exchange(run) {
      if (run[0] === STARTUP) await forgetClient(pglite);
      const parts: Uint8Array[] = [];
      // What is handed over is a view of the engine's memory, which it writes over next.
      const keep = (part: Uint8Array) => parts.push(part.slice());
      await pglite.execProtocolRawStream(run, { syncToFs: false, onRawData: keep });
      const answers = joinRun(parts);
      if (answers.length > 0) lastStatus = statusAfter(answers);
      return answers;
    },
    isInTransaction: () => lastStatus !== IDLE,
    async cutLog() {
      // Amid the messages of one statement, and after one that failed, nothing may come in between.
      if (lastStatus === IDLE) await upkeep.cutLog('atOnce');
      if (lastStatus === IN_TRANSACTION) await upkeep.cutLog('atOnce', true);
    },
    upkeep: (isQuiet) => upkeep.step(isQuiet),
    async beginCopy() {
      upkeep.keepLog(true);
      await pglite.query("select pg_backup_start('guichet', true)");
    },
    async endCopy() {
      const { rows } = await pglite.query<CopyEnd>(`
        select labelfile as label, substring(labelfile from 'START WAL LOCATION.*?file (\\w+)') as "firstLog",
               pg_walfile_name(lsn) as "lastLog"
        from pg_backup_stop(false)`);
      return rows[0] as CopyEnd;
    },
    releaseLog: () => upkeep.keepLog(false),
    close: () => pglite.close(),
  };
}

/** The last byte of an answer that is complete: whether the client is in a transaction. */
function statusAfter(answers: Run): number {
  const [type, , , , length, status = 0] = answers.subarray(-6);
  return type === READY && length === 5 ? status : 0;
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
