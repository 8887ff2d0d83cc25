import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../platform/runtime/syncFolder.ts';
import type { MimeMessage } from '../render/composeMail.ts';
import { DeliveryFailure, type Transport } from './transport.ts';

/** Writes mails as files, where SMTP_URL is not set. A mail always gets the same name, so it is never written twice. */
export class FileTransport implements Transport {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async deliver({ mailId, bytes }: MimeMessage): Promise<void> {
    const path = join(this.#folder, `${mailId}.eml`);
    await this.#orFail(async () => {
      // Written under another name and renamed: a file under the final name is complete and on the disk.
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
      await syncFolder(this.#folder);
    });
  }

  async probe(): Promise<void> {
    await this.#orFail(() => mkdir(this.#folder, { recursive: true, mode: 0o700 }));
  }

  rest(): void {}

  cut(): void {}

  async #orFail(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw new DeliveryFailure('unreachable', 'folderNotWritable', (error as NodeJS.ErrnoException).code);
    }
  }
}
