import { logout } from '@guichet/contract/identity/sessions';
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getSession, signIn } from '../../core/session/sessionStore.ts';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import { accessToken, someClaims } from '../../testing/tokens.ts';
import LogoutPage from './LogoutPage.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.each([
  [null, '/account/login'],
  [3, '/account/login?systemId=3'],
])('S2.18 S2.19 S9.7 from system %s it waits a second and ends on %s', async (systemId, path) => {
  const server = fakeServer();
  server.on(logout).reply(() => true);
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
  vi.useFakeTimers();
  render(<LogoutPage systemId={systemId} />);
  await pass(999);
  expect(getSession().isAuthenticated).toBe(true);
  await pass(1);
  expect(getSession().isAuthenticated).toBe(false);
  expect(location.pathname + location.search).toBe(path);
  expect(server.requestsTo(logout)[0]?.headers.get('authorization')).toContain('Bearer ');
});

test('a failed call still signs out', async () => {
  const server = fakeServer();
  server.on(logout).reply(() => problem(500, 'internal'));
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
  vi.useFakeTimers();
  render(<LogoutPage systemId={null} />);
  await pass(1000);
  expect(getSession().isAuthenticated).toBe(false);
});
