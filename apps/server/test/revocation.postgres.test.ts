import type { ListedSession } from '@guichet/contract/identity/sessions.list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { makeTestPlace, type TestPlace } from './database/testDatabase.ts';
import { testAdmin } from './testApp.ts';

let place: TestPlace;
let portals: PortalProcess[] = [];

beforeAll(async () => {
  place = await makeTestPlace();
  const settings = {
    DATABASE_URL: place.options.databaseUrl ?? '',
    SECRET_KEY: 'one key for all processes of a portal',
    BOOTSTRAP_ADMIN_EMAIL: testAdmin.email,
    BOOTSTRAP_ADMIN_PASSWORD: testAdmin.password,
  };
  portals = [await PortalProcess.start(settings), await PortalProcess.start(settings)];
}, 120_000);
afterAll(async () => {
  for (const portal of portals) {
    await portal.kill();
    portal.removeData();
  }
  await place.remove();
});

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

async function signIn(url: string): Promise<Tokens> {
  const body = JSON.stringify({ username: testAdmin.email, password: testAdmin.password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
  return ((await answer.json()) as { payload: Tokens }).payload;
}

const bearer = ({ accessToken }: Tokens) => ({ headers: { authorization: `Bearer ${accessToken}` } });

test('a session that is ended in one process is refused by another one within a second', async () => {
  const [here = '', there = ''] = portals.map(({ url }) => url);
  const left = await signIn(there);
  const kept = await signIn(here);
  const home = () => fetch(`${there}/api/home`, bearer(left));
  expect((await home()).status).toBe(200);

  const open = (await (await fetch(`${here}/api/account/sessions`, bearer(kept))).json()) as ListedSession[];
  const other = open.find(({ isCurrent }) => !isCurrent);
  const ended = await fetch(`${here}/api/account/sessions/${other?.id}`, {
    method: 'DELETE',
    ...bearer(kept),
  });
  expect(ended.status).toBe(200);
  const begun = performance.now();
  const statuses = [(await home()).status];
  const renewal = new URLSearchParams({ token: left.accessToken, refreshToken: left.refreshToken });
  statuses.push((await fetch(`${there}/api/auth/refresh?${renewal}`, { method: 'POST' })).status);
  expect(statuses).toEqual([401, 401]);
  expect(performance.now() - begun).toBeLessThan(1000);
  expect((await fetch(`${there}/api/home`, bearer(kept))).status).toBe(200);
});
