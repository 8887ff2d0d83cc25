import type { Page, Request } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';
import { signIn } from './fixtures/signInPage.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('S2.1 an unknown path ends on home, and signed out on sign-in', async ({ page }) => {
  const paths = ['/', '/nowhere', '/nowhere/at/all', '/login/x', '/logoutfrombs/x', '/home/deeper', '/..%2f'];
  for (const path of paths) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
  await enterAs(page, 'candidate.dc@demo.example');
  for (const path of paths) {
    await page.goto(path);
    await expect(page).toHaveURL('/home');
    await expect(heading(page)).toHaveText('Bonjour, Zoé Côté');
  }
});

test('S2.2 a guarded path signed out goes to /login, with systemId where the route carries a system', async ({
  page,
}) => {
  const guarded = [
    ['/home', '/login'],
    ['/configuration', '/login'],
    ['/configuration/users', '/login'],
    ['/account', '/login'],
    ['/outbox', '/login'],
    ['/education/configuration?tab=users', '/login?systemId=1'],
    ['/telfer/configuration?tab=users', '/login?systemId=5'],
  ] as const;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  for (const [path, login] of guarded) {
    await page.goto(path);
    await expect(page).toHaveURL(login);
  }
  // Nothing of what lies behind is asked for somebody who is not signed in.
  expect(calls.filter((path) => /^\/api\/(?!SystemContent|valid)/i.test(path))).toEqual([]);
});

test('S2.3 the language of the path wins over the one that was set before', async ({ page }) => {
  for (const path of [
    'login',
    'forbidden',
    'callback',
    'forgot-password',
    'confirm-email',
    'pdi',
    'education',
    'tcl',
    'home',
  ]) {
    for (const language of ['en', 'fr'] as const) {
      await page.goto(`/${language}/${path}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const words = language === 'fr' ? 'Tous droits réservés.' : 'All rights reserved.';
      await expect(page.getByRole('contentinfo')).toContainText(words);
      expect(await page.evaluate(() => localStorage.getItem('guichet.language'))).toBe(language);
    }
  }
});

test('S2.25 /callback shows a redirection title and message', async ({ page }) => {
  await page.goto('/callback?code=x&state=%3Cscript%3E');
  await expect(heading(page)).toHaveText('Redirection en cours');
  await expect(page.getByRole('status').first()).toHaveText(
    'Un instant\u00A0: nous vous dirigeons vers la bonne page.',
  );
});

test('S2.26 /forbidden shows title, message, and the TechDiff text of the system when it has one', async ({
  page,
}) => {
  const asked: string[] = [];
  let content = '';
  await page.route('**/api/SystemContent/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: [{ systemId: 4, label: 'TechDiff', languageId: 0, content }] });
  });
  await page.goto('/forbidden?systemId=4');
  await expect(heading(page)).toHaveText('Accès refusé');
  await expect(page.getByText('Votre compte ne donne pas accès à cette page.')).toBeVisible();
  await expect.poll(() => asked).toEqual(['/api/SystemContent/4/0/TechDiff']);
  await expect(page.getByText('Difficultés techniques')).toHaveCount(0);
  content = 'Panne <b>prévue</b>\nsamedi';
  await page.reload();
  await expect(page.getByText('Panne <b>prévue</b>\nsamedi')).toBeVisible();
  await page.goto('/forbidden');
  await expect(heading(page)).toHaveText('Accès refusé');
  expect(asked).toHaveLength(2);
});

test('S6.4 a denied guarded page goes to /forbidden, with its system', async ({ page }) => {
  await enterAs(page, 'candidate.dc@demo.example');
  await page.goto('/telfer/configuration?tab=users');
  await expect(page).toHaveURL('/forbidden?systemId=5');
  await expect(heading(page)).toHaveText('Accès refusé');
  await page.goto('/configuration');
  await expect(page).toHaveURL('/forbidden');
  await page.goto('/outbox');
  await expect(page).toHaveURL('/forbidden');
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/np/configuration');
  await expect(page).toHaveURL('/forbidden?systemId=4');
  await page.goBack();
  await expect(page).not.toHaveURL(/configuration/);
});

test('S7.1 S7.2 on a walk through all pages every call bears the token, and every change the anti-forgery value', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto('/login');
  await signIn(page, 'super@demo.example');
  await expect(page).toHaveURL('/home');
  const [loggedIn] = requests.splice(0).filter((request) => request.url().includes('/api/auth/login'));
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value;
  expect(cookie).toBeTruthy();
  expect(loggedIn?.headers()['x-xsrf-token']).toBe(cookie);

  const tabs = ['spaces', 'email', 'import', 'cohorts', 'users'].map((tab) => `/dc/configuration?tab=${tab}`);
  const more = [
    '/configuration/users',
    '/configuration/content/3',
    '/forbidden?systemId=4',
    '/login?systemId=3',
    '/fr/no-such-one',
  ];
  for (const path of ['/home', '/configuration', '/outbox', ...tabs, ...more]) {
    await page.goto(path);
    await expect(heading(page)).not.toHaveText('');
    await page.waitForLoadState('networkidle');
  }
  await page.goto('/np');
  await page.goto('/logout');
  await expect(page).toHaveURL('/account/login');

  const calls = requests.filter((request) => new URL(request.url()).pathname.startsWith('/api/'));
  const isValid = (request: Request) => new URL(request.url()).pathname.startsWith('/api/valid');
  const bare = calls.filter((request) => !/^Bearer \S{20,}$/.test(request.headers().authorization ?? ''));
  expect(bare.filter((request) => !isValid(request)).map((request) => request.url())).toEqual([]);
  expect(calls.length).toBeGreaterThan(25);
  const free = requests.filter((request) => isValid(request) || /\/assets\//.test(request.url()));
  expect(free.filter(isValid).length).toBeGreaterThan(0);
  expect(free.filter((request) => request.headers().authorization)).toEqual([]);
  const changes = calls.filter((request) => request.method() !== 'GET');
  expect(changes.map((request) => new URL(request.url()).pathname)).toContain('/api/auth/logout');
  for (const request of changes) expect(request.headers()['x-xsrf-token'], request.url()).toBe(cookie);
});
