import type { Page } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

/** Every landing of the requirements: its address, its system, and the language that its address names. */
const landings = [
  { path: '/education', systemId: 1, slug: 'education' },
  { path: '/dc', systemId: 3, slug: 'dc' },
  { path: '/tep', systemId: 8, slug: 'tep' },
  ...(['fr', 'en'] as const).flatMap((language) => [
    { path: `/${language}/pdi`, systemId: 2, slug: 'pdi', language },
    { path: `/${language}/np`, systemId: 4, slug: 'np', language },
    { path: `/${language}/telfer`, systemId: 5, slug: 'telfer', language },
    { path: `/${language}/ac`, systemId: 6, slug: 'ac', language },
    { path: `/${language}/ilob`, systemId: 7, slug: 'ilob', language },
    { path: `/${language}/cgpp`, systemId: 9, slug: 'cgpp', language },
  ]),
];

/** One of each kind of address: where a landing leads does not depend on the system, which the walk through all holds. */
const oneOfEachKind = landings.filter(({ path }) => ['/education', '/tep', '/en/telfer'].includes(path));

const aliases = [
  ['/idp', '/en/pdi'],
  ['/pdi', '/en/pdi'],
  ['/telfermba', '/en/telfer'],
  ['/mbatelfer', '/fr/telfer'],
  ['/aec', '/en/ac'],
  ['/euac', '/fr/ac'],
  ['/ilob', '/fr/ilob'],
  ['/olbi', '/en/ilob'],
  ['/cpmp', '/en/cgpp'],
  ['/cgpp', '/fr/cgpp'],
] as const;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Holds the answer about the platform back; gives the addresses that were asked. */
async function holdPlatform(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/api/redirectsystem/**', (route) => void asked.push(route.request().url()));
  return asked;
}

const askedOf = (urls: readonly string[]) => urls.map((url) => new URL(url).pathname);

test('S2.27 S2.28 a landing signed out goes to sign-in with its own system', async ({ page }) => {
  const asked = await holdPlatform(page);
  for (const { path, systemId } of oneOfEachKind) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?systemId=${systemId}`);
    await expect(page.getByRole('button', { name: /^(Ouvrir la session|Sign in)$/ })).toBeVisible();
  }
  expect(asked).toEqual([]);
});

test('S2.29 S6.4 a landing without permission goes to forbidden with its own system', async ({ page }) => {
  const asked = await holdPlatform(page);
  await enterAs(page, 'candidate.dc@demo.example');
  for (const { path, systemId } of oneOfEachKind) {
    await page.goto(path);
    await expect(page).toHaveURL(`/forbidden?systemId=${systemId}`);
    await expect(heading(page)).toHaveText(/^(Accès refusé|Access denied)$/);
  }
  expect(asked).toEqual([]);
});

test('S2.27 S2.30 each landing shows that it redirects, asks for its own system, and goes where the answer says', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await enterAs(page, 'super@demo.example');
  for (const { path, systemId, ...landing } of landings) {
    const asked: string[] = [];
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/redirectsystem/**', async (route) => {
      asked.push(route.request().url());
      await answer.promise;
      await route.fulfill({ contentType: 'text/plain', body: `/assets/favicon.svg?of=${systemId}` });
    });
    await page.goto(path);
    if ('language' in landing) await expect(page.locator('html')).toHaveAttribute('lang', landing.language);
    await expect(heading(page)).toHaveText(/^(Redirection en cours|Redirecting)$/);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      /plateforme d’apprentissage|learning platform/,
    );
    await expect.poll(() => askedOf(asked)).toEqual([`/api/redirectsystem/${systemId}`]);
    await expect(page).toHaveURL(path);
    answer.resolve();
    await page.waitForURL(`/assets/favicon.svg?of=${systemId}`);
    await page.unrouteAll();
  }
});

test('S1.10 a student of system 2 ends on the learning platform, and Back does not fall into the landing again', async ({
  page,
}) => {
  await enterAs(page, 'candidate.pdi@demo.example');
  await page.goto('/home');
  await page.getByRole('link', { name: /^Plateforme d’apprentissage/ }).click();
  await page.waitForURL(/\/learning\/pdi/);
  await expect(heading(page)).toHaveText(/^Bonjour \S/);
  // No page of the portal: none of its roots, its bar or its ways out.
  await expect(page.locator('#root')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Fermer la session' })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/home');
});

test('S8.18 a 403 of redirectsystem goes to forbidden', async ({ page }) => {
  await enterAs(page, 'candidate.np@demo.example');
  await page.route('**/api/redirectsystem/**', (route) =>
    route.fulfill({
      status: 403,
      json: { type: 'about:blank', status: 403, title: 'x', detail: 'x', code: 'access.denied' },
    }),
  );
  await page.goto('/fr/np');
  await expect(page).toHaveURL('/forbidden?systemId=4');
  await expect(heading(page)).toHaveText('Accès refusé');
});

test('S2.30 an answer that is no address leads nowhere and offers another try', async ({ page }) => {
  await enterAs(page, 'candidate.ac@demo.example');
  const answers = [
    'javascript:alert(1)',
    'data:text/html,<h1>x',
    '<!doctype html><h1>nginx</h1>',
    '',
    'null',
  ];
  for (const body of answers) {
    await page.route('**/api/redirectsystem/**', (route) =>
      route.fulfill({ contentType: 'text/plain', body }),
    );
    await page.goto('/fr/ac');
    await expect(heading(page)).toHaveText('La plateforme n’a pas pu s’ouvrir');
    await expect(page).toHaveURL('/fr/ac');
    await page.unrouteAll();
  }
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await page.waitForURL(/\/learning\/ac/);
});

for (const as of [null, 'super@demo.example']) {
  test(`S2.31 a landing of no system says 'No system found.' to the console and asks no address, ${as ?? 'signed out'}`, async ({
    page,
  }) => {
    if (as) await enterAs(page, as);
    const asked = await holdPlatform(page);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    for (const path of ['/fr/nothing', '/en/No-Such-One/']) {
      said.length = 0;
      await page.goto(path);
      await expect(page).toHaveURL(as ? '/home' : '/login');
      expect(said.filter((text) => text === 'No system found.')).toHaveLength(1);
    }
    expect(asked).toEqual([]);
  });
}

test('S2.32 S2.38 upper case and slashes at the end change nothing', async ({ page }) => {
  await enterAs(page, 'super@demo.example');
  const asked = await holdPlatform(page);
  for (const [path, systemId] of [
    ['/PDI', 2],
    ['/idp///', 2],
    ['/Fr/Tcl/', 1],
    ['/EN/Telfer/', 5],
    ['/fr/DC', 3],
    ['/TEP/', 8],
  ] as const) {
    asked.length = 0;
    await page.goto(path);
    await expect.poll(() => askedOf(asked), path).toEqual([`/api/redirectsystem/${systemId}`]);
  }
  await page.goto('/PDI/Configuration/');
  await expect(page.getByRole('tab')).toHaveCount(5);
  await page.goto('/fr/%E0%A4%A');
  await expect(page).toHaveURL('/home');
});

test('S2.32 S2.33 S2.34 S2.35 S2.36 each alias goes to its landing, in its language and with its query', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await enterAs(page, 'super@demo.example');
  const asked = await holdPlatform(page);
  for (const [alias, target] of aliases) {
    asked.length = 0;
    await page.goto(`${alias}?orgId=77`);
    await expect(page).toHaveURL(`${target}?orgId=77`);
    await expect(page.locator('html')).toHaveAttribute('lang', target.slice(1, 3));
    const { systemId } = landings.find(({ path }) => path === target) ?? {};
    await expect.poll(() => askedOf(asked)).toEqual([`/api/redirectsystem/${systemId}`]);
    expect(new URL(asked[0] ?? '').searchParams.get('orgId')).toBe('77');
  }
});

for (const [path, language] of [
  ['/fr/tcl', 'fr'],
  ['/en/tcl', 'en'],
] as const) {
  test(`S2.37 ${path} goes to /education in the language of the path`, async ({ page }) => {
    await enterAs(page, 'super@demo.example');
    await page.evaluate(
      (other) => localStorage.setItem('guichet.language', other),
      language === 'fr' ? 'en' : 'fr',
    );
    const asked = await holdPlatform(page);
    await page.goto(path);
    await expect(page).toHaveURL('/education');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect.poll(() => askedOf(asked)).toEqual(['/api/redirectsystem/1']);
  });
}

for (const [slug, systemId] of [
  ['pdi', 2],
  ['ilob', 7],
  ['cgpp', 9],
] as const) {
  test(`S2.38 /${slug}/configuration is no alias and opens the admin page`, async ({ page }) => {
    await enterAs(page, `admin.${slug}@demo.example`);
    const access = page.waitForRequest('**/api/access');
    await page.goto(`/${slug}/configuration`);
    expect((await access).postDataJSON()).toEqual({ systemId, accessLevel: 1 });
    await expect(page.getByRole('tab')).toHaveCount(5);
    expect(new URL(page.url()).pathname).toBe(`/${slug}/configuration`);
  });
}

test('S2.38 no alias holds for a part of a path', async ({ page }) => {
  await enterAs(page, 'super@demo.example');
  for (const path of ['/idp/x', '/x/pdi', '/pdi2', '/aecx', '/fr/tcl/x', '/cpmp/configuration/x']) {
    await page.goto(path);
    await expect(page).toHaveURL('/home');
  }
});
