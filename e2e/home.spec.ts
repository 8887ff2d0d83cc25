import type { Page } from '@playwright/test';
import { demoToLookAt, expect, test } from './fixtures/portal.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

test.use({ settings: demoToLookAt });

const slugs = ['education', 'pdi', 'dc', 'np', 'telfer', 'ac', 'ilob', 'tep', 'cgpp'] as const;
const ids = slugs.map((_slug, at) => at + 1);

/** For each of the nine systems, what the server says of a role code. */
async function authorizedFor(url: string, email: string, code: 0 | 1 | 2): Promise<number[]> {
  const headers = { authorization: `Bearer ${await tokenOf(url, email)}` };
  const answers = await Promise.all(
    ids.map(async (id) => {
      const answer = await fetch(new URL(`/api/user/IsAuthorized/${id}/${code}`, url), { headers });
      return (await answer.json()) === true;
    }),
  );
  return ids.filter((_id, at) => answers[at]);
}

/** The systems whose rows have a link of this name, by where their configuration or landing lies. */
async function systemsWith(page: Page, name: string): Promise<number[]> {
  const links = page.getByRole('row').getByRole('link', { name: new RegExp(`^${name}`) });
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.map((href) => slugs.findIndex((slug) => href.split('/').includes(slug)) + 1);
}

for (const who of ['super', 'admin.dc', 'support.dc', 'candidate.dc', 'admin.cgpp', 'candidate.education']) {
  test(`S2.7 S2.8 S2.9 home shows ${who} one row per system, and the ways that the server allows`, async ({
    page,
    portal,
  }) => {
    const email = `${who}@demo.example`;
    const [students, supporters, admins] = await Promise.all(
      ([0, 1, 2] as const).map((code) => authorizedFor(portal.url, email, code)),
    );
    await enterAs(page, email);
    await page.goto('/home');
    await expect(page.getByRole('table', { name: 'Vos programmes' })).toBeVisible();
    const entered = ids.filter(
      (id) => students?.includes(id) || supporters?.includes(id) || admins?.includes(id),
    );
    const rows = page
      .getByRole('row')
      .filter({ has: page.locator(slugs.map((slug) => `a[href$="/${slug}"]`).join()) });
    await expect(rows).toHaveCount(entered.length);
    expect(await systemsWith(page, 'Administrer')).toEqual(admins);
    expect(await systemsWith(page, 'Plateforme d’apprentissage')).toEqual(students);
  });
}

test('S2.10 the Admin buttons lead to the nine configurations, in the order of the systems', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/home');
  const buttons = page.getByRole('link', { name: /^Administrer/ });
  await expect(buttons).toHaveCount(9);
  for (const [at, slug] of slugs.entries())
    await expect(buttons.nth(at)).toHaveAttribute('href', `/${slug}/configuration`);
  await buttons.nth(4).click();
  await expect(page).toHaveURL('/telfer/configuration');
});

test('S2.11 a super admin has two more rows, above the nine, in both languages', async ({ page }) => {
  await enterAs(page, 'super@demo.example');
  for (const [language, users] of [
    ['fr', 'Personnes'],
    ['en', 'Users'],
  ] as const) {
    for (const [at, name, path] of [
      [1, 'Super Admin', '/configuration'],
      [2, users, '/configuration/users'],
    ] as const) {
      await page.goto(`/${language}/home`);
      // The heads of the columns are a row as well.
      await expect(page.getByRole('row')).toHaveCount(12);
      const links = page.getByRole('row').nth(at).getByRole('link');
      await expect(links).toHaveCount(1);
      await expect(links).toHaveText(name);
      await links.click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
    }
  }
});

for (const who of ['admin.dc', 'support.dc', 'candidate.dc']) {
  test(`S2.12 ${who} sees none of the two rows of super admins`, async ({ page }) => {
    await enterAs(page, `${who}@demo.example`);
    await page.goto('/home');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(
      page.getByRole('main').locator('a[href="/configuration"], a[href^="/configuration/users"]'),
    ).toHaveCount(0);
    await expect(page.getByRole('main').getByText(/Super Admin/i)).toHaveCount(0);
  });
}

test('S2.7 whoever holds nothing any more is told so, with a way out', async ({ page }) => {
  await enterAs(page, 'candidate.dc@demo.example');
  const nothing = {
    fullName: 'Zoé',
    email: 'candidate.dc@demo.example',
    language: 'fr',
    isSuperAdmin: false,
    mustChoosePassword: false,
    entrances: [],
  };
  await page.route('**/api/home', (route) => route.fulfill({ json: nothing }));
  await page.goto('/home');
  await expect(page.getByText('Aucun programme pour l’instant', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Votre compte ne donne accès à aucun programme/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Fermer la session' }).click();
  await expect(page).toHaveURL('/account/login');
});

test('S2.7 a home that does not load says why and offers another try', async ({ page }) => {
  await enterAs(page, 'candidate.dc@demo.example');
  await page.route('**/api/home', (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.goto('/home');
  await expect(page.getByText('Impossible de charger ces données')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('each figure in the row of a system leads to the list that it counts', async ({ page }) => {
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/home');
  const row = page.getByRole('row').nth(1);
  const figure = row.getByRole('link', { name: /courriels? en échec/ });
  const failed = Number.parseInt((await figure.textContent()) ?? '', 10);
  expect(failed).toBeGreaterThan(0);
  await figure.click();
  await expect(page.getByText(/^Seuls les échecs à régler/)).toBeVisible();
  // The heads of the columns are a row as well.
  await expect(page.getByRole('row')).toHaveCount(failed + 1);
  await page.goBack();
  const absent = row.getByRole('link', { name: /n’ont jamais ouvert de session/ });
  const count = Number.parseInt((await absent.textContent()) ?? '', 10);
  expect(count).toBeGreaterThan(5);
  await absent.click();
  await expect(page.getByText(new RegExp(`1 à 5 sur ${count}$`))).toBeVisible();
  await page.goBack();
  const refused = row.getByRole('link', { name: /en échec sur la plateforme/ });
  const exams = Number.parseInt((await refused.textContent()) ?? '', 10);
  await refused.click();
  await expect(page.getByText(/que la plateforme a refusés/)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(exams + 1);
});

/** Watches each frame. Returns the links and buttons of the content that have stood in more than one place, and where. */
async function watchMoves(page: Page): Promise<() => Promise<[string, string[]][]>> {
  await page.addInitScript(() => {
    const places = new Map<Element, Set<string>>();
    const look = () => {
      for (const control of document.querySelectorAll('main :is(a, button)')) {
        const { x, y } = control.getBoundingClientRect();
        const seen = places.get(control) ?? new Set();
        places.set(control, seen.add(`${Math.round(x + scrollX)}, ${Math.round(y + scrollY)}`));
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { places });
  });
  return () =>
    page.evaluate(() => {
      const { places } = window as unknown as { places: Map<Element, Set<string>> };
      if (places.size === 0) throw new Error('Nothing was seen.');
      return [...places]
        .filter(([, seen]) => seen.size > 1)
        .map(([control, seen]): [string, string[]] => [control.textContent ?? '', [...seen]]);
    });
}

for (const width of [1280, 320]) {
  test(`no link of home moves at ${width} pixels, however late the answers come that it shows`, async ({
    page,
  }) => {
    await enterAs(page, 'super@demo.example');
    await page.setViewportSize({ width, height: 800 });
    let late = 0;
    await page.route(/\/api\/(home\/\w+|outgoing|learning\/troubles|corrections)(\?|$)/, async (route) => {
      late += 1;
      await new Promise((resolve) => setTimeout(resolve, late * 150));
      await route.continue();
    });
    const moves = await watchMoves(page);
    await page.goto('/home');
    await expect(page.getByRole('link', { name: /courriels? en échec/ })).toBeVisible();
    await expect(page.getByText(/^Aucun serveur de messagerie/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Premiers réglages' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(late).toBe(6);
    expect(await moves()).toEqual([]);
  });
}
