import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { RowSecurity } from '../rowSecurity/rowSecurity.ts';
import { openPostgres } from './postgres.ts';

/** A message of PostgreSQL's protocol that asks for authentication: its kind, and what follows. */
function askFor(kind: number, words: string): Buffer {
  const head = Buffer.alloc(9);
  head.write('R');
  head.writeInt32BE(8 + words.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, Buffer.from(words)]);
}

test('an address without the password that the server asks for is refused with the remedy, not with the words of a library', async () => {
  const server = createServer((socket: Socket) => {
    socket.once('data', () => {
      socket.write(askFor(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', (first) => {
        const nonce = /r=(.+)$/.exec(first.toString('latin1'))?.[1];
        socket.write(askFor(11, `r=${nonce}x,s=AAAA,i=4096`));
      });
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const log = { error() {} };
  const opening = openPostgres(
    `postgres://guichet@127.0.0.1:${port}/guichet`,
    log,
    new RowSecurity(),
    'test',
  );
  await expect(opening).rejects.toThrow(
    `Cannot use PostgreSQL at 127.0.0.1:${port}, database guichet: it asks for a password, and DATABASE_URL has none. Write it after the role: postgres://role:password@host.`,
  );
  server.close();
});

test('a server whose full disk lets nobody connect is refused with the remedy', async () => {
  const fields = 'SFATAL\0C53100\0Mcould not write init file\0\0';
  const answer = Buffer.alloc(5);
  answer.write('E');
  answer.writeInt32BE(4 + fields.length, 1);
  const server = createServer((socket: Socket) => {
    socket.once('data', () => socket.write(Buffer.concat([answer, Buffer.from(fields)])));
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const url = `postgres://guichet@127.0.0.1:${port}/guichet`;
  await expect(openPostgres(url, { error() {} }, new RowSecurity(), 'test')).rejects.toThrow(
    'its disk is full. Free some space there, then try again. Nothing was deleted (could not write init file).',
  );
  server.close();
});
