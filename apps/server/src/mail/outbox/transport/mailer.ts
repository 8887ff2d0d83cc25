import { join } from 'node:path';
import type { Language } from '@guichet/contract/core/language';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { withDeadline } from '../../../core/runtime/concurrency/deadline.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { lacksPublicAddress } from '../../../core/runtime/publicAddress.ts';
import { failureWords } from '../causes/failureWords.ts';
import { openFileTransport } from './fileTransport.ts';
import { openSmtpTransport, type SmtpSettings } from './smtpTransport.ts';
import { DeliveryFailure, storedFailure, type Transport } from './transport.ts';

interface Mailer {
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

export interface MailServerProblem {
  /** Whether nothing answers, so that mails wait and leave by themselves later. */
  readonly isDown: boolean;
  readonly words: string;
}

/** Tests connection, TLS and login without sending, within `milliseconds`. Null, or the problem in this language. */
export async function probeMailServer(
  config: Config,
  language: Language,
  milliseconds: number,
): Promise<MailServerProblem | null> {
  const transport = openMailer(config).openTransport();
  const late = () => {
    throw new DeliveryFailure('unreachable', 'serverSilent');
  };
  try {
    await withDeadline(milliseconds, transport.probe(), late);
    return null;
  } catch (error) {
    const failure = error as DeliveryFailure;
    const words = failureWords(storedFailure(failure), language) ?? '';
    return { isDown: ['serverUnreachable', 'serverSilent'].includes(failure.reason), words };
  } finally {
    transport.cut();
  }
}

const second = 1000;
/** If the process is killed, as many mails are in transmission and may be sent twice. */
const defaultConnections = 5;
const maxConnections = 20;

/**
 * The parts of SMTP_URL. `smtps:` is encrypted from the start, `smtp:` as soon as the server offers it. A
 * name and password are sent unencrypted only to localhost, unless the address says `?requireTLS=false`.
 * `?maxConnections=10` sets the number of connections, 1 to 20, default 5. `ownName` is the name in EHLO.
 */
export function readSmtpUrl(smtpUrl: string, ownName: string): SmtpSettings {
  const { auth, ...parsed } = parseConnectionUrl(smtpUrl);
  const isHere = ['localhost', '127.0.0.1', '::1', '[::1]'].includes(parsed.host ?? 'localhost');
  return {
    name: ownName,
    requireTLS: Boolean(auth) && !isHere && !parsed.secure,
    ...parsed,
    transportCount: transportCountOf(smtpUrl),
    auth: auth ? { user: auth.user ?? '', pass: auth.pass ?? '' } : null,
    connectionTimeout: 15 * second,
    greetingTimeout: 30 * second,
    // RFC 5321 §4.5.3.2.6: with a shorter timeout, a mail that the server is about to accept is sent twice.
    socketTimeout: 600 * second,
    logger: false,
    debug: false,
  };
}

function transportCountOf(smtpUrl: string): number {
  const asked = Number(new URL(smtpUrl).searchParams.get('maxConnections') ?? defaultConnections);
  return Number.isInteger(asked) ? Math.min(Math.max(asked, 1), maxConnections) : defaultConnections;
}
