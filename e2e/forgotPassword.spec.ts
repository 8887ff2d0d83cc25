import type { Page, Route } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

const forgotCall = '**/api/account/forgotpassword';
const email = (page: Page) => page.getByLabel('Adresse courriel');
const submit = (page: Page) => page.getByRole('button', { name: 'Envoyer le lien' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const sent = 'Vérifiez vos courriels';

test('S5.18 S5.1 the address is required and must be one; nothing is sent, and what was typed stays', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/forgot-password');
  await expect(email(page)).toHaveAccessibleDescription('');
  const wrong = ['zoe', 'zoe@', '@exemple.ca', 'zoe@exemple', 'zoe cote@exemple.ca', '<b>@exemple.ca'];
  for (const [typed, says] of [
    ['', 'Entrez votre adresse courriel.'],
    ['   ', 'Entrez votre adresse courriel.'],
    ...[...wrong, `${'z'.repeat(250)}@exemple.ca`].map(
      (text) => [text, /^Entrez une adresse courriel/] as const,
    ),
  ] as const) {
    await email(page).fill(typed);
    await submit(page).click();
    await expect(email(page), typed).toHaveAccessibleDescription(says);
    await expect(email(page)).toBeFocused();
    await expect(email(page)).toHaveValue(typed.trim());
  }
  expect(calls.filter((path) => path.startsWith('/api/account'))).toEqual([]);
});

test('S8.16 S2.20 an unknown address is told so in both languages, and the right one is mailed', async ({
  page,
}) => {
  await page.goto('/forgot-password?systemId=3');
  await email(page).fill('personne@etu.example.ca');
  await submit(page).click();
  await expect(email(page)).toHaveAccessibleDescription(/^Aucun compte n’est associé à cette adresse\./);
  await expect(email(page)).toBeFocused();
  await page.getByRole('button', { name: 'English' }).click();
  const field = page.getByLabel('Email address');
  await expect(field).toHaveAccessibleDescription(/^No account uses this address\./);
  await expect(field).toHaveValue('personne@etu.example.ca');
  await field.fill('candidate.tep@demo.example');
  const call = page.waitForRequest(forgotCall);
  await page.getByRole('button', { name: 'Send the link' }).click();
  expect((await call).postDataJSON()).toEqual({
    email: 'candidate.tep@demo.example',
    systemId: 3,
    languageId: 2,
  });
  await expect(heading(page)).toHaveText('Check your email');
  await expect(page.getByRole('main').getByRole('status')).toContainText('candidate.tep@demo.example');
  await expect(page.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute(
    'href',
    '/account/login?systemId=3',
  );
});

test('S4.14 the button is disabled with a spinner while the call runs, and a double press sends once', async ({
  page,
}) => {
  const calls: Route[] = [];
  await page.route(forgotCall, (route) => void calls.push(route));
  await page.goto('/forgot-password');
  await email(page).fill('zoe@exemple.ca');
  await submit(page).click();
  const busy = page.getByRole('button', { name: 'Envoi du lien…' });
  await expect(busy).toBeDisabled();
  await expect(busy.locator('svg.animate-spin')).toBeVisible();
  await busy.dblclick({ force: true });
  await email(page).press('Enter');
  await calls[0]?.fulfill({ json: 0 });
  await expect(heading(page)).toHaveText(sent);
  expect(calls).toHaveLength(1);
});

const html = '<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>';
const faults: readonly [string, (route: Route) => Promise<void>][] = [
  ['a 500', (route) => route.fulfill({ status: 500, body: '' })],
  ['a page of some proxy', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: html })],
  ['an HTML answer with 200', (route) => route.fulfill({ contentType: 'text/html', body: html })],
  ['a number that means nothing', (route) => route.fulfill({ json: 7 })],
  ['a lost network', (route) => route.abort('internetdisconnected')],
];

test('S2.20 whatever breaks, what was typed stays, and the next try counts', async ({ page }) => {
  await page.goto('/forgot-password');
  await email(page).fill('zoe@exemple.ca');
  for (const [fault, answer] of faults) {
    await page.route(forgotCall, answer);
    await submit(page).click();
    await expect(page.locator('form').getByRole('alert'), fault).toContainText(/\S/);
    await expect(email(page)).toHaveValue('zoe@exemple.ca');
    await expect(submit(page)).toBeEnabled();
    await page.unroute(forgotCall);
  }
  await page.route(forgotCall, (route) => route.fulfill({ json: 0 }));
  await submit(page).click();
  await expect(heading(page)).toHaveText(sent);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});
