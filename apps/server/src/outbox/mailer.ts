import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { FileLane } from './fileLane.ts';
import type { Lane } from './lane.ts';
import { SmtpLane } from './smtpLane.ts';
import { readSmtpUrl } from './smtpSettings.ts';

export interface Mailer {
  readonly transport: 'smtp' | 'files';
  /** How many lanes to send over at once. */
  readonly laneCount: number;
  openLane(): Lane;
}

/** A file that is written again is the same file, so more may be under way. */
const fileLaneCount = 20;

/** SMTP_URL, else files `DATA_DIR/outbox/<mail id>.eml` (readings §4). */
export function openMailer(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>): Mailer {
  const { smtpUrl } = config;
  if (smtpUrl === null) {
    const folder = join(config.dataDir, 'outbox');
    return { transport: 'files', laneCount: fileLaneCount, openLane: () => new FileLane(folder) };
  }
  const settings = readSmtpUrl(smtpUrl, new URL(config.publicUrl).hostname);
  return { transport: 'smtp', laneCount: settings.laneCount, openLane: () => new SmtpLane(settings) };
}
