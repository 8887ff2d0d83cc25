import { findClosedExam } from '@guichet/contract/exams/candidate';
import { checkAccess } from '@guichet/contract/identity/access';
import { refresh } from '@guichet/contract/identity/sessions';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { findSystemBySlug } from '@guichet/contract/systems/systems';
import { beforeEach, expect, test } from 'vitest';
import { signIn, signOut } from '../../../core/session/sessionStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { accessToken, someClaims } from '../../../testing/tokens.ts';
import { enterPlatform } from './enterPlatform.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(checkAccess).reply(() => true);
  signIn({ accessToken: accessToken(), refreshToken: 'refresh-1' }, someClaims);
});

const closed = {
  state: 'cancelled' as const,
  since: new Date('2026-11-27T15:00:00Z'),
  title: { fr: 'Rédaction', en: 'Writing' },
  date: '2026-12-01',
  movedTo: null,
  contact: { email: 'dc@example.ca', phone: null, office: null },
};

test('S2.30 with permission it fetches the address and goes there', async () => {
  server.on(redirectToPlatform).reply(() => 'https://platform.example/enter?h=1\n');
  const destination = await enterPlatform('dc', 'course-7');
  expect(destination).toEqual({ kind: 'platform', address: 'https://platform.example/enter?h=1' });
  const [request] = server.requestsTo(redirectToPlatform);
  expect(`${request?.url.pathname}${request?.url.search}`).toBe(
    '/api/redirectsystem/3?isAdmin=false&orgId=course-7&step=first',
  );
});

test('S2.28 signed out it opens sign-in with its own system', async () => {
  signOut();
  expect(await enterPlatform('pdi', null)).toEqual({ kind: 'signIn', systemId: 2 });
  expect(server.seen).toHaveLength(0);
});

test('S2.29 without permission it opens forbidden and fetches no address', async () => {
  server.on(checkAccess).reply(() => false);
  expect(await enterPlatform('dc', null)).toEqual({ kind: 'page', path: '/forbidden?systemId=3' });
  expect(server.requestsTo(redirectToPlatform)).toHaveLength(0);
});

test('S8.18 a refused address opens forbidden', async () => {
  server.on(redirectToPlatform).reply(() => problem(403, 'access.denied'));
  expect(await enterPlatform('dc', null)).toEqual({ kind: 'page', path: '/forbidden?systemId=3' });
});

test('a cancelled exam goes nowhere, and says so', async () => {
  server.on(redirectToPlatform).reply(() => problem(409, 'exam.cancelled'));
  server.on(findClosedExam).reply(() => closed);
  expect(await enterPlatform('dc', 'course-7')).toEqual({ kind: 'closed', exam: closed });
});

test('an exam that somebody has left says so, also where they have left the system with it', async () => {
  const left = { ...closed, state: 'left' as const };
  server.on(findClosedExam).reply(() => left);
  server.on(redirectToPlatform).reply(() => problem(404, 'exam.notFound'));
  expect(await enterPlatform('dc', 'course-7')).toEqual({ kind: 'closed', exam: left });
  server.on(checkAccess).reply(() => false);
  expect(await enterPlatform('dc', 'course-7')).toEqual({ kind: 'closed', exam: left });
});

test.each(['factor.due', 'account.passwordDue'])('what is due (%s) comes first', async (code) => {
  server.on(checkAccess).reply(() => problem(403, code));
  expect(await enterPlatform('dc', null)).toEqual({ kind: 'dueStep', systemId: 3 });
});

test('an expired session opens sign-in', async () => {
  server.on(checkAccess).reply(() => problem(401, 'session.missing'));
  server.on(refresh).reply(() => problem(401, 'session.refreshRefused'));
  expect(await enterPlatform('dc', null)).toEqual({ kind: 'signIn', systemId: 3 });
});

test('S2.31 a slug of no system goes nowhere and fetches no address', async () => {
  server.on(findSystemBySlug).reply(() => null);
  expect(await enterPlatform('nothing', null)).toBeNull();
  expect(server.requestsTo(redirectToPlatform)).toHaveLength(0);
});

test('a system created later is found by its slug', async () => {
  server.on(findSystemBySlug).reply(() => ({ systemId: 12, slug: 'new-one', landing: 'byLanguage' }));
  server.on(redirectToPlatform).reply(() => 'https://platform.example/');
  expect(await enterPlatform('new-one', null)).toMatchObject({ kind: 'platform' });
  expect(server.requestsTo(redirectToPlatform)[0]?.url.pathname).toBe('/api/redirectsystem/12');
});

test('a reply that is not a web address is not followed', async () => {
  server.on(redirectToPlatform).reply(() => 'javascript:alert(1)');
  await expect(enterPlatform('dc', null)).rejects.toMatchObject({ code: 'unreadable' });
});
