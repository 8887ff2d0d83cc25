import type { Page } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';
import { submit, username } from './fixtures/signInPage.ts';

const typed = '12, rue A & « B » "C" </script></template><b>';
test.use({
  settings: {
    ...demo,
    UNIVERSITY_REPLY_TO: 'bureau@nord.example',
    UNIVERSITY_PHONE: '613 555-0199',
    UNIVERSITY_OFFICE_FR: typed,
    UNIVERSITY_OFFICE_EN: `Room ${typed}`,
  },
});

const phone = (page: Page) => page.getByRole('link', { name: '613 555-0199' });
const help = (page: Page) => phone(page).locator('xpath=ancestor::p');

/** The paths of what a page loads until it has asked for nothing for half a second. */
async function listLoaded(page: Page, address: string): Promise<string[]> {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(submit(page)).toBeEnabled();
  return loaded.filter((path) => !path.endsWith('favicon.svg'));
}

for (const address of ['/login', '/en/account/login'])
  test(`${address} loads its first script and style, as measured by the build, and nothing else until it is used`, async ({
    page,
    request,
  }) => {
    const html = await (await request.get(address)).text();
    const named = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
    expect(named).toHaveLength(2);
    expect((await listLoaded(page, address)).sort()).toEqual(
      [address, ...named.map(([, path]) => path)].sort(),
    );
    await username(page).focus();
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('resource').length))
      .toBeGreaterThan(4);
  });

test('who to call stands in the first HTML, where the script leaves it, and in the language chosen then', async ({
  page,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(help(page)).toHaveText(`Besoin d’aide?bureau@nord.example613 555-0199${typed}`);
  const boxes = () => Promise.all([phone, submit].map((part) => part(page).boundingBox()));
  const before = await boxes();
  await page.unrouteAll();
  await page.goto('/login');
  await expect(submit(page)).toBeEnabled();
  expect(await boxes()).toEqual(before);
  await expect(help(page)).toHaveText(`Besoin d’aide?bureau@nord.example613 555-0199${typed}`);
  await expect(phone(page)).toHaveAttribute('href', 'tel:6135550199');
  await expect(page.getByRole('link', { name: 'bureau@nord.example' })).toHaveAttribute(
    'href',
    'mailto:bureau@nord.example',
  );
  await page.getByRole('button', { name: 'English' }).click();
  await expect(help(page)).toHaveText(`Need help?bureau@nord.example613 555-0199Room ${typed}`);
});

test('other pages before sign-in show it without asking for it', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const [address, number] of [
    ['/forgot-password', '613 555-0199'],
    // A program's own telephone takes the place of the university's.
    ['/login?systemId=4', '613 555-0150'],
    ['/reset-password?t=a.b&u=zoe%40exemple.ca', '613 555-0199'],
    ['/forbidden?systemId=5', '613 555-0160'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: number }), address).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(asked.filter((url) => url.includes('/api/valid/office'))).toEqual([]);
});
