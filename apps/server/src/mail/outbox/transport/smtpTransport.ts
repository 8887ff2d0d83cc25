import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { isSenderFault } from '../causes/failureWords.ts';
import { findCause } from '../causes/findCause.ts';
import type { MimeMessage } from '../render/composeMail.ts';
import { DeliveryFailure, type Transport } from './transport.ts';

export interface SmtpSettings extends SMTPConnectionOptions {
  /** The number of mails that are sent at once, each over its own connection. */
  readonly transportCount: number;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/**
 * One connection to the mail server, opened on first use and again after a loss. Replaces the client's own
 * pool, which does not tell whether the transmission of a mail had begun when a connection broke.
 */
export function openSmtpTransport(settings: SmtpSettings): Transport {
  let current: SMTPConnection | null = null;
  let opening: SMTPConnection | null = null;
  let isBusy = false;

  async function connect(): Promise<SMTPConnection> {
    const connection = new SMTPConnection(settings);
    opening = connection;
    try {
      await settled(connection, (done) => connection.connect(done));
      const { auth } = settings;
      if (auth && connection.allowsAuth)
        await settled(connection, (done) => connection.login({ credentials: auth }, done));
    } catch (error) {
      connection.close();
      throw connectFailure(error as SmtpError);
    } finally {
      opening = null;
    }
    // Senders handle errors from here on; an error event without a listener would end the process.
    connection.on('error', () => undefined);
    connection.once('end', () => {
      if (current === connection) current = null;
    });
    current?.quit();
    current = connection;
    return connection;
  }

  /** True: accepted. False: closed before the first byte of the mail was sent. @throws DeliveryFailure */
  async function offer(
    connection: SMTPConnection,
    { from, to, bytes, wantsReports }: MimeMessage,
  ): Promise<boolean> {
    const message = readableOnce(bytes);
    try {
      await new Promise<void>((resolve, reject) => {
        const envelope = { from, to: [to], size: bytes.length, ...(wantsReports && { dsn }) };
        connection.send(envelope, message, (error) => (error ? reject(error) : resolve()));
      });
      return true;
    } catch (error) {
      const failure = error as SmtpError;
      if (lostBeforeAnswer(failure) && !message.readableDidRead) return false;
      if (current === connection) await makeReady(connection);
      throw sendFailure(failure);
    }
  }

  return {
    async deliver(mimeMessage) {
      isBusy = true;
      try {
        // The server may have closed an idle connection; then the mail is sent over a new one.
        if (current && (await offer(current, mimeMessage))) return;
        if (await offer(await connect(), mimeMessage)) return;
        throw new DeliveryFailure('later', 'connectionLost');
      } finally {
        isBusy = false;
      }
    },
    async probe() {
      await connect();
    },
    rest() {
      if (isBusy) return;
      current?.quit();
      current = null;
    },
    cut() {
      opening?.close();
      current?.close();
      current = null;
    },
  };
}

/** Ignored by servers without DSN. Whole mails would bring their secret links into the reports' mailbox. */
const dsn: SMTPConnection.DSNOptions = { ret: 'HDRS', notify: ['FAILURE', 'DELAY'] };

/** Runs a command before the first mail; rejects if the connection fails or closes meanwhile. */
function settled(connection: SMTPConnection, run: (done: (error?: Error | null) => void) => void) {
  return new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('the server closed the connection')));
    run((error) => (error ? reject(error) : resolve()));
  });
}

/** After a refusal: keeps the connection for the next mail if RSET succeeds. */
function makeReady(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve) => {
    connection.once('end', resolve);
    connection.reset((error) => {
      if (error) connection.close();
      connection.removeListener('end', resolve);
      resolve();
    });
  });
}

/** A stream of a single chunk that tells whether it was read; `Readable.from` takes several loop turns. */
function readableOnce(bytes: Buffer): Readable {
  return new Readable({
    read() {
      this.push(bytes);
      this.push(null);
    },
  });
}

/** An error of the SMTP client; `command` is the command that the server answered. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** A failure before the first mail could be offered: connection, greeting, TLS or login. */
export function connectFailure(error: SmtpError): DeliveryFailure {
  // The words of libraries say nothing to whoever reads pages.
  if (/wrong version number|packet length too long/i.test(error.message))
    return new DeliveryFailure('unreachable', 'serverWithoutTls');
  if (error.message === 'Greeting never received') return new DeliveryFailure('unreachable', 'serverSilent');
  if (/certificate/i.test(error.message) && !error.responseCode)
    return new DeliveryFailure('unreachable', 'serverUntrusted', error.message.split(';', 1)[0]);
  const isRefusal =
    error.code === 'EAUTH' ||
    error.code === 'ENOAUTH' ||
    error.code === 'ETLS' ||
    error.message.includes('SSL routines') ||
    // A greeting such as `554 Relaying denied`.
    (error.responseCode ?? 0) >= 500;
  return new DeliveryFailure(
    'unreachable',
    isRefusal ? 'serverRefusesUs' : 'serverUnreachable',
    error.response ?? error.message,
  );
}

/** Whether the connection closed before an answer about the mail; code 421 announces the closing. */
function lostBeforeAnswer({ code, responseCode }: SmtpError): boolean {
  return (
    responseCode === 421 || (!responseCode && ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'].includes(code ?? ''))
  );
}

/**
 * A failure while a mail was offered. 4xx and lost connections are temporary. 5xx is permanent, except where the
 * sender is at fault: the operator mends that, and no recipient loses a mail.
 */
export function sendFailure(error: SmtpError): DeliveryFailure {
  const { command, responseCode, response = null } = error;
  // Without a code, nobody knows whether the mail was accepted.
  if (!responseCode && response !== null) return new DeliveryFailure('later', 'connectionLost', response);
  if (!responseCode) return clientFailure(error);
  if (command === 'MAIL FROM' && responseCode >= 500)
    return new DeliveryFailure('later', 'senderRefused', response);
  const words = response ?? '';
  if (responseCode < 500) {
    const cause = findCause({ delivery: 'delayed', words });
    return new DeliveryFailure('later', cause === 'deliveryDelayed' ? 'deferred' : cause, response);
  }
  const cause = findCause({ delivery: 'failed', words });
  const isVague = cause === 'recipientRefused' || cause === 'refusedByPolicy';
  if (isSenderFault(cause) && !isVague) return new DeliveryFailure('later', cause, response);
  return new DeliveryFailure('never', isVague && command !== 'RCPT TO' ? 'contentRefused' : cause, response);
}

/** A lost connection, or the client's refusal: an address against the protocol, or a mail over the limit. */
function clientFailure({ code, message }: SmtpError): DeliveryFailure {
  if (code === 'EENVELOPE') return new DeliveryFailure('never', 'recipientRefused', message);
  if (code === 'EMESSAGE') return new DeliveryFailure('never', 'contentRefused', message);
  return new DeliveryFailure('later', 'connectionLost', message);
}
