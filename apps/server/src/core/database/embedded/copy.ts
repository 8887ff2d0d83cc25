import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Engine } from './engine.ts';

const logFolder = 'pg_wal';
/** Not copied: files of the running process, and pg_control, which comes last. */
const notCopied = ['postmaster.pid', 'postmaster.opts', join('global', 'pg_control')];

/** Runs `work` when no transaction is open, before the next statement. */
export type AtRest = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Copies the files of a database while statements go on, like PostgreSQL's base backup: the WAL comes last
 * and repairs torn and missing pages at recovery. Returns the longest time that statements were blocked, in
 * milliseconds.
 */
export async function copyDatabase(directory: string, copy: string, engine: Engine, atRest: AtRest) {
  const pauses: number[] = [];
  const paused = <T>(work: () => Promise<T>) =>
    atRest(async () => {
      const began = performance.now();
      const result = await work();
      pauses.push(performance.now() - began);
      return result;
    });
  try {
    await paused(() => engine.beginCopy());
    await copyAll(directory, copy, await filesBesideLog(directory)).catch(async (error) => {
      await paused(() => engine.endCopy());
      throw error;
    });
    const end = await paused(async () => {
      await copyAll(directory, copy, [join('global', 'pg_control')]);
      return engine.endCopy();
    });
    const segments = (await readdir(join(directory, logFolder))).filter(
      (name) => name.length === 24 && name >= end.firstLog && name <= end.lastLog,
    );
    await mkdir(join(copy, logFolder, 'archive_status'), { recursive: true, mode: 0o700 });
    await copyAll(
      directory,
      copy,
      segments.map((name) => join(logFolder, name)),
    );
    await writeFile(join(copy, 'backup_label'), end.label, { mode: 0o600 });
    return Math.max(...pauses);
  } finally {
    engine.releaseLog();
  }
}

async function filesBesideLog(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries.map((entry) => ({
    name: join(entry.parentPath, entry.name).slice(directory.length + 1),
    isFile: entry.isFile(),
  }));
  const kept = names.filter(({ name }) => !name.startsWith(logFolder) && !notCopied.includes(name));
  // The database needs its empty folders too.
  return kept.map(({ name, isFile }) => (isFile ? name : name + sep));
}

async function copyAll(directory: string, copy: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const isFolder = name.endsWith(sep);
    await mkdir(join(copy, isFolder ? name : dirname(name)), { recursive: true, mode: 0o700 });
    if (isFolder) continue;
    await copyFile(join(directory, name), join(copy, name), constants.COPYFILE_FICLONE).catch((error) => {
      // A table was truncated or dropped meanwhile: the WAL records this.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
