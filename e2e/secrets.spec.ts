import type { BrowserContext, Page } from '@playwright/test';
import { makePerson } from './fixtures/newPeople.ts';
import { findConfirmLink, findPasswordLink, placePeople } from './fixtures/people.ts';
import { expect, test } from './fixtures/portal.ts';
import { letRunOut } from './fixtures/renewals.ts';
import { fillPasswords, save } from './fixtures/resetPage.ts';
import { signIn, storedSession } from './fixtures/signInPage.ts';

const tool = 'https://outil.example.ca/entree';
const chief = 'super@demo.example';
const zoe = 'zoe.secrets@etu.example.ca';
const lea = 'lea.secrets@etu.example.ca';

test.use({ settings: { DEMO: 'true', REDIRECT_URIS: tool } });

interface Seen {
  readonly url: string;
  readonly referer: string;
}

/** Every address that a browser goes to or loads, and what it tells there of where it came from. */
async function watch(context: BrowserContext): Promise<Seen[]> {
  const seen: Seen[] = [];
  context.on('request', (request) => {
    const keep = (referer = '') => seen.push({ url: request.url(), referer });
    void request.allHeaders().then(({ referer }) => keep(referer), keep);
  });
  await context.route(
    (url) => url.href.startsWith(tool),
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Ailleurs</h1>' }),
  );
  return seen;
}

async function tokensOf(page: Page): Promise<string[]> {
  const { token, refreshToken } = (await storedSession(page)) as Record<string, string>;
  return [token ?? '', refreshToken ?? ''];
}

/** Where a secret stands although it may not, in the letters of an address. */
function leaks(seen: readonly Seen[], secret: string, declared: (path: string) => boolean): string[] {
  const spelt = [secret, encodeURIComponent(secret)];
  const holds = (text: string) => spelt.some((one) => text.includes(one));
  return seen
    .filter(({ url, referer }) => holds(referer) || (holds(url) && !declared(new URL(url).pathname)))
    .map(({ url, referer }) => `${url} from ${referer}`);
}

test('no token stands in an address or a referrer but those that the requirements put there', async ({
  page,
  context,
  portal,
}) => {
  await placePeople(portal.url, [zoe], 3);
  const seen = await watch(context);

  const link = await findPasswordLink(portal.url, zoe);
  await page.goto(link.address);
  const isLink = (path: string) => path === '/reset-password';
  await fillPasswords(page, 'Tambour#27-Quai');
  expect(page.url()).not.toContain(encodeURIComponent(link.token));
  await save(page).click();
  await page.getByRole('link', { name: 'Ouvrir une session' }).click();

  await makePerson(portal.url, { email: lea, sendEmail: true });
  const confirming = await findConfirmLink(portal.url, lea);
  await page.goto(confirming.address);
  await page.getByRole('button', { name: 'Confirmer cette adresse' }).click();
  await page.getByRole('link', { name: 'Ouvrir une session' }).click();

  await signIn(page, chief);
  await expect(page).toHaveURL('/home');
  const first = await tokensOf(page);
  await letRunOut(context, first[0]);
  await page.goto('/audit');
  await expect(page.getByRole('table')).toBeVisible();
  const second = await tokensOf(page);
  expect(second[0]).not.toBe(first[0]);

  await page.goto(`/login?redirect_uri=${encodeURIComponent(`${tool}?cours=3`)}`);
  await expect(page.getByRole('heading', { name: 'Ailleurs' })).toBeVisible();
  const handed = new URL(page.url()).searchParams.get('d') ?? '';

  expect(handed).toMatch(/^[\w-]{43}$/);
  expect(seen.filter(({ url }) => isLink(new URL(url).pathname))).toHaveLength(1);
  expect(leaks(seen, link.token, isLink)).toEqual([]);
  expect(leaks(seen, confirming.token, (path) => path === '/confirm-email')).toEqual([]);
  for (const token of [...first, ...second]) {
    expect(token.length).toBeGreaterThan(20);
    expect(leaks(seen, token, (path) => path === '/api/auth/refresh')).toEqual([]);
  }
  expect(leaks(seen, handed, () => false)).toHaveLength(1);
  expect(seen.filter(({ referer }) => referer.includes('?'))).toEqual([]);
});
