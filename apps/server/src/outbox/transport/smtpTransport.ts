import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MimeMessage } from '../render/composeMail.ts';
import { connectFailure, lostBeforeAnswer, type SmtpError, sendFailure } from './smtpFailure.ts';
import type { SmtpSettings } from './smtpSettings.ts';
import { DeliveryFailure, type Transport } from './transport.ts';

/**
 * One connection to the mail server, opened on first use and again after a loss. Used instead of the client's own pool,
 * which does not tell whether transmission of a mail had begun when a connection broke.
 */
export class SmtpTransport implements Transport {
  readonly #settings: SmtpSettings;
  #connection: SMTPConnection | null = null;
  #opening: SMTPConnection | null = null;
  #isBusy = false;

  constructor(settings: SmtpSettings) {
    this.#settings = settings;
  }

  async deliver(mimeMessage: MimeMessage): Promise<void> {
    this.#isBusy = true;
    try {
      // The server may have closed an idle connection; then the mail is sent over a new one.
      if (this.#connection && (await this.#offer(this.#connection, mimeMessage))) return;
      if (await this.#offer(await this.#connect(), mimeMessage)) return;
      throw new DeliveryFailure('later', 'connectionLost');
    } finally {
      this.#isBusy = false;
    }
  }

  async probe(): Promise<void> {
    await this.#connect();
  }

  rest(): void {
    if (this.#isBusy) return;
    this.#connection?.quit();
    this.#connection = null;
  }

  cut(): void {
    this.#opening?.close();
    this.#connection?.close();
    this.#connection = null;
  }

  async #connect(): Promise<SMTPConnection> {
    const connection = new SMTPConnection(this.#settings);
    this.#opening = connection;
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject);
        connection.once('end', () => reject(new Error('the server closed the connection')));
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      await this.#signIn(connection);
    } catch (error) {
      connection.close();
      throw connectFailure(error as SmtpError);
    } finally {
      this.#opening = null;
    }
    // From here on the sender handles errors; an error without a listener would end the process.
    connection.on('error', () => undefined);
    connection.once('end', () => {
      if (this.#connection === connection) this.#connection = null;
    });
    this.#connection?.quit();
    this.#connection = connection;
    return connection;
  }

  async #signIn(connection: SMTPConnection): Promise<void> {
    const { auth } = this.#settings;
    if (!auth || !connection.allowsAuth) return;
    await new Promise<void>((resolve, reject) => {
      connection.once('end', () => reject(new Error('the server closed the connection')));
      connection.login({ credentials: auth }, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** True: accepted. False: the connection closed before the first byte of the mail was sent. @throws DeliveryFailure */
  async #offer(connection: SMTPConnection, { from, to, bytes }: MimeMessage): Promise<boolean> {
    const message = readableOnce(bytes);
    try {
      await new Promise<void>((resolve, reject) => {
        const envelope = { from, to: [to], size: bytes.length };
        connection.send(envelope, message, (error) => (error ? reject(error) : resolve()));
      });
      return true;
    } catch (error) {
      const failure = error as SmtpError;
      if (lostBeforeAnswer(failure) && !message.readableDidRead) return false;
      await this.#makeReady(connection);
      throw sendFailure(failure);
    }
  }

  /** After a refusal: keeps the connection for the next mail if RSET succeeds. */
  async #makeReady(connection: SMTPConnection): Promise<void> {
    if (this.#connection !== connection) return;
    await new Promise<void>((resolve) => {
      connection.once('end', resolve);
      connection.reset((error) => {
        if (error) connection.close();
        resolve();
      });
    });
  }
}

/** A stream of one chunk that tells whether it was read: `Readable.from` takes several turns of the event loop. */
function readableOnce(bytes: Buffer): Readable {
  return new Readable({
    read() {
      this.push(bytes);
      this.push(null);
    },
  });
}
