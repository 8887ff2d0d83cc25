import { open } from 'node:fs/promises';

/** Returns when a folder's entries are on the disk; at once on Windows, which cannot sync directories. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
