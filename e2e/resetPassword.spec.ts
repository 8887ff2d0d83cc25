import type { Page, Route } from '@playwright/test';
import { choosePassword, findPasswordLink, placePeople } from './fixtures/people.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import {
  confirmation,
  fillPasswords,
  newPassword,
  openResetForm,
  resetCall,
  save,
} from './fixtures/resetPage.ts';
import { refusal, signIn } from './fixtures/signInPage.ts';

test.use({ settings: demo });

const people = ['parcours', 'deux-fois', 'onglets', 'autrui', 'voisine', 'langue', 'pannes'] as const;
const addressOf = (who: (typeof people)[number]) => `${who}@etu.example.ca`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const expired = 'Ce lien n’est plus valide';
const used = 'Vous avez déjà un mot de passe';

test.beforeAll(({ portal }) => placePeople(portal.url, people.map(addressOf), 3));

test('S2.20 S2.21 S2.23 S4.16 S4.17 who forgot gets a link, chooses a password, and signs in with it and not with the old one', async ({
  page,
  portal,
}) => {
  const email = addressOf('parcours');
  const [old, chosen] = ['Ancien#Volet26', 'Nouveau#Mot-de-Passe-2027'];
  const first = await findPasswordLink(portal.url, email);
  await choosePassword(portal.url, first, old);
  await page.goto('/forgot-password?systemId=3');
  await page.getByLabel('Adresse courriel').fill(` ${email.toUpperCase()} `);
  await page.getByRole('button', { name: 'Envoyer le lien' }).click();
  await expect(heading(page)).toHaveText('Vérifiez vos courriels');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole('main').getByRole('status')).toContainText(email.toUpperCase());
  const back = page.getByRole('link', { name: 'Retour à l’ouverture de session' });
  await expect(back).toHaveAttribute('href', '/account/login?systemId=3');
  await back.click();
  await expect(page).toHaveURL('/account/login?systemId=3');

  const link = await findPasswordLink(portal.url, email, first);
  await page.goto(link.address);
  await expect(heading(page)).toHaveText('Choisir un mot de passe');
  await expect(page.getByText(`Pour le compte ${email}`)).toBeVisible();
  await fillPasswords(page, chosen);
  await save(page).click();
  await expect(heading(page)).toHaveText('Votre mot de passe est enregistré');
  await expect(heading(page)).toBeFocused();
  await expect(newPassword(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Ouvrir une session' }).click();
  await expect(page).toHaveURL('/account/login?systemId=3');
  await signIn(page, email, old);
  await expect(refusal(page)).toContainText('La session n’a pas pu s’ouvrir.');
  await signIn(page, email, chosen);
  await expect(page).toHaveURL(/\/learning\/dc/);
});

test('S2.22 S2.23 S4.17 a used link shows the expired view and no form, also by Back and on reload', async ({
  page,
  portal,
}) => {
  const link = await findPasswordLink(portal.url, addressOf('deux-fois'));
  await page.goto(link.address);
  await fillPasswords(page, 'Tambour#27');
  await save(page).click();
  await page.getByRole('link', { name: 'Ouvrir une session' }).click();
  await expect(page).toHaveURL('/account/login?systemId=3');
  // Back leads to a page that has forgotten the link, of which nobody knows whether it was used.
  for (const [open, title] of [
    [() => page.goBack(), expired],
    [() => page.reload(), expired],
    [() => page.goto(link.address), used],
  ] as const) {
    await open();
    await expect(heading(page)).toHaveText(title);
    await expect(page.locator('main')).toContainText(expired);
    await expect(newPassword(page)).toHaveCount(0);
  }
  // The office's telephone stands below, as a link too.
  await expect(page.locator('main a[href^="/"]')).toHaveText(['Ouvrir une session', 'Mot de passe oublié?']);
  await expect(page.getByRole('link', { name: 'Ouvrir une session' })).toHaveAttribute(
    'href',
    '/account/login?systemId=3',
  );
  const again = page.getByRole('link', { name: 'Mot de passe oublié?' });
  await again.click();
  await expect(page).toHaveURL('/forgot-password?systemId=3');
  await expect(page.getByLabel('Adresse courriel')).toBeVisible();
});

test('S8.14 S2.22 of two tabs with one link the second is told that it is over', async ({
  context,
  page,
  portal,
}) => {
  const link = await findPasswordLink(portal.url, addressOf('onglets'));
  const other = await context.newPage();
  await page.goto(link.address);
  await other.goto(link.address);
  await fillPasswords(other, 'Deuxieme#Jour2');
  await fillPasswords(page, 'Premiere#Nuit1');
  await save(page).click();
  await expect(heading(page)).toHaveText('Votre mot de passe est enregistré');
  await save(other).click();
  const toast = other.getByRole('listitem').filter({ hasText: 'Token Expired' });
  await expect(toast).toHaveAttribute('lang', 'en');
  await expect(toast).toContainText('Error!');
  await expect(heading(other)).toHaveText(used);
  await expect(heading(other)).toBeFocused();
  await expect(other.getByRole('link', { name: 'Mot de passe oublié?' })).toHaveAttribute(
    'href',
    '/forgot-password?systemId=3',
  );
  await other.goto('/login');
  await signIn(other, addressOf('onglets'), 'Deuxieme#Jour2');
  await expect(refusal(other)).toContainText('La session n’a pas pu s’ouvrir.');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(page).toHaveURL(/\/learning\/dc/);
});

test('S2.22 a link that is somebody else’s, cut, or none opens no form', async ({ page, portal }) => {
  const { address, token } = await findPasswordLink(portal.url, addressOf('autrui'));
  const changed = (changes: Record<string, string | null>) => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return url.href;
  };
  for (const link of [
    changed({ u: addressOf('voisine') }),
    changed({ u: null }),
    changed({ t: null }),
    changed({ t: token.slice(0, -1) }),
    changed({ t: `${token}%00` }),
    changed({ t: '<img src=x onerror="document.title=1">', u: '<b>x</b>' }),
    changed({ t: 'x'.repeat(4000), u: `${'y'.repeat(2000)}@z.ca` }),
    '/reset-password',
  ]) {
    await page.goto(link);
    await expect(heading(page)).toHaveText(expired);
    await expect(page.locator('main input, main img:not([alt]), main b')).toHaveCount(0);
  }
  await page.goto(address);
  await expect(newPassword(page)).toBeVisible();
});

for (const language of ['en', 'EN'] as const) {
  test(`S2.24 S2.21 S4.15 lang=${language} is English; the link is checked before anything is typed, and hidden`, async ({
    page,
    portal,
  }) => {
    const { address, ...link } = await findPasswordLink(portal.url, addressOf('langue'));
    const url = new URL(address);
    url.searchParams.set('lang', language);
    const checked = page.waitForRequest('**/api/account/verifytoken');
    await page.goto(url.href.replace('/reset-password', '/Reset-Password/'));
    expect((await checked).postDataJSON()).toEqual(link);
    await expect(heading(page)).toHaveText('Choose a password');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByLabel('New password')).toHaveValue('');
    expect(page.url()).not.toContain(link.token);
    expect(page.url()).not.toContain('etu.example');
    await page.reload();
    await expect(page.getByLabel('New password')).toBeVisible();
  });
}

test('S4.14 the button is disabled with a spinner while the call runs, and a double press sends once', async ({
  page,
}) => {
  const calls: Route[] = [];
  await openResetForm(page);
  await page.route(resetCall, (route) => void calls.push(route));
  await fillPasswords(page, 'Tambour#27');
  await save(page).click();
  const busy = page.getByRole('button', { name: 'Enregistrement…' });
  await expect(busy).toBeDisabled();
  await expect(busy.locator('svg.animate-spin')).toBeVisible();
  await busy.dblclick({ force: true });
  await confirmation(page).press('Enter');
  await calls[0]?.fulfill({ json: true });
  await expect(heading(page)).toHaveText('Votre mot de passe est enregistré');
  expect(calls).toHaveLength(1);
});

const html = '<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>';
const faults: readonly [string, (route: Route) => Promise<void>][] = [
  ['a 500', (route) => route.fulfill({ status: 500, body: '' })],
  ['a page of some proxy', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: html })],
  ['an empty answer', (route) => route.fulfill({ contentType: 'application/json', body: '' })],
  ['an HTML answer with 200', (route) => route.fulfill({ contentType: 'text/html', body: html })],
  ['a lost network', (route) => route.abort('internetdisconnected')],
];

test('S8.15 a reset that fails shows Error!, says why, and keeps what was typed', async ({ page }) => {
  await openResetForm(page);
  await fillPasswords(page, 'Tambour#27');
  for (const [fault, answer] of faults) {
    await page.route(resetCall, answer);
    await save(page).click();
    const toast = page.getByRole('listitem').filter({ hasText: 'Error!' });
    await expect(toast, fault).toHaveAttribute('lang', 'en');
    await expect(page.locator('form').getByRole('alert'), fault).toContainText(/\S/);
    await expect(newPassword(page)).toHaveValue('Tambour#27');
    await expect(confirmation(page)).toHaveValue('Tambour#27');
    await toast.getByRole('button').click();
    await expect(toast).toHaveCount(0);
    await page.unroute(resetCall);
  }
  await page.route(resetCall, (route) => route.fulfill({ json: true }));
  await save(page).click();
  await expect(heading(page)).toHaveText('Votre mot de passe est enregistré');
});

test('S8.15 a falsy answer shows Error!', async ({ page }) => {
  await openResetForm(page);
  await page.route(resetCall, (route) => route.fulfill({ json: false }));
  await fillPasswords(page, 'Tambour#27');
  await save(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Error!' })).toBeVisible();
});

test('S8.15 a check that fails shows Error 2, and can be tried again until it works', async ({
  page,
  portal,
}) => {
  const { address } = await findPasswordLink(portal.url, addressOf('pannes'));
  const checks = '**/api/account/verifytoken';
  let answer = faults[0]?.[1] as (typeof faults)[number][1];
  await page.route(checks, (route) => answer(route));
  await page.goto(address);
  for (const [fault, next] of faults.slice(1)) {
    const toast = page.getByRole('listitem').filter({ hasText: 'Error 2' });
    await expect(toast, fault).toHaveAttribute('lang', 'en');
    await expect(heading(page)).toHaveText('Le lien n’a pas pu être vérifié');
    await expect(newPassword(page)).toHaveCount(0);
    await toast.getByRole('button').click();
    await expect(toast).toHaveCount(0);
    answer = next;
    await page.getByRole('button', { name: 'Réessayer' }).click();
  }
  await expect(heading(page)).toHaveText('Le lien n’a pas pu être vérifié');
  await page.unroute(checks);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(newPassword(page)).toBeVisible();
});
