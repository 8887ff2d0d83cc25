import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { accessToken, someClaims } from '../../testing/tokens.ts';

import { cookieStorage } from './cookieStorage.ts';
import { isExpired, readClaims } from './readClaims.ts';
import {
  bearerToken,
  endImpersonation,
  getSession,
  holdsAdmin,
  sessionKey,
  signIn,
  signOut,
  startImpersonation,
  takeNewTokens,
} from './sessionStore.ts';
import { shareSessionAcrossTabs } from './shareAcrossTabs.ts';

const pair = { accessToken: accessToken(), refreshToken: 'refresh-1' };

beforeEach(() => signIn(pair, someClaims));

test('S3.15 S9.13 the session is in localStorage with all its fields', () => {
  const stored = JSON.parse(localStorage.getItem(sessionKey) ?? '{}').state;
  expect(stored).toEqual({
    isAuthenticated: true,
    token: pair.accessToken,
    refreshToken: 'refresh-1',
    username: 'zoe.cote@exemple.ca',
    role: 'DC',
    decodedToken: someClaims,
    isImpersonating: false,
    impersonationToken: null,
  });
});

test('S4.18 before and after a session the state is signed out', () => {
  expect(getSession().isAuthenticated).toBe(true);
  signOut();
  expect(getSession()).toMatchObject({
    isAuthenticated: false,
    token: null,
    refreshToken: null,
    decodedToken: null,
  });
});

test('S4.26 a refresh replaces the tokens and keeps the user', () => {
  const { username, role, decodedToken } = getSession();
  takeNewTokens({ accessToken: 'access-2', refreshToken: 'refresh-2' });
  expect(getSession()).toMatchObject({
    token: 'access-2',
    refreshToken: 'refresh-2',
    username,
    role,
    decodedToken,
  });
});

test('S4.25 during an impersonation, requests carry the other token, and the own one afterwards', () => {
  startImpersonation('someone-else');
  expect(bearerToken(getSession())).toBe('someone-else');
  endImpersonation();
  expect(bearerToken(getSession())).toBe(pair.accessToken);
});

test('S3.16 a user is admin when the role, or one of the roles, contains admin', () => {
  expect(holdsAdmin('Super Admin')).toBe(true);
  expect(holdsAdmin(['DC', 'Admin - TCL'])).toBe(true);
  expect(holdsAdmin('Support - DC')).toBe(false);
  expect(holdsAdmin(null)).toBe(false);
});

test('S9.11 a token is expired exactly at its exp', () => {
  expect(isExpired({ exp: 100 }, new Date(99_999))).toBe(false);
  expect(isExpired({ exp: 100 }, new Date(100_000))).toBe(true);
});

test('decodes names with accents from a token, and returns null for an invalid one', () => {
  expect(readClaims(accessToken())?.name).toBe('Zoé Côté');
  expect(readClaims('no token')).toBeNull();
  expect(readClaims('a.e30.b')).toBeNull();
});

test('what another tab stores takes effect: its new tokens, and its sign-out', async () => {
  shareSessionAcrossTabs();
  const state = { ...getSession(), token: 'from-the-other-tab' };
  localStorage.setItem(sessionKey, JSON.stringify({ state, version: 0 }));
  dispatchEvent(new StorageEvent('storage', { key: sessionKey }));
  await vi.waitFor(() => expect(getSession().token).toBe('from-the-other-tab'));
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  await vi.waitFor(() => expect(getSession().isAuthenticated).toBe(false));
});

test('S9.12 a cookie above 4096 bytes gives a warning, and a smaller one does not', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  cookieStorage.setItem('guichet.session', 'é'.repeat(600));
  expect(warn).not.toHaveBeenCalled();
  expect(cookieStorage.getItem('guichet.session')).toBe('é'.repeat(600));
  cookieStorage.setItem('guichet.session', 'é'.repeat(700));
  expect(warn).toHaveBeenCalledOnce();
  cookieStorage.removeItem('guichet.session');
  expect(cookieStorage.getItem('guichet.session')).toBeNull();
});

test('S9.12 a session that the browser will not store lasts as long as the page, and no older one returns', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const jar = vi.fn();
  // Defined anew: spies on both halves of the property would leave it without its setter for the next file.
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: jar });
  onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'));
  cookieStorage.setItem('guichet.session', 'new');
  expect(cookieStorage.getItem('guichet.session')).toBe('new');
  expect(jar).toHaveBeenLastCalledWith(expect.stringMatching(/^guichet\.session=; Max-Age=0;/));
  cookieStorage.removeItem('guichet.session');
  expect(cookieStorage.getItem('guichet.session')).toBeNull();
});
