import { existsSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { operatorText } from '../../runtime/operatorText.ts';
import { syncFolder } from '../../runtime/syncFolder.ts';

type MemoryFiles = PGlite['Module']['FS'];

/**
 * Creates the directory of a new database atomically: PostgreSQL's initdb runs in memory, which halves the
 * time, and the result is first synced under a temporary name.
 * @throws Error when the directory holds other files.
 */
export async function createDatabase(directory: string): Promise<void> {
  if (existsSync(directory)) removeEmpty(directory);
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });

  const pglite = await PGlite.create('memory://');
  const files = pglite.Module.FS;
  // A clean shutdown, so that the copy needs no recovery.
  await pglite.close();
  await writeDirectory(files, PGlite.paths.PGDATA, unfinished);

  renameSync(unfinished, directory);
  await syncFolder(dirname(directory));
}

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    throw new Error(operatorText('notADatabase', { directory }));
  }
}

async function writeDirectory(files: MemoryFiles, from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const names: string[] = files.readdir(from).filter((name: string) => name !== '.' && name !== '..');
  await Promise.all(names.map((name) => writeEntry(files, `${from}/${name}`, join(to, name))));
  await syncFolder(to);
}

async function writeEntry(files: MemoryFiles, from: string, to: string): Promise<void> {
  if (files.isDir(files.stat(from).mode)) return writeDirectory(files, from, to);
  const file = await open(to, 'wx', 0o600);
  try {
    await file.writeFile(files.readFile(from));
    await file.datasync();
  } finally {
    await file.close();
  }
}
