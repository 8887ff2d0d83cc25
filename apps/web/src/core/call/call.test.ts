import { checkAccess, listEntrances } from '@guichet/contract/identity/access';
import { forgotPassword } from '@guichet/contract/identity/account';
import { login, refresh } from '@guichet/contract/identity/sessions';
import { findContent } from '@guichet/contract/systems/content';
import { findSystemBySlug } from '@guichet/contract/systems/systems';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem, type SeenRequest } from '../../testing/fakeServer.ts';
import { accessToken, someClaims } from '../../testing/tokens.ts';
import { listToasts } from '../../ui/toasts/toastStore.ts';
import { findLeft, forgetLeft } from '../session/enteredPlatform.ts';
import { getSession, sessionKey, signIn, signOut, startImpersonation } from '../session/sessionStore.ts';
import { CallFailed } from './CallFailed.ts';
import { call } from './call.ts';

const first = { accessToken: accessToken(), refreshToken: 'refresh-1' };
const second = { accessToken: 'access-2', refreshToken: 'refresh-2' };
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  server = fakeServer();
  signIn(first, someClaims);
});

const mayEnter = () => call(checkAccess, { body: { systemId: 3, accessLevel: 'support' } });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (failure: CallFailed) => failure,
  );

function setCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'XSRF-TOKEN=signed%3Dvalue';
}

const bearerOf = ({ headers }: SeenRequest) => headers.get('authorization');

/** A server that accepts this token only. */
function acceptOnly(token: string) {
  server
    .on(checkAccess)
    .reply(({ headers }) =>
      headers.get('authorization') === `Bearer ${token}` ? true : problem(401, 'session.missing'),
    );
}

test('S7.1 S7.2 a call sends the token, the language and the CSRF value', async () => {
  setCookie();
  server.on(checkAccess).reply(() => true);
  expect(await mayEnter()).toBe(true);
  const [request] = server.seen;
  expect(request?.headers.get('authorization')).toBe(`Bearer ${first.accessToken}`);
  expect(request?.headers.get('x-xsrf-token')).toBe('signed=value');
  expect(request?.headers.get('accept-language')).toBe('fr');
  expect(request?.body).toEqual({ systemId: 3, accessLevel: 1 });
});

test('S7.1 paths under api/valid are called without the token', async () => {
  server.on(findSystemBySlug).reply(() => null);
  await call(findSystemBySlug, { params: { slug: 'dc' } });
  expect(server.seen[0]?.headers.has('authorization')).toBe(false);
});

test('S9.2 S7.2 paths carry the wire numbers of languages, and replies are decoded', async () => {
  server
    .on(findContent)
    .reply(() => [{ systemId: 3, label: 'Title', languageId: 'en', content: 'Second Chance' }]);
  const items = await call(findContent, { params: { systemId: 3, languageId: 'en', key: 'Title' } });
  expect(server.seen[0]?.url.pathname).toBe('/api/SystemContent/3/1/Title');
  expect(items[0]?.languageId).toBe('en');
  expect(server.seen[0]?.headers.has('x-xsrf-token')).toBe(false);
});

test('S7.5 S8.1 an expired token is renewed once and the call repeated once', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => second);
  expect(await mayEnter()).toBe(true);
  const [renewal] = server.requestsTo(refresh);
  expect(renewal?.url.searchParams.get('refreshToken')).toBe('refresh-1');
  expect(renewal?.body).toBeNull();
  expect(server.requestsTo(checkAccess)).toHaveLength(2);
  expect(getSession()).toMatchObject({ token: 'access-2', refreshToken: 'refresh-2' });
});

test('calls that expire together share one renewal', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => second);
  expect(await Promise.all([mayEnter(), mayEnter(), mayEnter()])).toEqual([true, true, true]);
  expect(server.requestsTo(refresh)).toHaveLength(1);
});

test('tabs renew one after the other where the browser has locks', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => second);
  const request = vi.fn((_name: string, work: () => Promise<boolean>) => work());
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  await mayEnter();
  expect(request).toHaveBeenCalledWith('guichet.refresh', expect.any(Function));
});

test('a call is not repeated in the name of somebody who has signed in in another tab meanwhile', async () => {
  acceptOnly(second.accessToken);
  const decodedToken = { ...someClaims, sub: '8', username: 'noe.roy@exemple.ca' };
  const state = {
    ...getSession(),
    token: second.accessToken,
    refreshToken: second.refreshToken,
    decodedToken,
  };
  localStorage.setItem(sessionKey, JSON.stringify({ state, version: 0 }));
  expect((await failureOf(mayEnter()))?.code).toBe('session.missing');
  expect(server.seen.map(bearerOf)).toEqual([`Bearer ${first.accessToken}`]);
  expect(getSession().token).toBe(second.accessToken);
});

test('tokens that another tab has renewed meanwhile are used', async () => {
  acceptOnly(second.accessToken);
  const state = { ...getSession(), token: second.accessToken, refreshToken: second.refreshToken };
  localStorage.setItem(sessionKey, JSON.stringify({ state, version: 0 }));
  expect(await mayEnter()).toBe(true);
  expect(server.requestsTo(refresh)).toHaveLength(0);
});

test('S4.25 S7.5 during an impersonation, a 401 renews the own session and repeats the call as the other person', async () => {
  startImpersonation('someone-else');
  let refused = 0;
  server.on(checkAccess).reply((request) => {
    expect(bearerOf(request)).toBe('Bearer someone-else');
    refused += 1;
    return refused === 1 ? problem(401, 'session.missing') : true;
  });
  server.on(refresh).reply(() => second);
  expect(await mayEnter()).toBe(true);
  expect(server.requestsTo(refresh)).toHaveLength(1);
  expect(getSession()).toMatchObject({
    isImpersonating: true,
    impersonationToken: 'someone-else',
    token: second.accessToken,
  });
});

test('S4.25 an impersonation that is refused twice ends with a toast, and nothing is sent in the own name', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => second);
  startImpersonation('someone-else');
  expect(await failureOf(mayEnter())).toMatchObject({ status: 401 });
  expect(server.requestsTo(checkAccess).map(bearerOf)).toEqual(Array(2).fill('Bearer someone-else'));
  expect(getSession()).toMatchObject({ isAuthenticated: true, isImpersonating: false });
  expect(listToasts()[0]).toMatchObject({ stays: true, text: expect.stringContaining('écoulé') });
});

test('S4.25 an impersonation that ends with the own session shows a toast as well', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => problem(401, 'session.refreshRefused'));
  startImpersonation('someone-else');
  expect(await failureOf(mayEnter())).toMatchObject({ status: 401 });
  expect(getSession()).toMatchObject({ isAuthenticated: false, isImpersonating: false });
  expect(listToasts()[0]).toMatchObject({ stays: true, text: expect.stringContaining('session') });
});

test('a wrong password does not renew the existing session', async () => {
  server.on(login).reply(() => ({ outcome: 'refused' }));
  await call(login, { body: { username: 'zoe', password: 'wrong' } });
  expect(server.requestsTo(refresh)).toHaveLength(0);
});

test('S8.2 a refused renewal throws the first error, ends the session, and does not retry', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => problem(401, 'session.refreshRefused'));
  const failure = await failureOf(mayEnter());
  expect(failure).toMatchObject({ status: 401, code: 'session.missing' });
  expect(getSession().isAuthenticated).toBe(false);
  await failureOf(mayEnter());
  expect(server.requestsTo(refresh)).toHaveLength(1);
});

test.each(['session.accountShut', 'session.endedEarly'])(
  'keeps why a session ended before its time for the sign-in, without a toast: %s',
  async (code) => {
    acceptOnly(second.accessToken);
    server.on(refresh).reply(() => problem(401, code));
    await failureOf(mayEnter());
    expect(findLeft().why).toMatch(/./);
    expect(listToasts()).toEqual([]);
    forgetLeft();
  },
);

const ann = {
  tokens: { accessToken: 'access-ann', refreshToken: 'refresh-ann' },
  claims: { ...someClaims, sub: '99' },
};

test.each([
  { answered: 'granted', answer: () => second },
  { answered: 'refused', answer: () => problem(401, 'session.refreshRefused') },
])(
  'a renewal that is $answered after somebody else has signed in leaves their session alone',
  async ({ answer }) => {
    acceptOnly(second.accessToken);
    server.on(refresh).reply(() => {
      signOut();
      signIn(ann.tokens, ann.claims);
      return answer();
    });
    expect(await failureOf(mayEnter())).toMatchObject({ status: 401 });
    expect(getSession()).toMatchObject({
      isAuthenticated: true,
      token: 'access-ann',
      refreshToken: 'refresh-ann',
    });
    expect(server.requestsTo(checkAccess)).toHaveLength(1);
  },
);

test('a renewal that is granted after the sign-out stores no tokens', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => {
    signOut();
    return second;
  });
  expect(await failureOf(mayEnter())).toMatchObject({ status: 401 });
  expect(getSession()).toMatchObject({ isAuthenticated: false, token: null, refreshToken: null });
});

test('a renewal that meets a server error keeps the session', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => new Response('down', { status: 503 }));
  expect(await failureOf(mayEnter())).toMatchObject({ status: 401 });
  expect(getSession().isAuthenticated).toBe(true);
});

test('S8.2 a renewal that a proxy answers with a page throws the first error', async () => {
  acceptOnly(second.accessToken);
  server.on(refresh).reply(() => new Response('<h1>Portail captif</h1>', { status: 200 }));
  expect(await failureOf(mayEnter())).toMatchObject({ status: 401, code: 'session.missing' });
  expect(getSession().isAuthenticated).toBe(true);
});

test('a token that is refused even when new is not renewed again', async () => {
  acceptOnly('never');
  server.on(refresh).reply(() => second);
  expect(await failureOf(mayEnter())).toMatchObject({ status: 401 });
  expect(server.requestsTo(refresh)).toHaveLength(1);
});

test('a problem has its status, code, text and fields', async () => {
  const errors = [{ path: 'systemId', messageKey: 'required' }];
  server.on(checkAccess).reply(() => problem(400, 'request.invalid', { errors }));
  const failure = await failureOf(mayEnter());
  expect(failure).toBeInstanceOf(CallFailed);
  expect(failure).toMatchObject({
    status: 400,
    code: 'request.invalid',
    detail: 'Détail de request.invalid.',
    errors,
  });
});

test("invalid fields fail with the server's error, without a request", async () => {
  const failure = await failureOf(call(forgotPassword, { body: { email: 'zoe', languageId: 'fr' } }));
  expect(failure).toMatchObject({ status: 400, errors: [{ path: 'email', messageKey: 'email' }] });
  expect(server.seen).toHaveLength(0);
});

test('S8.4 an outcome is returned as a reply whatever its status', async () => {
  signOut();
  server.on(login).reply(() => ({ outcome: 'refused', retryAfter: 30 }));
  const outcome = await call(login, { body: { username: '', password: '' } });
  expect(outcome).toMatchObject({ outcome: 'refused', retryAfter: 30 });
});

test.each([
  [
    'no answer at all',
    () => Promise.reject(new TypeError('Failed to fetch')),
    { status: 0, code: 'network' },
  ],
  [
    'a page of some proxy',
    async () => new Response('<html>', { status: 502 }),
    { status: 502, code: 'unreadable' },
  ],
  ['an empty answer', async () => new Response('', { status: 200 }), { status: 200, code: 'unreadable' }],
  ['an answer of another shape', async () => Response.json({ a: 1 }), { status: 200, code: 'unreadable' }],
])('%s is a failed call', async (_case, answer, expected) => {
  vi.stubGlobal('fetch', answer);
  expect(await failureOf(call(listEntrances))).toMatchObject(expected);
});

test('an abort is rethrown as an abort', async () => {
  const leaving = new AbortController();
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('gone', 'AbortError')));
  leaving.abort();
  const failure = await failureOf(call(listEntrances, { signal: leaving.signal }));
  expect(failure?.name).toBe('AbortError');
});
