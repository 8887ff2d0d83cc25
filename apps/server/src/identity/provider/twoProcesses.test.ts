import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { logout } from '@guichet/contract/identity/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openQueue } from '../../core/queue/queue.service.ts';
import { openSecondProcess } from '../sessions/fixtures/secondProcess.ts';
import { openBrowser } from './fixtures/browser.ts';
import {
  answer,
  ask,
  callback,
  enter,
  type OpenIdPortal,
  open,
  openOpenIdPortal,
} from './fixtures/openIdPortal.ts';
import { logoutHandler } from './provider.worker.ts';
import { followEndedSessions } from './signIns/ending.ts';

let portal: OpenIdPortal;
let second: Awaited<ReturnType<typeof openSecondProcess>>;
beforeAll(async () => {
  portal = await openOpenIdPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  second = await openSecondProcess(portal.context);
});
afterAll(async () => {
  await second.portal.app.close();
  await portal.close();
});

it('a code that one process has given is redeemed at the other, once for both', async () => {
  const person = await portal.as('student', 3);
  const { client, id, secret } = await portal.register();
  const browser = openBrowser();
  const asked = await ask(client);
  const { request } = await open(browser, portal, asked);
  const answered = await answer(browser, person, request ?? '');
  if (answered.outcome !== 'goesOn') throw new Error(answered.outcome);
  const back = await browser.follow(answered.address, [callback]);
  const fields = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: callback,
    code_verifier: asked.verifier,
  };
  const redeem = (app: typeof portal.app) =>
    app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    });
  expect((await redeem(second.portal.app)).json()).toMatchObject({ id_token: expect.any(String) });
  expect((await redeem(portal.app)).json()).toMatchObject({ error: 'invalid_grant' });
});

it('a sign-out is told once, though both processes look for it at the same time', async () => {
  const told: string[] = [];
  const application = createServer((request, response) => {
    void text(request).then((body) => {
      told.push(body);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const logoutUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}/logout`;
  const person = await portal.as('student', 3);
  const { client } = await portal.register({ logoutUri });
  await enter(portal, person, client);
  await person.call(logout);
  const contexts = [portal.context, second.context];
  await Promise.all(contexts.map(followEndedSessions));
  const queues = contexts.map((context) => openQueue(context, [logoutHandler(context)], 1));
  await Promise.all(
    queues.map(async (queue) => {
      while (await queue.runOnce());
      await queue.stop();
    }),
  );
  expect(told).toHaveLength(1);
  application.close();
});
