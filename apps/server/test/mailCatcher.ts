import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail {
  /** The envelope sender. */
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
  readonly raw: string;
}

/** A real SMTP server on loopback that stores received mails. */
export interface MailCatcher {
  readonly url: string;
  readonly received: readonly CaughtMail[];
  /** Delays the answer to each mail from now on. */
  delay(milliseconds: number): void;
  /** Refuses mails to this address from now on, as a server does that knows nobody of that name. */
  refuse(address: string): void;
  /** Knows everybody again from now on. */
  refuseNobody(): void;
  /** Resolves when `count` mails have arrived. @throws after `milliseconds` */
  waitFor(count: number, milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export async function openMailCatcher(): Promise<MailCatcher> {
  const received: CaughtMail[] = [];
  const refused = new Set<string>();
  let pause = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const unknown = Object.assign(new Error('No such user'), { responseCode: 550 });
      done(refused.has(address) ? unknown : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const keep = () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const messageId = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? '';
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo[0]?.address ?? '',
          messageId,
          raw,
        });
        done();
      };
      stream.on('end', () => void wait(pause).then(keep));
    },
  });
  // Clients that die in the middle of a mail are expected here.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    delay: (milliseconds) => {
      pause = milliseconds;
    },
    refuse: (address) => void refused.add(address),
    refuseNobody: () => refused.clear(),
    async waitFor(count, milliseconds) {
      const deadline = performance.now() + milliseconds;
      while (received.length < count) {
        if (performance.now() > deadline) throw new Error(`Only ${received.length} of ${count} mails came.`);
        await wait(10);
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
