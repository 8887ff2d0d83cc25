import { open } from 'node:fs/promises';

/** Returns when the entries of a folder are on the disk. Does nothing on Windows, which cannot sync directories. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
