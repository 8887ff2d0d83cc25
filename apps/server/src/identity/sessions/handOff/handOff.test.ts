import { logout } from '@guichet/contract/identity/sessions';
import { handOff, redeemHandOff } from '@guichet/contract/identity/sessions.handOff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';

const tool = 'https://outil.example.ca/entree';
const other = 'http://localhost:8080/retour';

let portal: TestPortal;
let person: Caller;
beforeAll(async () => {
  portal = await openTestPortal({ REDIRECT_URIS: `${tool}, ${other}` });
});
afterAll(() => portal.close());

async function askAddress(redirectUri: string, who = person): Promise<string | null> {
  return (await who.call(handOff, { body: { redirectUri } })).reply.address;
}

async function takeToken(who = person, redirectUri = tool): Promise<string> {
  return new URL((await askAddress(redirectUri, who)) ?? '').searchParams.get('d') ?? '';
}

const redeem = (token: string, audience = tool, from = '10.3.0.1') =>
  portal.nobody.call(redeemHandOff, { body: { token, audience }, headers: { 'x-forwarded-for': from } });

const refusal = { status: 403, code: 'handOff.refused' };

describe('a hand-off', () => {
  beforeAll(async () => {
    person = await portal.as('support', 3, {
      firstName: 'Anaïs',
      lastName: 'Côté',
      email: 'anais@guichet.test',
    });
  });

  it('S4.22 returns the registered address with a token that identifies the person to the other site once', async () => {
    const address = await askAddress(`${tool}?cours=3&d=ancien#haut`);
    expect(address).toMatch(/^https:\/\/outil\.example\.ca\/entree\?cours=3&d=[\w-]{43}#haut$/);
    const token = new URL(address ?? '').searchParams.get('d') ?? '';
    const first = await redeem(token);
    expect(first.status).toBe(200);
    expect(first.reply).toEqual({
      sub: String(person.userId),
      name: 'Anaïs Côté',
      username: 'anais@guichet.test',
      role: 'Support - DC',
    });
    expect((await redeem(token)).problem).toMatchObject(refusal);
  });

  it.each([
    'https://evil.example/entree',
    `${tool}/`,
    `https://outil.example.ca@evil.example/entree`,
    '//evil.example',
    'javascript:alert(1)',
    '',
  ])('makes no token for %j, and never says it again', async (redirectUri) => {
    const { status, raw } = await person.call(handOff, { body: { redirectUri } });
    expect([status, raw]).toEqual([200, '{"address":null}']);
  });

  it('returns none where no address is registered', async () => {
    const bare = await openTestPortal();
    expect(await askAddress(tool, await bare.as('student', 3))).toBeNull();
    await bare.close();
  });

  it('is audited, without the token', async () => {
    const token = await takeToken();
    const line = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['actor_id', 'subject', 'detail'])
      .where('action', '=', 'session.handedOff')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      actor_id: person.userId,
      subject: `user:${person.userId}`,
      detail: { audience: tool },
    });
    expect(JSON.stringify(line)).not.toContain(token);
  });
});

describe('a hand-off token', () => {
  beforeAll(async () => {
    person = await portal.as('student', 3);
  });

  it('is no bearer token', async () => {
    const headers = { authorization: `Bearer ${await takeToken()}` };
    expect((await portal.app.inject({ url: '/api/home', headers })).statusCode).toBe(401);
  });

  it('works once, also when it is redeemed twice at the same moment', async () => {
    const token = await takeToken();
    const both = await Promise.all([redeem(token), redeem(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('expires after exactly 60 seconds', async () => {
    const [early, late] = [await takeToken(), await takeToken()];
    portal.context.clock.advance(59);
    expect((await redeem(early)).status).toBe(200);
    portal.context.clock.advance(1);
    expect((await redeem(late)).problem).toMatchObject(refusal);
    person = await portal.as('student', 3);
  });

  it('is refused to another site, registered or not', async () => {
    const token = await takeToken();
    for (const audience of [other, 'https://evil.example/entree', ''])
      expect((await redeem(token, audience)).problem).toMatchObject(refusal);
    expect((await redeem(token, `${tool}?cours=3`)).status).toBe(200);
  });

  it('is invalid once the person has signed out or was deactivated', async () => {
    const [leaver, gone] = [await portal.as('student', 3), await portal.as('student', 3)];
    const [one, two] = [await takeToken(leaver), await takeToken(gone)];
    await leaver.call(logout);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ deactivated_at: portal.context.clock.now() })
        .where('id', '=', gone.userId)
        .execute(),
    );
    for (const token of [one, two]) expect((await redeem(token)).problem).toMatchObject(refusal);
  });

  it.each(['', 'x', 'é'.repeat(100), '0'.repeat(201)])('is not guessed by %j', async (token) => {
    expect((await redeem(token)).status).toBeGreaterThanOrEqual(400);
  });

  it('is not guessed by brute force: 60 failures a minute from one network address, and no CORS', async () => {
    for (let n = 0; n < 60; n++) expect((await redeem('x', tool, '10.3.0.2')).status).toBe(403);
    const token = await takeToken();
    const refused = await redeem(token, tool, '10.3.0.2');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    const allowed = await redeem(token, tool, '10.3.0.3');
    expect(allowed.status).toBe(200);
    expect(allowed.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
