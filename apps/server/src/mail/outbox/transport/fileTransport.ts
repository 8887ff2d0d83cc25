import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../../core/runtime/syncFolder.ts';
import { DeliveryFailure, type Transport } from './transport.ts';

/** Writes mails as files, without SMTP_URL. A mail always has the same name, so it is written once. */
export function openFileTransport(folder: string): Transport {
  return {
    deliver: ({ mailId, bytes }) =>
      orFail(async () => {
        const path = join(folder, `${mailId}.eml`);
        // Writes under another name, then renames: a file under the final name is complete and on the disk.
        const file = await open(`${path}.part`, 'w', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(`${path}.part`, path);
        await syncFolder(folder);
      }),
    probe: () =>
      orFail(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, `probe-${process.pid}.part`);
        await writeFile(path, ' ');
        await rm(path, { force: true });
      }),
    rest() {},
    cut() {},
  };
}

async function orFail(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new DeliveryFailure('unreachable', 'folderNotWritable', (error as NodeJS.ErrnoException).code);
  }
}
