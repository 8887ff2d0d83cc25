import { createHmac } from 'node:crypto';
import { listEntrances } from '@guichet/contract/identity/access';
import { logout, refresh } from '@guichet/contract/identity/sessions';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import type { TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { testAdmin } from '../../../test/testApp.ts';

let portal: TestPortal;
let student: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  student = await portal.as('student', 3);
});
afterAll(() => portal.close());

const openPair = () => portal.openPair(testAdmin.email, testAdmin.password);
const renew = ({ accessToken, refreshToken }: TokenPair) =>
  portal.nobody.call(refresh, { query: { token: accessToken, refreshToken } });
const statusOf = async (token: string) => (await portal.withToken(token, 0).call(listEntrances)).status;

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const secret = (name: Parameters<TestPortal['context']['keys']['derive']>[0]) =>
  portal.context.keys.derive(name);

/** A token in the portal's format, with the given changes. */
function sign(
  claims: Record<string, unknown>,
  {
    key = secret('accessToken'),
    alg = 'HS256',
    typ = 'at+jwt',
    iss = 'guichet',
    aud = 'guichet:portal',
    head = {},
  } = {},
) {
  return new SignJWT({ ...claims, iss, aud }).setProtectedHeader({ ...head, alg, typ }).sign(key);
}

/** A token signed with our own key, with a header that `sign` would not write. */
function signBare(head: object, claims: object): string {
  const text = `${base64(head)}.${base64(claims)}`;
  return `${text}.${createHmac('sha256', secret('accessToken')).update(text).digest('base64url')}`;
}

describe('an access token', () => {
  const own = () => decodeJwt(student.token ?? '') as Record<string, unknown>;

  it('is valid unchanged, also as this test makes it', async () => {
    expect(await statusOf(student.token ?? '')).toBe(200);
    expect(await statusOf(await sign(own()))).toBe(200);
  });

  it('is refused when signed by another key, by another key of ours, or not at all', async () => {
    const none = `${base64({ alg: 'none', typ: 'at+jwt' })}.${base64(own())}.`;
    const forged = [
      await sign(own(), { key: Buffer.alloc(32, 'x') }),
      await sign(own(), { key: secret('refreshToken') }),
      await sign(own(), { alg: 'HS384' }),
      await sign(own(), { alg: 'HS512' }),
      none,
      `${none}x`,
      `${student.token?.slice(0, -2)}AA`,
    ];
    for (const token of forged) expect(await statusOf(token), token).toBe(401);
  });

  it('is refused with another algorithm in its header, though signed by our own key', async () => {
    expect(await statusOf(signBare({ alg: 'HS256', typ: 'at+jwt' }, own()))).toBe(200);
    for (const alg of [
      'none',
      'None',
      'hs256',
      'HS384',
      'HS512',
      'RS256',
      'ES256',
      'EdDSA',
      '',
      null,
      undefined,
    ])
      expect(await statusOf(signBare({ alg, typ: 'at+jwt' }, own())), `${alg}`).toBe(401);
  });

  it('takes no key from its header: one that names, contains or links a key is refused', async () => {
    const key = Buffer.alloc(32, 'x');
    const jwk = { kty: 'oct', k: key.toString('base64url'), alg: 'HS256' };
    const far = 'http://127.0.0.1:9/jwks.json';
    for (const head of [
      { kid: 'other' },
      { kid: '../../dev/null' },
      { kid: "x' union select 'x" },
      { jwk },
      { jku: far, kid: 'x' },
      { x5u: far },
      { x5c: [key.toString('base64')] },
    ])
      expect(await statusOf(await sign(own(), { key, head })), JSON.stringify(head)).toBe(401);
  });

  it('is refused with a critical header parameter', async () => {
    const head = { alg: 'HS256', typ: 'at+jwt' };
    for (const crit of [['exp'], ['b64'], ['x'], [], 'x'])
      expect(await statusOf(signBare({ ...head, crit, exp: 1, b64: false, x: 1 }, own())), `${crit}`).toBe(
        401,
      );
  });

  it('is refused before its start, and valid from then on', async () => {
    const now = Math.floor(portal.context.clock.now().getTime() / 1000);
    expect(await statusOf(await sign({ ...own(), nbf: now }))).toBe(200);
    expect(await statusOf(await sign({ ...own(), nbf: now + 1 }))).toBe(401);
    expect(await statusOf(await sign({ ...own(), nbf: `${now}` }))).toBe(401);
  });

  it('is refused when it is a token of another kind, issuer or audience', async () => {
    for (const other of [{ typ: 'JWT' }, { iss: 'autre' }, { aud: 'autre' }])
      expect(await statusOf(await sign(own(), other))).toBe(401);
  });

  it('cannot change the person, the session or the role', async () => {
    const chief = decodeJwt((await openPair()).accessToken) as Record<string, unknown>;
    const [head, , signature] = (student.token ?? '').split('.');
    expect(await statusOf(`${head}.${base64({ ...own(), sub: chief.sub })}.${signature}`)).toBe(401);
    // Even our own key forges nothing: the session says whose it is, the database what its owner may do.
    expect(await statusOf(await sign({ ...own(), sub: chief.sub }))).toBe(401);
    expect(await statusOf(await sign({ ...own(), sid: chief.sid }))).toBe(401);
    const promoted = portal.withToken(
      await sign({ ...own(), role: 'Super Admin', act: { sub: '1', name: 'x' } }),
      0,
    );
    expect((await promoted.call(listEntrances)).reply.isSuperAdmin).toBe(false);
  });

  it('is refused without an expiry, after it, and with one that is no number', async () => {
    const { exp, ...endless } = own();
    const past = Math.floor(portal.context.clock.now().getTime() / 1000);
    expect(await statusOf(await sign(endless))).toBe(401);
    expect(await statusOf(await sign({ ...own(), exp: past }))).toBe(401);
    const [head, , signature] = (student.token ?? '').split('.');
    expect(await statusOf(`${head}.${base64({ ...own(), exp: `${exp}` })}.${signature}`)).toBe(401);
  });

  it.each(['Basic', 'Bearer ', 'Token', ''])('is not read from the scheme "%s"', async (scheme) => {
    const headers = { authorization: `${scheme} ${student.token ?? ''}`.trim() };
    const { statusCode } = await portal.app.inject({ url: '/api/home', headers });
    expect(statusCode).toBe(401);
  });
});

describe('a refresh token', () => {
  it('S7.5 continues an expired session: the call that got 401 passes with the new token', async () => {
    const first = await openPair();
    portal.context.clock.advance(300);
    expect(await statusOf(first.accessToken)).toBe(401);
    const { status, reply } = await renew(first);
    expect(status).toBe(200);
    expect(await statusOf(reply.accessToken)).toBe(200);
    expect(await statusOf(first.accessToken)).toBe(401);
  });

  it('sent twice at the same moment gives one successor, and both may use it', async () => {
    const first = await openPair();
    const answers = await Promise.all(Array.from({ length: 8 }, () => renew(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ reply }) => reply.refreshToken)).size).toBe(1);
    const next = answers[7]?.reply as TokenPair;
    expect((await renew(next)).status).toBe(200);
  });

  it('used by a thief ends the session for both as soon as the owner uses it', async () => {
    const stolen = await openPair();
    const thief = (await renew(stolen)).reply;
    portal.context.clock.advance(11);
    expect((await renew(stolen)).status).toBe(401);
    expect(await statusOf(thief.accessToken)).toBe(401);
    expect((await renew(thief)).status).toBe(401);
  });

  it('does not outlive sign-out, a grace included', async () => {
    const first = await openPair();
    const second = (await renew(first)).reply;
    await portal.withToken(second.accessToken, 0).call(logout);
    for (const pair of [first, second]) expect((await renew(pair)).status).toBe(401);
  });

  it('is refused with a forged, missing or other person’s access token', async () => {
    const { refreshToken } = await openPair();
    const forged = await sign(decodeJwt((await openPair()).accessToken), { key: Buffer.alloc(32, 'x') });
    for (const accessToken of [forged, '', student.token ?? ''])
      expect((await renew({ accessToken, refreshToken })).status).toBe(401);
  });

  it('is no access token, and an access token is no refresh token', async () => {
    const { accessToken, refreshToken } = await openPair();
    expect(await statusOf(refreshToken)).toBe(401);
    expect((await renew({ accessToken, refreshToken: accessToken })).status).toBe(401);
  });

  it('spent within the grace ends the session once its successor has been spent as well', async () => {
    const first = await openPair();
    const second = (await renew(first)).reply;
    const third = (await renew(second)).reply;
    portal.context.clock.advance(1);
    // The second token was used, so the answer that brought it was not lost.
    expect((await renew(first)).status).toBe(401);
    expect(await statusOf(third.accessToken)).toBe(401);
    expect((await renew(third)).status).toBe(401);
  });
});

describe('the token of an impersonation', () => {
  it('is bound to that person: with another subject it is refused', async () => {
    student = await portal.as('student', 3);
    const own = await portal.superAdmin();
    const { reply } = await own.call(impersonate, {
      params: { id: student.userId },
      body: { reason: 'Demande 4711', password: testAdmin.password },
    });
    const token = reply.outcome === 'started' ? reply.accessToken : '';
    const claims = decodeJwt(token) as Record<string, unknown>;
    expect(await statusOf(token)).toBe(200);
    const other = await portal.as('admin', 3);
    expect(await statusOf(await sign({ ...claims, sub: String(other.userId) }))).toBe(401);
    // A later expiry in the token does not help: the session itself ends after half an hour.
    const longer = await sign({ ...claims, exp: Number(claims.exp) + 3600 });
    expect(await statusOf(longer)).toBe(200);
    portal.context.clock.advance(30 * 60);
    expect(await statusOf(longer)).toBe(401);
  });
});
