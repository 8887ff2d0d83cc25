import { join } from 'node:path';
import type { Language } from '@guichet/contract/core/language';
import type { Config } from '../../../core/runtime/config.ts';
import { lacksPublicAddress } from '../../../core/runtime/publicAddress.ts';
import { failureWords } from '../causes/failureWords.ts';
import { openFileTransport } from './fileTransport.ts';
import { readSmtpUrl } from './smtpSettings.ts';
import { openSmtpTransport } from './smtpTransport.ts';
import { DeliveryFailure, storedFailure, type Transport } from './transport.ts';

export interface Mailer {
  readonly transport: 'smtp' | 'files';
  readonly transportCount: number;
  openTransport(): Transport;
}

/** Writing a file is idempotent, so more transports than with SMTP may work at once. */
const fileTransportCount = 20;

/** Sends over SMTP_URL; without SMTP_URL writes files `DATA_DIR/outbox/<mail id>.eml` (readings §4). */
export function openMailer(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>): Mailer {
  const { smtpUrl } = config;
  if (smtpUrl === null) {
    const folder = join(config.dataDir, 'outbox');
    return {
      transport: 'files',
      transportCount: fileTransportCount,
      openTransport: () => openFileTransport(folder),
    };
  }
  const settings = readSmtpUrl(smtpUrl, new URL(config.publicUrl).hostname);
  return {
    transport: 'smtp',
    transportCount: settings.transportCount,
    openTransport: () => (lacksPublicAddress(config) ? shutTransport : openSmtpTransport(settings)),
  };
}

/** Refuses every mail: without a public address, links would open on each reader's own machine. */
const shutTransport: Transport = {
  deliver: refuse,
  probe: refuse,
  rest: () => undefined,
  cut: () => undefined,
};

async function refuse(): Promise<never> {
  throw new DeliveryFailure('unreachable', 'noPublicAddress');
}

/** Tests connection, TLS and login without sending. Null, or the problem in this language. */
export async function probeMailServer(config: Config, language: Language): Promise<string | null> {
  const transport = openMailer(config).openTransport();
  try {
    await transport.probe();
    return null;
  } catch (error) {
    return failureWords(storedFailure(error as DeliveryFailure), language);
  } finally {
    transport.cut();
  }
}
