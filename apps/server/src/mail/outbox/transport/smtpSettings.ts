import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

export interface SmtpSettings extends SMTPConnectionOptions {
  /** The number of mails that are sent at once, each over its own connection. */
  readonly transportCount: number;
  readonly auth: { readonly user: string; readonly pass: string } | null;
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
