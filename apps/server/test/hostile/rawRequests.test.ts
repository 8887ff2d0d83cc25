import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@guichet/contract/core/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openTestPortal, type TestPortal } from '../portal.ts';
import { faultsOf } from './headers.ts';

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  portal = await openTestPortal({ PUBLIC_URL: 'https://guichet.example.ca' });
  // The longest timeout that a test can wait for.
  portal.app.server.headersTimeout = 300;
  portal.app.server.requestTimeout = 600;
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  port = (portal.app.server.address() as AddressInfo).port;
});
afterAll(() => portal.close());

/** Sends raw bytes; returns everything received until the server closes the connection. */
function send(text: string, { slowly = false } = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    answer += piece;
  });
  socket.once('close', () => resolve(answer));
  socket.once('error', reject);
  socket.setTimeout(8000, () => socket.destroy(new Error(`still open after: ${answer}`)));
  socket.write(text);
  const drip = async () => {
    for (let n = 0; slowly && !socket.destroyed; n += 1) {
      await wait(100);
      if (socket.writable) socket.write(`X-${n}: a\r\n`);
    }
  };
  void drip();
  return promise;
}

function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*: */, '')]),
  );
  return { status: Number(start.split(' ')[1]), headers, body };
}

const post = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const get = 'GET /api/home HTTP/1.1\r\nHost: localhost\r\n';

it.each([
  ['a length beside chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / `],
  ['two lengths', `${post}Content-Length: 4\r\nContent-Length: 6\r\n\r\n{"a":1}`],
  ['a length that is no number', `${post}Content-Length: 1e3\r\n\r\n{}`],
  ['a chunk without a size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['a chunk of an endless size', `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}`],
  ['an unknown transfer encoding', `${post}Transfer-Encoding: x, chunked\r\n\r\n0\r\n\r\n`],
  ['a name with a blank before its colon', `${get}X-A : b\r\n\r\n`],
  ['a header that goes on in the next line', `${get}X-A: b\r\n c\r\n\r\n`],
  ['NUL in a header', `${get}X-A: b\0c\r\n\r\n`],
  ['a method that nobody knows', 'GEHEN / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['another protocol', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ['no protocol at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['no host', 'GET /api/home HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['an expectation that nobody meets', `${get}Expect: gold\r\n\r\n`],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['headers of 40 kB', `${get}Cookie: ${'a'.repeat(40_000)}\r\n\r\n`],
  ['an address of 40 kB', `GET /api/${'a'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
])('%s is answered with a problem and every header, and the line is closed', async (_what, request) => {
  const { status, headers, body } = parse(await send(request));
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(faultsOf(headers), body).toEqual([]);
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = z.parse(Problem, JSON.parse(body));
  expect(problem.status).toBe(status);
  expect(body).not.toMatch(/evil|aaaa|localhost/);
});

it.each([
  ['headers that never end', get],
  ['a body that never comes', `${post}Content-Length: 100\r\n\r\n{`],
])('%s hold no line for ever', async (_what, request) => {
  const { status, headers, body } = parse(await send(request, { slowly: request === get }));
  expect([status, JSON.parse(body).code]).toEqual([408, 'request.tooSlow']);
  expect(faultsOf(headers)).toEqual([]);
});

it('limits the time for the headers to seconds, and for the whole request to minutes', async () => {
  const fresh = await openTestPortal();
  const { headersTimeout, requestTimeout } = fresh.app.server;
  expect([headersTimeout, requestTimeout]).toEqual([20_000, 240_000]);
  await fresh.close();
});

it('still works afterwards', async () => {
  const closing = 'GET /api/valid/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  expect(parse(await send(closing)).status).toBe(200);
});
