import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { listApplicationSignIns } from '@guichet/contract/identity/provider';
import { listOpenIdClients } from '@guichet/contract/identity/provider.clients';
import { logout } from '@guichet/contract/identity/sessions';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { madePassword } from '../../../../test/portal.ts';
import { openQueue } from '../../../core/queue/queue.service.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { answer, ask, enter, type OpenIdPortal, open, openOpenIdPortal } from '../fixtures/openIdPortal.ts';
import { logoutHandler } from '../provider.worker.ts';
import { followEndedSessions } from '../signIns/ending.ts';

let portal: OpenIdPortal;
/** The end point of an application: what it got, and what it answers. */
let application: Server;
let told: string[];
let status: number;
beforeAll(async () => {
  portal = await openOpenIdPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  application = createServer((request, response) => {
    void text(request).then((body) => {
      told.push(new URLSearchParams(body).get('logout_token') ?? '');
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  told = [];
  status = 200;
});
afterAll(async () => {
  application.close();
  await portal.close();
});

const logoutUri = () => `http://127.0.0.1:${(application.address() as AddressInfo).port}/logout`;

/** `sinceSeconds`: looks for the ends of the last seconds, as the worker does between its looks at everything. */
async function tellAll(sinceSeconds: number | null = 120) {
  const { clock } = portal.context;
  const since = sinceSeconds === null ? null : secondsAfter(clock.now(), -sinceSeconds);
  await followEndedSessions(portal.context, since);
  const queue = openQueue(portal.context, [logoutHandler(portal.context)], 1);
  while (await queue.runOnce());
  await queue.stop();
}

async function enterAs(more: Parameters<OpenIdPortal['register']>[0] = {}) {
  const person = await portal.as('student', 3);
  const { client, id } = await portal.register({ logoutUri: logoutUri(), ...more });
  const { tokens } = await enter(portal, person, client);
  return { person, id, client, claims: tokens.claims() };
}

/** An application as super admins see it. */
async function listed(id: string) {
  const { clients } = (await (await portal.superAdmin()).call(listOpenIdClients)).reply;
  const client = clients.find((one) => one.id === id);
  if (!client) throw new Error(id);
  return client;
}

it('tells an application once that the session has ended, with its own name for the session', async () => {
  const { person, id, claims } = await enterAs();
  expect((await person.call(listApplicationSignIns)).reply).toMatchObject([{ isTold: true }]);
  await tellAll();
  expect(told).toEqual([]);
  await person.call(logout);
  // Two processes look for it at the same time.
  await Promise.all([tellAll(), tellAll()]);
  await tellAll();
  expect(told).toHaveLength(1);
  const keys = createRemoteJWKSet(new URL(`${portal.address}/oidc/jwks`));
  const { payload } = await jwtVerify(told[0] ?? '', keys, {
    issuer: `${portal.address}/oidc`,
    audience: id,
  });
  expect(payload).toMatchObject({
    sub: claims?.sub,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(payload.sid).toBe(claims?.sid);
  expect(payload.nonce).toBeUndefined();
});

it('tells it also where the program died while the session of the browser got another id', async () => {
  const { email } = await portal.make('student', 3);
  const person = await portal.signIn(email, madePassword);
  const { client } = await portal.register({ logoutUri: logoutUri() });
  const { browser, tokens } = await enter(portal, person, client);
  const { request } = await open(browser, portal, await ask(client, { prompt: 'login' }));
  const again = await portal.signIn(email, madePassword);
  const back = await answer(browser, again, request ?? '');
  const { database } = portal.context;
  const { transactAlone } = database;
  database.transactAlone = async (statement, values) => {
    if (values[0] === 'Session' && values.length > 2) throw new Error('the program is dead');
    return transactAlone(statement, values);
  };
  const { status } = await browser.go('address' in back ? back.address : '');
  database.transactAlone = transactAlone;
  expect(status).toBe(500);
  await again.call(logout);
  await tellAll();
  expect(told.map((token) => decodeJwt(token).sid)).toEqual([tokens.claims()?.sid]);
});

it.each([
  ['is deactivated', 'deactivated_at'],
  ['is locked', 'locked_at'],
  ['gets a new password', 'sessions_ended_at'],
] as const)('tells it when the account %s', async (_name, column) => {
  const { person } = await enterAs();
  const { database, clock } = portal.context;
  await database.transact((tx) =>
    tx
      .updateTable('users')
      .set({ [column]: clock.now() })
      .where('id', '=', person.userId)
      .execute(),
  );
  await tellAll();
  expect(told).toHaveLength(1);
});

it('tells it of an end that no look had seen, at the next look at everything', async () => {
  const { person } = await enterAs();
  await person.call(logout);
  await tellAll(-1);
  expect(told).toEqual([]);
  await tellAll(null);
  expect(told).toHaveLength(1);
});

it('tells nobody of a session that only ran out: somebody may be writing an exam there', async () => {
  const { person } = await enterAs();
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('sessions')
      .set({ expires_at: portal.context.clock.now() })
      .where('user_id', '=', person.userId)
      .execute(),
  );
  await tellAll();
  expect(told).toEqual([]);
});

it('tries again while the application is away, and gives up where it refuses', async () => {
  const { person, id } = await enterAs();
  status = 503;
  await person.call(logout);
  await tellAll();
  const state = () =>
    portal.context.database.read
      .selectFrom('openid_logouts')
      .select(['state', 'attempts'])
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow();
  expect(await state()).toMatchObject({ state: 'waiting', attempts: 1 });
  const { signOutFailure } = await listed(id);
  expect(signOutFailure).toEqual({ at: expect.any(Date), fault: 'status', detail: '503' });
  const refusing = await enterAs();
  status = 400;
  await refusing.person.call(logout);
  await tellAll();
  const { database } = portal.context;
  const jobs = database.read
    .selectFrom('openid_logouts')
    .select('state')
    .where('client_id', '=', refusing.id);
  expect(await jobs.executeTakeFirst()).toEqual({ state: 'failed' });
  // It knows no such session: nothing stays open there.
  expect(await listed(refusing.id)).toMatchObject({ signOutFailure: null });
});

it('says that an application was not reached until it is reached again, and does not promise that its session ends', async () => {
  const { person, id, client } = await enterAs({ name: 'Lointaine' });
  status = 404;
  await person.call(logout);
  await tellAll();
  expect((await listed(id)).signOutFailure).toMatchObject({ fault: 'status', detail: '404' });
  const next = await portal.as('student', 3);
  await enter(portal, next, client);
  expect((await next.call(listApplicationSignIns)).reply).toEqual([{ name: 'Lointaine', isTold: false }]);
  status = 200;
  await next.call(logout);
  await tellAll();
  expect((await listed(id)).signOutFailure).toBeNull();
});

it('calls no address in a private network that the operator has not named', async () => {
  const { person, id } = await enterAs();
  // A name may lead into another network later than at its registration.
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('openid_clients')
      .set({ logout_uri: logoutUri().replace('127.0.0.1', '127.0.0.2') })
      .where('id', '=', id)
      .execute(),
  );
  await person.call(logout);
  await tellAll();
  expect(told).toEqual([]);
  const { database } = portal.context;
  const jobs = database.read.selectFrom('openid_logouts').select('last_error').where('client_id', '=', id);
  expect((await jobs.executeTakeFirst())?.last_error).toContain('127.0.0.2');
  expect(await listed(id)).toMatchObject({ signOutFailure: { fault: 'privateHost', detail: '127.0.0.2' } });
});
