import { join } from 'node:path';
import type { Config } from '../platform/runtime/config.ts';
import { FileTransport } from './fileTransport.ts';
import { readSmtpUrl } from './smtpSettings.ts';
import { SmtpTransport } from './smtpTransport.ts';
import type { Transport } from './transport.ts';

export interface Mailer {
  readonly transport: 'smtp' | 'files';
  /** How many lanes to send over at once. */
  readonly transportCount: number;
  openTransport(): Transport;
}

/** A file that is written again is the same file, so more may be under way. */
const fileTransportCount = 20;

/** SMTP_URL, else files `DATA_DIR/outbox/<mail id>.eml` (readings §4). */
export function openMailer(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>): Mailer {
  const { smtpUrl } = config;
  if (smtpUrl === null) {
    const folder = join(config.dataDir, 'outbox');
    return {
      transport: 'files',
      transportCount: fileTransportCount,
      openTransport: () => new FileTransport(folder),
    };
  }
  const settings = readSmtpUrl(smtpUrl, new URL(config.publicUrl).hostname);
  return {
    transport: 'smtp',
    transportCount: settings.transportCount,
    openTransport: () => new SmtpTransport(settings),
  };
}
