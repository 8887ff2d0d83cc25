import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

export interface SmtpSettings extends SMTPConnectionOptions {
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

const second = 1000;

/**
 * The parts of SMTP_URL. `smtps:` is encrypted from the start, `smtp:` as soon as the server offers it. A name and
 * password go unencrypted only to this very machine, unless the address says `?requireTLS=false`.
 * `ownName` is how the portal introduces itself.
 */
export function readSmtpUrl(smtpUrl: string, ownName: string): SmtpSettings {
  const { auth, ...parsed } = parseConnectionUrl(smtpUrl);
  const isHere = ['localhost', '127.0.0.1', '::1', '[::1]'].includes(parsed.host ?? 'localhost');
  return {
    name: ownName,
    requireTLS: Boolean(auth) && !isHere && !parsed.secure,
    ...parsed,
    auth: auth ? { user: auth.user ?? '', pass: auth.pass ?? '' } : null,
    connectionTimeout: 15 * second,
    greetingTimeout: 30 * second,
    // RFC 5321 §4.5.3.2.6: who gives up sooner on a mail that a server is about to take sends it twice.
    socketTimeout: 600 * second,
    logger: false,
    debug: false,
  };
}
