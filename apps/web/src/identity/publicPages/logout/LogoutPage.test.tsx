import { findProviderSignOut } from '@guichet/contract/identity/federation';
import { listApplicationSignIns } from '@guichet/contract/identity/provider';
import { logout } from '@guichet/contract/identity/sessions';
import { findPlatformSignOut } from '@guichet/contract/learning/learning';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hasEndedSession } from '../../../core/page/endedSession.ts';
import {
  findLeft,
  forgetLeft,
  keepLeft,
  noteApplication,
  noteEntry,
} from '../../../core/session/enteredPlatform.ts';
import { letterKey } from '../../../core/session/keptLetters.ts';
import { getSession, signIn } from '../../../core/session/sessionStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { accessToken, someClaims } from '../../../testing/tokens.ts';
import EndedSession from '../signIn/EndedSession.tsx';
import LogoutPage from './LogoutPage.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.each([
  [null, '/account/login'],
  [3, '/account/login?systemId=3'],
])('S2.18 S2.19 S9.7 from system %s it waits a second and ends on %s', async (systemId, path) => {
  const server = fakeServer();
  server.on(findProviderSignOut).reply(() => null);
  server.on(logout).reply(() => true);
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
  vi.useFakeTimers();
  const letter = letterKey(3, 12);
  localStorage.setItem(letter, '{"subjectFr":"Entre nous"}');
  render(<LogoutPage systemId={systemId} />);
  await pass(999);
  expect(getSession().isAuthenticated).toBe(true);
  await pass(1);
  expect(getSession().isAuthenticated).toBe(false);
  expect(localStorage.getItem(letter)).toBeNull();
  expect(location.pathname + location.search).toBe(path);
  expect(server.requestsTo(logout)[0]?.headers.get('authorization')).toContain('Bearer ');
});

test('S2.18 sign-in says that one is signed out, in the language, until somebody has signed in', async () => {
  const server = fakeServer();
  server.on(findProviderSignOut).reply(() => null);
  server.on(logout).reply(() => true);
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
  vi.useFakeTimers();
  const left = render(<LogoutPage systemId={null} />);
  await pass(1000);
  vi.useRealTimers();
  left.unmount();
  expect(hasEndedSession()).toBe(true);
  render(<EndedSession />);
  expect(screen.getByRole('status').textContent).toBe('Votre session est fermée.');
  act(() => signIn({ accessToken: accessToken(), refreshToken: 'refresh-2' }, someClaims));
  expect(screen.queryByRole('status')).toBeNull();
  forgetLeft();
  expect(hasEndedSession()).toBe(false);
});

test('why an earlier session ended is not said after one’s own sign-out', async () => {
  const server = fakeServer();
  server.on(findProviderSignOut).reply(() => null);
  server.on(logout).reply(() => true);
  keepLeft({ why: 'Votre session a été fermée d’ailleurs.' });
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
  vi.useFakeTimers();
  render(<LogoutPage systemId={null} />);
  await pass(1000);
  expect(findLeft().why).toBeNull();
});

test('a failed call still signs out', async () => {
  const server = fakeServer();
  server.on(findProviderSignOut).reply(() => null);
  server.on(logout).reply(() => problem(500, 'internal'));
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
  vi.useFakeTimers();
  render(<LogoutPage systemId={null} />);
  await pass(1000);
  expect(getSession().isAuthenticated).toBe(false);
});

test('a slow server is told of the sign-out with the session that it ends, whatever it is asked before', async () => {
  const server = fakeServer();
  const late = <T,>(reply: T) => new Promise<T>((resolve) => setTimeout(() => resolve(reply), 750));
  server.on(findPlatformSignOut).reply(() => late(null));
  server.on(listApplicationSignIns).reply(() => late([]));
  server.on(findProviderSignOut).reply(() => late(null));
  server.on(logout).reply(() => true);
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
  noteEntry('https://moodle.example/', { systemId: 3, orgId: null });
  noteApplication();
  vi.useFakeTimers();
  render(<LogoutPage systemId={null} />);
  await pass(1000);
  expect(server.requestsTo(findPlatformSignOut)).toHaveLength(1);
  expect(server.requestsTo(findProviderSignOut)).toHaveLength(1);
  expect(server.requestsTo(logout)[0]?.headers.get('authorization')).toContain('Bearer ');
});

test('it keeps for sign-in which applications end with the session, and which stay open', async () => {
  const server = fakeServer();
  server.on(findProviderSignOut).reply(() => null);
  server.on(logout).reply(() => true);
  const applications = [
    { name: 'Moodle', isTold: false },
    { name: 'Wiki', isTold: true },
  ];
  server.on(listApplicationSignIns).reply(() => applications);
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
  noteApplication();
  vi.useFakeTimers();
  const { unmount } = render(<LogoutPage systemId={null} />);
  await pass(1000);
  vi.useRealTimers();
  unmount();
  expect(server.requestsTo(logout)).toHaveLength(1);
  render(<EndedSession />);
  expect(screen.getByText(/fermer aussi votre session\s: Wiki\./)).toBeDefined();
  expect(screen.getByText(/restent ouvertes : Moodle\./)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(hasEndedSession()).toBe(false);
});

test('after a sign-in by the university, or from a course, which has no button, its own session is offered to be ended, or told of where it has no address', async () => {
  for (const address of ['https://idp.example/fin', null]) {
    const server = fakeServer();
    server.on(logout).reply(() => true);
    server.on(findProviderSignOut).reply(() => ({ label: { fr: 'UdeM', en: 'UdeM' }, address }));
    signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
    vi.useFakeTimers();
    const left = render(<LogoutPage systemId={null} />);
    await pass(1000);
    vi.useRealTimers();
    left.unmount();
    const told = render(<EndedSession />);
    expect(screen.getByText(/celle de l’université .* UdeM/)).toBeDefined();
    const link = screen.queryByRole('link', { name: /Fermer la session de l’université/ });
    expect(link?.getAttribute('href') ?? null).toBe(address);
    if (link) fireEvent.click(link);
    // The tab that has opened may ask, and may be overlooked.
    expect(hasEndedSession()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(hasEndedSession()).toBe(false);
    told.unmount();
  }
});
