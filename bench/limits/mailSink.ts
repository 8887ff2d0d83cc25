/**
 * A mail server on loopback that answers at once and keeps only a count and the last mail. Reports its port; on any
 * message from the parent it reports its count and resets it.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Caught {
  readonly count: number;
  /** Milliseconds since this process began. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly last: string;
}

const endOfMail = '\r\n.\r\n';
let caught = { count: 0, firstAt: 0, lastAt: 0, last: '' };

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.write('220 sink\r\n');
  serve(socket);
});

function serve(socket: Socket): void {
  let received = '';
  let isMail = false;
  socket.on('data', (chunk) => {
    received += chunk;
    for (;;) {
      const end = received.indexOf(isMail ? endOfMail : '\r\n');
      if (end < 0) return;
      const part = received.slice(0, end);
      received = received.slice(end + (isMail ? endOfMail.length : 2));
      if (isMail) take(part);
      socket.write(isMail ? '250 taken\r\n' : answerTo(part));
      isMail = !isMail && /^data/i.test(part);
    }
  });
}

function take(mail: string): void {
  const now = performance.now();
  if (caught.count === 0) caught.firstAt = now;
  caught.count++;
  caught.lastAt = now;
  caught.last = mail;
}

function answerTo(command: string): string {
  if (/^ehlo/i.test(command)) return '250-sink\r\n250 8BITMIME\r\n';
  if (/^data/i.test(command)) return '354 go\r\n';
  if (/^quit/i.test(command)) return '221 bye\r\n';
  return '250 ok\r\n';
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  process.send?.(caught);
  caught = { count: 0, firstAt: 0, lastAt: 0, last: '' };
});
