import type { Page, Route } from '@playwright/test';
import { makePerson } from './fixtures/newPeople.ts';
import { findConfirmLink } from './fixtures/people.ts';
import { openSearch } from './fixtures/peopleSearch.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';
import { demoPassword, enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToFill });

const call = '**/api/account/confirmation';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const question = 'Confirmer votre adresse';
const confirmed = 'Merci, votre adresse est confirmée';
const press = (page: Page) => page.getByRole('button', { name: 'Confirmer cette adresse' });
const invalid = 'Ce lien n’est pas valide ou ne l’est plus';

async function confirmLinkOf(portal: { url: string }, email: string): Promise<string> {
  await makePerson(portal.url, { email, sendEmail: true });
  return (await findConfirmLink(portal.url, email)).address;
}

async function expectInInfo(page: Page, email: string, words: string): Promise<void> {
  await openSearch(page, undefined, `?q=${email}`);
  await page.getByRole('button', { name: /^Voir les renseignements/ }).click();
  await expect(page.getByRole('dialog').getByText(words, { exact: true })).toBeVisible();
}

test('the mail of a new account leads to a page that confirms its address once its button is pressed, and administrators see it', async ({
  browser,
  page,
  portal,
}) => {
  const email = 'confirme@etu.example.ca';
  const link = await confirmLinkOf(portal, email);
  await expectInInfo(page, email, 'Adresse non confirmée');

  const hers = await (await browser.newContext()).newPage();
  await hers.goto(link, { waitUntil: 'networkidle' });
  await expect(heading(hers)).toHaveText(question);
  // As a mail gateway does, which runs scripts and waits.
  await hers.waitForTimeout(2000);
  await expectInInfo(page, email, 'Adresse non confirmée');
  await press(hers).press('Enter');
  await expect(heading(hers)).toHaveText(confirmed);
  await expect(heading(hers)).toBeFocused();
  await expect(hers.getByRole('main').getByRole('status')).toContainText(email);
  const { pathname, search } = new URL(hers.url());
  expect(pathname + search).toBe('/confirm-email?lang=fr&systemId=3');
  await hers.getByRole('link', { name: 'Ouvrir une session' }).click();
  await expect(hers).toHaveURL(`${portal.url}/account/login?systemId=3`);

  await expectInInfo(page, email, 'Adresse confirmée');
  for (const again of [() => hers.goBack(), () => hers.reload(), () => hers.goto(link)]) {
    await again();
    await expect(heading(hers)).toHaveText(confirmed);
  }
  await hers.context().close();
});

test('a link that is somebody else’s, cut, or none confirms nothing and leads to sign-in', async ({
  page,
  portal,
}) => {
  const email = 'intact@etu.example.ca';
  const link = await confirmLinkOf(portal, email);
  const changed = (changes: Record<string, string>) => {
    const url = new URL(link);
    for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
    return url.href;
  };
  const token = new URL(link).searchParams.get('t') ?? '';
  for (const address of [
    changed({ u: 'candidate.dc@demo.example' }),
    changed({ u: '' }),
    changed({ t: token.slice(0, -1) }),
    changed({ t: token.replace('confirmEmail', 'firstPassword') }),
    changed({ t: '<img src=x onerror="document.title=1">', u: '<b>x</b>' }),
    changed({ t: 'x'.repeat(4000) }),
    '/confirm-email?systemId=3',
  ]) {
    await page.goto(address);
    await expect(heading(page)).toHaveText(invalid);
    await expect(page.getByRole('link', { name: 'Retour à l’ouverture de session' })).toHaveAttribute(
      'href',
      '/account/login?systemId=3',
    );
    await expect(page.locator('main b, main img:not([alt])')).toHaveCount(0);
  }
  await expectInInfo(page, email, 'Adresse non confirmée');
});

const html = '<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>';
const faults: readonly [string, (route: Route) => Promise<void>][] = [
  ['a 500', (route) => route.fulfill({ status: 500, body: '' })],
  ['a page of some proxy', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: html })],
  ['an HTML answer with 200', (route) => route.fulfill({ contentType: 'text/html', body: html })],
  ['a lost network', (route) => route.abort('internetdisconnected')],
];

test('a server that does not answer can be asked again until it does', async ({ page, portal }) => {
  const link = await confirmLinkOf(portal, 'pannes.confirme@etu.example.ca');
  let answer: (route: Route) => Promise<void> = (route) => route.abort('connectionrefused');
  await page.route(call, (route) => answer(route));
  await page.goto(link);
  for (const [fault, next] of faults) {
    await expect(heading(page), fault).toHaveText('L’adresse n’a pas encore été confirmée');
    await expect(page.getByRole('main').getByRole('alert'), fault).toContainText(/\S/);
    answer = next;
    await page.getByRole('button', { name: 'Réessayer' }).click();
  }
  await expect(heading(page)).toHaveText('L’adresse n’a pas encore été confirmée');
  await page.unroute(call);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await press(page).click();
  await expect(heading(page)).toHaveText(confirmed);
});

test('in English under /en, also for somebody who is signed in', async ({ page, portal }) => {
  const email = 'anglais.confirme@etu.example.ca';
  const url = new URL(await confirmLinkOf(portal, email));
  await enterAs(page, email, demoPassword);
  await page.goto(`/en/confirm-email${url.search.replace('lang=fr', 'lang=en')}`);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(heading(page)).toHaveText('Thank you, your address is confirmed');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/account/login?systemId=3',
  );
});
