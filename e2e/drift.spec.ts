import { pressOn, tabTo } from './fixtures/keyboard.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

test('by keyboard, an exam is compared with the platform, and who was refused there is repaired; in English as well', async ({
  page,
}) => {
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/dc/configuration?tab=cohorts');
  await pressOn(page.getByRole('link', { name: 'Session d’hiver – groupe A', exact: true }));
  await pressOn(page.getByRole('link', { name: 'Comparer' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Écarts avec la plateforme' })).toBeVisible();
  await expect(page.getByText('Pas encore comparé')).toBeVisible();
  await pressOn(page.getByRole('button', { name: 'Comparer maintenant' }));
  const absent = page.getByRole('table', { name: 'Absentes du cours, ou sans accès' });
  await expect(absent).toContainText('the e-mail address belongs to another account', { timeout: 20_000 });
  await expect(page.getByText(/^Lu le \d\d/)).toBeVisible();
  await expect(page.getByText(/Rien ne diffère/)).toHaveCount(0);
  await tabTo(absent.getByRole('button', { name: /^Réparer/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/La réparation d’un écart est prévue/)).toBeVisible();
  await expect(absent).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText(/^\d+ écarts? réglés?\. Il n’en reste aucun\.$/)).toBeVisible();

  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Compare now' })).toBeVisible();
  await expect(page.getByText(/^Read on \d\d/)).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
