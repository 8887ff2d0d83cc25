import { issueTicket, logout } from '@guichet/contract/identity/sessions';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { openWindowApp } from '../fixtures/windowApp.ts';

let portal: TestPortal;
let windows: FastifyInstance;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  windows = await openWindowApp(portal.context);
  admin = await portal.as('admin', 3, { firstName: 'Odile', lastName: 'Roy' });
});
afterAll(async () => {
  await windows.close();
  await portal.close();
});

const path = '/api/message/SendEmailTest/3/1';

async function askTicket(who: Caller, systemId = 3, languageId: 'fr' | 'en' = 'fr') {
  const { headers, reply } = await who.call(issueTicket, {
    body: { purpose: 'sendEmailTest', systemId, languageId },
  });
  expect(reply).toBe(true);
  const cookie = String(headers['set-cookie']);
  return { cookie, token: /^guichet-ticket=([^;]+)/.exec(cookie)?.[1] ?? '' };
}

const open = (token: string, url = path, headers: Record<string, string> = {}) =>
  windows.inject({ url, cookies: { 'guichet-ticket': token }, headers });

describe('the ticket for a window', () => {
  it('is a cookie for that window alone, and opens it once', async () => {
    const { cookie, token } = await askTicket(admin);
    expect(cookie.split('; ').slice(1).sort()).toEqual(
      [`Path=${path}`, 'HttpOnly', 'Max-Age=30', 'SameSite=Strict'].sort(),
    );
    expect((await open(token)).body).toBe('Odile Roy');
    const again = await open(token);
    expect([again.statusCode, again.json().code]).toEqual([401, 'session.missing']);
  });

  it('is a Secure cookie only where the portal is reached by https', async () => {
    const secure = await openTestPortal({ PUBLIC_URL: 'https://guichet.example.ca' });
    const { cookie } = await askTicket(await secure.as('admin', 3));
    await secure.close();
    expect(cookie).toContain('; Secure');
  });

  it('opens it once when two requests show it at the same moment', async () => {
    const { token } = await askTicket(admin);
    const both = await Promise.all([open(token), open(token)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  it('expires after exactly 30 seconds', async () => {
    const [early, late] = [await askTicket(admin), await askTicket(admin)];
    portal.context.clock.advance(29);
    expect((await open(early.token)).statusCode).toBe(200);
    portal.context.clock.advance(1);
    expect((await open(late.token)).statusCode).toBe(401);
  });

  it('does not open the window of another system or of another language', async () => {
    const { token } = await askTicket(admin);
    expect((await open(token, '/api/message/SendEmailTest/3/2')).statusCode).toBe(401);
    expect((await open(token, '/api/message/SendEmailTest/4/1')).statusCode).toBe(401);
    expect((await open(token, '/API/message/sendemailtest/3/1/?x=1')).statusCode).toBe(200);
  });

  it('gives no more rights than the person has', async () => {
    const student = await portal.as('student', 3);
    const { token } = await askTicket(student);
    const answer = await open(token);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'access.denied']);
    const other = await portal.as('admin', 2);
    expect((await open((await askTicket(other)).token)).statusCode).toBe(403);
  });

  it('ends with the session that it was issued to', async () => {
    const leaving = await portal.as('admin', 3);
    const { token } = await askTicket(leaving);
    await leaving.call(logout);
    expect((await open(token)).statusCode).toBe(401);
  });

  it('does not replace an invalid bearer token, and is not spent beside a valid one', async () => {
    const { token } = await askTicket(admin);
    expect((await open(token, path, { authorization: 'Bearer bad' })).statusCode).toBe(401);
    expect((await open(token, path, { authorization: `Bearer ${admin.token}` })).statusCode).toBe(200);
    expect((await open(token)).statusCode).toBe(200);
  });

  it('is refused as a bearer token, and on a call that takes none', async () => {
    const { token } = await askTicket(admin);
    const asBearer = await portal.app.inject({
      url: '/api/home',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asBearer.statusCode).toBe(401);
    const asCookie = await portal.app.inject({ url: '/api/home', cookies: { 'guichet-ticket': token } });
    expect(asCookie.statusCode).toBe(401);
  });

  it.each(['', 'x', 'é', '0'.repeat(4000)])('is not guessed by %j', async (token) => {
    expect((await open(encodeURIComponent(token))).statusCode).toBe(401);
  });

  it('needs an existing purpose and a session', async () => {
    const body = { purpose: 'everything', systemId: 3, languageId: 'fr' } as never;
    expect((await admin.call(issueTicket, { body })).status).toBe(400);
    expect((await portal.nobody.call(issueTicket, { body })).status).toBe(401);
  });
});
