import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileLine } from '../../core/database/backup/format.ts';

const folderName = 'outbox';

/** Reads mails that were written as files, where SMTP_URL is not set. */
export async function* readOutboxFiles(dataDir: string): AsyncGenerator<FileLine> {
  const folder = join(dataDir, folderName);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.eml'))) {
    yield { file: `${folderName}/${name}`, bytes: await readFile(join(folder, name), 'base64') };
  }
}

/** Writes the files of a backup into a temporary folder; `moveIntoPlace` moves them into place. */
export function receiveOutboxFiles(dataDir: string) {
  const folder = join(dataDir, folderName);
  const coming = `${folder}.restored`;
  rmSync(coming, { recursive: true, force: true });
  return {
    async write({ file, bytes }: FileLine): Promise<void> {
      mkdirSync(coming, { recursive: true, mode: 0o700 });
      // The name comes from the backup: basename prevents path traversal.
      await writeFile(join(coming, basename(file)), bytes, { encoding: 'base64', mode: 0o600 });
    },
    moveIntoPlace(): void {
      rmSync(folder, { recursive: true, force: true });
      if (existsSync(coming)) renameSync(coming, folder);
    },
    drop: () => rmSync(coming, { recursive: true, force: true }),
  };
}
