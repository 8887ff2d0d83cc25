import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { endpoint, text } from '@guichet/contract/core/endpoint';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { readConfig } from '../runtime/config.ts';
import { createServe } from './serve.ts';

const hello = endpoint('GET /hello', { summary: 'Says hello.', access: 'public', reply: text });

it.each([
  ['during its admission', '127.0.0.1'],
  ['before its admission', ''],
])('a request whose connection is lost %s is handled, with the address "%s"', async (when, expected) => {
  const app = Fastify();
  const client = Promise.withResolvers<() => void>();
  const lost = async (socket: NodeJS.EventEmitter) => {
    (await client.promise)();
    await once(socket, 'close');
  };
  app.addHook('onRequest', async ({ raw }) => {
    if (when === 'before its admission') await lost(raw.socket);
    else admitted = lost(raw.socket);
  });
  let admitted = Promise.resolve();
  const guard = {
    admit: () => admitted,
    within: (_grant: unknown, work: () => unknown) => work(),
    now: () => new Date(),
  };
  const config = readConfig({ DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' });
  const serve = createServe(app, config, guard as never, async () => {}, [], new AbortController().signal);
  const handled = Promise.withResolvers<string>();
  app.addHook('onError', async (_request, _reply, error) => handled.reject(error));
  serve(hello, async ({ address }) => {
    handled.resolve(address);
    return 'hello';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.resolve(() => void socket.destroy());
  socket.write('GET /hello HTTP/1.1\r\nhost: guichet\r\n\r\n');
  expect(await handled.promise).toBe(expected);
  await app.close();
});
