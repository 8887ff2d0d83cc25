import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Readies the directory of the embedded database before it is opened: removes what a process left that died while
 * it made the database, and the pid file, which protects nothing since the lock on the data directory does.
 * @returns what to call when the database is open: it makes a new one last.
 * @throws Error when the directory holds something else.
 */
export function prepareDirectory(directory: string): () => Promise<void> {
  const unfinished = `${directory}.unfinished`;
  if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (existsSync(join(directory, 'PG_VERSION'))) {
    rmSync(join(directory, 'postmaster.pid'), { force: true });
    return async () => {};
  }
  if (readdirSync(directory).length > 0) throw new Error(`${directory} holds files, but no database`);

  writeFileSync(unfinished, '');
  syncDirectory(dirname(directory));
  return async () => {
    await syncTree(directory);
    rmSync(unfinished);
    syncDirectory(dirname(directory));
  };
}

/** PGlite copies a new database to the disk without syncing it. */
async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(syncFile));
  for (const entry of entries) if (entry.isDirectory()) syncDirectory(join(entry.parentPath, entry.name));
  syncDirectory(directory);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
