import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/portal.ts';

/** Pages of the demo university, each with somebody who may see it; null for nobody. */
const pages = [
  { path: '/login?systemId=3', as: null },
  { path: '/forgot-password', as: null },
  { path: '/forbidden?systemId=3', as: null },
  { path: '/home', as: 'super@demo.example' },
  { path: '/configuration', as: 'super@demo.example' },
  { path: '/outbox', as: 'super@demo.example' },
  { path: '/dc/configuration?tab=spaces', as: 'admin.dc@demo.example' },
  { path: '/dc/configuration?tab=email', as: 'admin.dc@demo.example' },
  { path: '/dc/configuration?tab=import', as: 'admin.dc@demo.example' },
  { path: '/dc/configuration?tab=cohorts', as: 'admin.dc@demo.example' },
  { path: '/dc/configuration?tab=users', as: 'support.dc@demo.example' },
] as const;

const looks = [
  { language: 'fr', colorScheme: 'light', width: 1280 },
  { language: 'en', colorScheme: 'dark', width: 1280 },
  { language: 'en', colorScheme: 'light', width: 320 },
  { language: 'fr', colorScheme: 'dark', width: 320 },
] as const;

test.use({ settings: { DEMO: 'true' } });

async function signIn(page: Page, email: string) {
  await page.goto('/login');
  await page.locator('input[type=password]').fill('Demo#2027');
  await page.locator('input').first().fill(email);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
}

for (const { language, colorScheme, width } of looks) {
  test.describe(`in ${language}, ${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } });
    for (const who of [...new Set(pages.map((page) => page.as))]) {
      test(`axe finds nothing on the pages of ${who ?? 'somebody signed out'}, and nothing sticks out`, async ({
        page,
      }) => {
        test.setTimeout(120_000);
        await page.goto(`/${language}/login`);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        if (who) await signIn(page, who);
        for (const { path } of pages.filter(({ as }) => as === who)) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          // The mail in its frame runs no script, not even this one.
          const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
          expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0);
        }
      });
    }
  });
}
