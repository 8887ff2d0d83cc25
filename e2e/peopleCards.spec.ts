import { demoToLookAt, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToLookAt });

test('on a telephone a person of the list is a small card, without a lone sign that does what the name does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await enterAs(page, 'support.dc@demo.example');
  await page.goto('/dc/configuration?tab=users');
  const cards = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(cards).toHaveCount(5);
  for (const card of await cards.all()) expect((await card.boundingBox())?.height).toBeLessThanOrEqual(160);
  await expect(page.getByRole('button', { name: /^Voir les renseignements/ })).toHaveCount(0);
  await cards.first().getByRole('button').press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
