import type { Route } from '@playwright/test';
import { BreakingLine } from './fixtures/breakingLine.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import {
  loginCall,
  password,
  refusal,
  signIn,
  storedSession,
  submit,
  username,
} from './fixtures/signInPage.ts';
import { demoPassword } from './fixtures/visitor.ts';

test.use({ settings: demo });

test('S4.14 the button is disabled with a spinner while the call runs, and a double press sends once', async ({
  page,
}) => {
  const calls: Route[] = [];
  await page.route(loginCall, (route) => void calls.push(route));
  await page.goto('/login');
  await signIn(page, 'zoe@exemple.ca');
  const busy = page.getByRole('button', { name: 'Ouverture de la session…' });
  await expect(busy).toBeDisabled();
  await expect(busy.locator('svg.animate-spin')).toBeVisible();
  await busy.dblclick({ force: true });
  await password(page).press('Enter');
  await calls[0]?.fulfill({ status: 401, json: { success: false, statusCode: 4401, payload: null } });
  await expect(submit(page)).toBeEnabled();
  await expect(submit(page).locator('svg.animate-spin')).toHaveCount(0);
  expect(calls).toHaveLength(1);
});

test('S5.26 empty fields go to the server, and no word of a rule shows before', async ({ page }) => {
  await page.goto('/login');
  const sent = page.waitForRequest(loginCall);
  await submit(page).click();
  expect((await sent).postDataJSON()).toEqual({ username: '', password: '' });
  await expect(refusal(page)).toContainText('La session n’a pas pu s’ouvrir.');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await expect(refusal(page)).toContainText('Entrez votre adresse courriel.');
  await expect(username(page)).toBeFocused();
});

test('S8.3 4403 has words of its own, and the fields stay as they were', async ({ page }) => {
  const contact = { email: null, phone: '613 555-0103', office: null };
  const answer = { success: false, statusCode: 4403, payload: null, reason: 'locked', contact };
  await page.route(loginCall, (route) => route.fulfill({ status: 403, json: answer }));
  await page.goto('/login');
  await signIn(page, 'zoe@exemple.ca');
  await expect(refusal(page)).toContainText('ce compte ne permet pas d’ouvrir de session');
  await expect(refusal(page)).toContainText('Le compte est verrouillé par mesure de sécurité.');
  await expect(refusal(page).getByRole('link', { name: '613 555-0103' })).toBeVisible();
  await expect(refusal(page)).not.toContainText('La session n’a pas pu s’ouvrir.');
  await expect(username(page)).toHaveValue('zoe@exemple.ca');
  await expect(password(page)).toHaveValue(demoPassword);
  expect((await storedSession(page)).isAuthenticated ?? false).toBe(false);
});

const html = '<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>';
const problem = { type: 'about:blank', title: 'x', detail: 'x' };
const faults: readonly [string, (route: Route) => Promise<void>][] = [
  ['a 500', (route) => route.fulfill({ status: 500, json: { ...problem, status: 500, code: 'internal' } })],
  ['a 500 without a word', (route) => route.fulfill({ status: 500, body: '' })],
  ['a page of some proxy', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: html })],
  ['an HTML answer with 200', (route) => route.fulfill({ contentType: 'text/html', body: html })],
  ['an empty answer', (route) => route.fulfill({ contentType: 'application/json', body: '' })],
  ['JSON that means nothing', (route) => route.fulfill({ json: null })],
  [
    'a token that is none',
    (route) =>
      route.fulfill({
        json: { success: true, statusCode: 200, payload: { accessToken: 'x.y.z', refreshToken: 'r' } },
      }),
  ],
  [
    'a 503 with Retry-After',
    (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '30' },
        json: { ...problem, status: 503, code: 'busy' },
      }),
  ],
  ['a lost network', (route) => route.abort('internetdisconnected')],
  ['a refused connection', (route) => route.abort('connectionrefused')],
  ['a connection that is reset', (route) => route.abort('connectionreset')],
];

for (const [fault, answer] of faults) {
  test(`S8.4 ${fault} is told with the words of 4401, and the next try counts`, async ({ page }) => {
    await page.route(loginCall, answer);
    await page.goto('/login');
    await signIn(page, 'support.dc@demo.example');
    await expect(refusal(page)).toContainText('La session n’a pas pu s’ouvrir.');
    // Somebody nervous should not doubt a password that nobody has looked at.
    await expect(refusal(page)).toContainText('Votre mot de passe n’est peut-être pas en cause');
    await expect(refusal(page).getByText(/dans 30\s+secondes/)).toHaveCount(
      fault.includes('Retry-After') ? 1 : 0,
    );
    await expect(submit(page)).toBeEnabled();
    await expect(username(page)).toHaveValue('support.dc@demo.example');
    await expect(password(page)).toHaveValue(demoPassword);
    expect((await storedSession(page)).isAuthenticated ?? false).toBe(false);
    await page.unroute(loginCall);
    await submit(page).click();
    await expect(page).toHaveURL('/home');
  });
}

test('S8.4 a wrong password is told with the words of 4401, in both languages', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, 'support.np@demo.example', 'Demo#2028');
  await expect(refusal(page)).toContainText('La session n’a pas pu s’ouvrir.');
  await expect(refusal(page)).not.toContainText('pas en cause');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(refusal(page)).toContainText('We could not sign you in.');
});

test('S8.4 a connection that is cut in the middle of the answer is told with the words of 4401', async ({
  page,
  portal,
}) => {
  const line = await BreakingLine.to(portal.url, '/api/auth/login');
  await page.goto(`${line.url}/login`);
  await signIn(page, 'support.dc@demo.example');
  await expect(refusal(page)).toContainText('La session n’a pas pu s’ouvrir.');
  await expect(submit(page)).toBeEnabled();
  line.close();
});

test('S8.4 the right password during a wait is told the wait, and opens the session after it', async ({
  page,
}) => {
  await page.goto('/login');
  await username(page).click();
  await page.keyboard.type('support.pdi@demo.example');
  const type = async (secret: string) => {
    await password(page).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
  };
  // Five are free; the waits after them double from one second on.
  for (let wrong = 0; wrong < 8; wrong++) {
    await type('Demo#2028');
    await expect(submit(page)).toBeEnabled();
  }
  await type(demoPassword);
  await expect(refusal(page)).toContainText('La session n’a pas pu s’ouvrir.');
  await expect(refusal(page)).toContainText('votre mot de passe n’a pas été vérifié');
  await expect(refusal(page)).toContainText(/Vous pourrez réessayer dans \d+\s+secondes?/);
  await expect(refusal(page)).not.toContainText('Vérifiez votre adresse');
  await expect(async () => {
    await type(demoPassword);
    await expect(page).toHaveURL('/home', { timeout: 1000 });
  }).toPass({ timeout: 60_000, intervals: [4000] });
});
