import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, testAdmin } from '../../../test/testApp.ts';
import { createPortal, type Portal } from '../../app.ts';
import { openLog } from '../runtime/log.ts';

let context: TestApp;
let portal: Portal;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  context = { ...(await openTestApp()), log };
  portal = await createPortal(context);
});
afterAll(async () => {
  await portal.app.close();
  await context.close();
});

it('joins the lines of a request by its id: what happened meanwhile, and its outcome', async () => {
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  for (const n of [1, 2]) expect([n, await signInSlowly(address)]).toEqual([n, 401]);
  const failures = lines.filter(({ msg }) => msg === 'a sign-in failed');
  const calls = lines.filter(({ msg, route }) => msg === 'call' && route === '/api/auth/login');
  expect(failures.map(({ requestId }) => requestId)).toEqual([
    expect.stringMatching(/^[\da-f-]{36}$/),
    expect.stringMatching(/^[\da-f-]{36}$/),
  ]);
  expect(calls.map(({ requestId }) => requestId)).toEqual(failures.map(({ requestId }) => requestId));
  expect(new Set(failures.map(({ requestId }) => requestId)).size).toBe(2);
});

/** Sends the body in two parts, of which the second comes when the request has begun. Resolves to the status. */
async function signInSlowly(address: string): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json' };
  const sent = request(`${address}/api/auth/login`, { method: 'POST', headers });
  sent.write(`{"username":"${testAdmin.email}",`);
  setTimeout(() => sent.end('"password":"wrong"}'), 50);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}
