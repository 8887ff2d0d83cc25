import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { escapeHtml } from '@guichet/contract/core/html';
import { login } from '@guichet/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from './portal.ts';
import { testAdmin } from './testApp.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const credentials = { username: testAdmin.email, password: testAdmin.password };

/** The cookies of a browser after it has loaded a page. */
async function loadPage() {
  const page = await portal.app.inject('/login');
  const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]));
  return { cookies, token: cookies['XSRF-TOKEN'] ?? '' };
}

const signIn = (cookies: Record<string, string>, headers: Record<string, string> = {}) =>
  portal.app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials, cookies, headers });

describe('the CSRF token', () => {
  it('S7.2 is required of senders of the cookie, and accepted', async () => {
    const { cookies, token } = await loadPage();
    expect((await signIn(cookies, { 'x-xsrf-token': token })).statusCode).toBe(200);
    const without = await signIn(cookies);
    expect([without.statusCode, without.json().code]).toEqual([403, 'request.forged']);
  });

  it('is bound to the browser: the token of another one is refused', async () => {
    const [mine, other] = [await loadPage(), await loadPage()];
    const mixed = { ...mine.cookies, 'XSRF-TOKEN': other.token };
    expect((await signIn(mixed, { 'x-xsrf-token': other.token })).statusCode).toBe(403);
    const planted = { 'XSRF-TOKEN': 'planted' };
    expect((await signIn(planted, { 'x-xsrf-token': 'planted' })).statusCode).toBe(403);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'nonsense' },
  ])('goes with a page of the portal: a call with %o is refused, even with the token', async (from) => {
    const { cookies, token } = await loadPage();
    const answer = await signIn(cookies, { 'x-xsrf-token': token, ...from });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'request.forged']);
    expect((await signIn({}, from)).statusCode).toBe(403);
  });

  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
  ])('a call with %o goes through', async (from) => {
    const { cookies, token } = await loadPage();
    expect((await signIn(cookies, { 'x-xsrf-token': token, ...from })).statusCode).toBe(200);
  });

  it.each(['/%61pi/auth/login', '/ap%69/auth/login', 'http://localhost/api/auth/login'])(
    'is required however the path is spelled: %s',
    async (url) => {
      const { cookies } = await loadPage();
      const answer = await portal.app.inject({ method: 'POST', url, payload: credentials, cookies });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([403, 'no-store']);
    },
  );

  it('is not required of a script without cookies', async () => {
    expect((await signIn({})).statusCode).toBe(200);
  });
});

describe('the HTTP layer', () => {
  const post = (payload: string, type = 'application/json') =>
    portal.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': type } });

  it.each([
    ['half a JSON text', '{"username":', 'application/json', 400, 'request.unreadable'],
    ['nothing', '', 'application/json', 400, 'request.unreadable'],
    ['another type', 'username=a', 'text/plain', 415, 'request.wrongType'],
    ['a list', '[]', 'application/json', 400, 'request.invalid'],
    ['a number', '7', 'application/json', 400, 'request.invalid'],
  ])('answers %s with a problem', async (_what, payload, type, status, code) => {
    const answer = await post(payload, type);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  it('states the detail in the language of the reader', async () => {
    const ask = (language: string) =>
      portal.app.inject({ url: '/api/home', headers: { 'accept-language': language } });
    expect((await ask('fr-CA')).json().detail).toContain('session');
    expect((await ask('en-CA')).json().detail).toContain('Sign in again');
  });

  it('reads a repeated field as a list, which is no valid single value', async () => {
    const boundary = 'x';
    const field = (value: string) =>
      `--x\r\nContent-Disposition: form-data; name="systemId"\r\n\r\n${value}\r\n`;
    const bearer = { authorization: `Bearer ${(await portal.superAdmin()).token}` };
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/import/preview',
      headers: { ...bearer, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `${field('2')}${field('3')}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--x--\r\n`,
    });
    expect(answer.json()).toMatchObject({ status: 400, code: 'request.invalid' });
  });

  it.each(['/api/%E0%A4%A', '/API/user/%zz', '/assets/%E0%A4%A'])(
    'answers the path %s, which cannot be decoded, with a constant problem',
    async (url) => {
      const answer = await portal.app.inject(url);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'path.notFound']);
      expect(answer.body).not.toMatch(/%|zz/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('S2.1 answers a path that cannot be decoded with the page, which redirects to home', async () => {
    const answer = await portal.app.inject('/fr/%E0%A4%A?systemId=3');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
  });
});

describe('the page of the API', () => {
  it('lists every call with its path and who may use it', async () => {
    const { body } = await portal.app.inject('/api/docs');
    for (const { path, summary } of portal.served) {
      expect(body).toContain(path.replace(/:(\w+)/g, '{$1}'));
      expect(body).toContain(escapeHtml(summary));
    }
    expect(body.match(/<details>/g)).toHaveLength(portal.served.length);
    expect((await portal.app.inject('/api/docs.css')).headers['content-type']).toContain('text/css');
  });

  it.each(['/api/docs', '/api/openapi.json'])(
    '%s is sent compressed, and not again to whoever has it',
    async (url) => {
      const ask = (headers: Record<string, string>) => portal.app.inject({ url, headers });
      const plain = await ask({});
      for (const [encoding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const answer = await ask({ 'accept-encoding': encoding });
        expect(answer.headers['content-encoding']).toBe(encoding);
        expect(answer.rawPayload.length * 10).toBeLessThan(plain.rawPayload.length);
        expect(decompress(answer.rawPayload).toString()).toBe(plain.body);
      }
      const again = await ask({ 'if-none-match': String(plain.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );
});

describe('every answer', () => {
  it.each(['/', '/api/home', '/api/nothing', '/assets/nothing.js'])(
    '%s has the security headers',
    async (url) => {
      const { headers } = await portal.app.inject(url);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    },
  );

  it('of the health check is correct', async () => {
    expect((await portal.app.inject('/api/valid/health')).json()).toEqual({ status: 'ok' });
  });

  it('S7.3 of a sign-in is never cached', async () => {
    const answer = await portal.nobody.call(login, { body: credentials });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
