import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/portal.ts';
import { signIn, storedSession, submit } from './fixtures/signInPage.ts';
import { enterAs } from './fixtures/visitor.ts';

const tool = 'https://outil.example.ca/entree';
const chief = { email: 'directrice@example.ca', password: 'Premier#Jour1' };

test.use({
  settings: {
    REDIRECT_URIS: `${tool}, http://localhost:9/retour`,
    BOOTSTRAP_ADMIN_EMAIL: chief.email,
    BOOTSTRAP_ADMIN_PASSWORD: chief.password,
  },
});

/** Stands in for every other site; gives the addresses that the browser goes to there. */
async function watchOtherSites(page: Page, portalUrl: string): Promise<string[]> {
  const visited: string[] = [];
  await page.route(
    (url) => url.origin !== portalUrl,
    (route) => {
      visited.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<h1>Ailleurs</h1>' });
    },
  );
  return visited;
}

const loginWith = (redirectUri: string) => `/login?redirect_uri=${encodeURIComponent(redirectUri)}`;

test.beforeEach(({ page }) => enterAs(page, chief.email, chief.password));

for (const [asked, expected] of [
  [tool, /^https:\/\/outil\.example\.ca\/entree\?d=[\w-]{43}$/],
  [
    `${tool}?cours=3&titre=%C3%A9t%C3%A9#haut`,
    /^https:\/\/outil\.example\.ca\/entree\?cours=3&titre=%C3%A9t%C3%A9&d=[\w-]{43}#haut$/,
  ],
  [`${tool}?d=ancien&x=1`, /^https:\/\/outil\.example\.ca\/entree\?x=1&d=[\w-]{43}$/],
] as const) {
  test(`S4.22 S4.24 signed in, /login leads to ${asked} with a token as its d`, async ({ page, portal }) => {
    const visited = await watchOtherSites(page, portal.url);
    await page.goto(loginWith(asked));
    await expect(page.getByRole('heading', { name: 'Ailleurs' })).toBeVisible();
    expect(page.url()).toMatch(expected);
    expect(visited).toHaveLength(1);
    const token = new URL(page.url()).searchParams.get('d');
    const bearer = { authorization: `Bearer ${token}` };
    expect((await fetch(`${portal.url}/api/home`, { headers: bearer })).status).toBe(401);
    const redeem = () =>
      fetch(`${portal.url}/api/auth/handoff`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, audience: tool }),
      });
    expect(await (await redeem()).json()).toMatchObject({ username: chief.email, role: 'Super Admin' });
    expect((await redeem()).status).toBe(403);
  });
}

test('S4.23 S9.11 a token is good one millisecond before its exp and expired at it: then the form shows', async ({
  page,
  portal,
}) => {
  const visited = await watchOtherSites(page, portal.url);
  await page.goto('/callback');
  const { decodedToken } = await storedSession(page);
  const end = (decodedToken as { exp: number }).exp * 1000;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.clock.setFixedTime(end);
  await page.goto(loginWith(tool));
  await expect(submit(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).not.toContain('/api/auth/handofftoken');
  expect([visited, new URL(page.url()).pathname]).toEqual([[], '/login']);

  await page.clock.setFixedTime(end - 1);
  await page.goto(loginWith(tool));
  await expect(page.getByRole('heading', { name: 'Ailleurs' })).toBeVisible();
});

test('S4.23 whoever signs in on that form is handed on, even by a computer whose clock is wrong', async ({
  page,
  portal,
}) => {
  await watchOtherSites(page, portal.url);
  await page.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000);
  await page.goto(loginWith(`${tool}?cours=3`));
  await signIn(page, chief.email, chief.password);
  await expect(page.getByRole('heading', { name: 'Ailleurs' })).toBeVisible();
  expect(page.url()).toMatch(/\?cours=3&d=[\w-]{43}$/);
});

test('S4.22 no other address is gone to, asked or shown, and sign-in goes on as ever', async ({
  page,
  portal,
}) => {
  const visited = await watchOtherSites(page, portal.url);
  for (const evil of [
    'https://evil.example/entree',
    `${tool}/plus`,
    'https://outil.example.ca@evil.example/entree',
    '//evil.example/entree',
    'https:\\\\evil.example',
    'javascript:document.body.textContent="evil.example"',
    'data:text/html,evil.example',
    'evil.example',
  ]) {
    await page.goto(loginWith(evil), { waitUntil: 'networkidle' });
    await expect(submit(page), evil).toBeVisible();
    await expect(page.locator('body')).not.toContainText('evil.example');
    expect(await page.locator('[href*=evil]').count()).toBe(0);
  }
  await signIn(page, chief.email, chief.password);
  await expect(page).toHaveURL('/home');
  expect(visited).toEqual([]);
});
