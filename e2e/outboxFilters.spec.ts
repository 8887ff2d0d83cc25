import { demoToLookAt, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToLookAt });

test('on a telephone every filter of the outbox is whole', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/outbox');
  await page.getByRole('button', { name: 'Filtrer' }).first().click();
  for (const label of ['Système', 'Genre', 'État'])
    await expect(page.getByLabel(label, { exact: true }), label).toBeInViewport({ ratio: 1 });
});
