import { wordRemark } from '@guichet/contract/learning/learning.remarks';
import { pressOn, tabTo } from './fixtures/keyboard.ts';
import { pageTextsIn } from './fixtures/pageTexts.ts';
import { test as base, demo, expect } from './fixtures/portal.ts';
import { plural } from './fixtures/sessionActs.ts';
import { languagesOfSessions, readIn, withPortalOfItsOwn } from './fixtures/sessionLanguages.ts';
import { enterAs } from './fixtures/visitor.ts';

base.use({ settings: demo });

for (const language of languagesOfSessions) {
  const test = withPortalOfItsOwn(base, language);
  test(`by keyboard in ${language}, an exam is compared with the platform, and who was refused there is repaired; in the other language as well`, async ({
    page,
  }) => {
    const t = pageTextsIn(language);
    await enterAs(page, 'admin.dc@demo.example');
    await page.goto('/dc/configuration?tab=cohorts');
    await readIn(page, language);
    await pressOn(page.getByRole('link', { name: /^(Séance 3 – groupe A|Sitting 3 – group A)$/ }));
    await pressOn(page.getByRole('link', { name: t('Drift.Open') }));
    await expect(page.getByRole('heading', { level: 1, name: t('Drift.Title') })).toBeVisible();
    await expect(page.getByText(t('Drift.Never'))).toBeVisible();
    await pressOn(page.getByRole('button', { name: t('Drift.Read') }));
    const absent = page.getByRole('table', { name: t('Drift.List.missing') });
    await expect(absent).toContainText(wordRemark('addressTaken', {}, language), { timeout: 20_000 });
    const readAt = page.getByText(language === 'fr' ? /^Lu le \d/ : /^Read on \w+\s\d/);
    await expect(readAt).toBeVisible();
    await expect(page.getByText(t('Drift.Same'))).toHaveCount(0);
    await tabTo(absent.getByRole('button', { name: new RegExp(`^${t('Drift.Repair')}`) }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(plural(t, 'Drift.Repairing', 1))).toBeVisible();
    await expect(absent).toHaveCount(0, { timeout: 30_000 });
    const settled = language === 'fr' ? /^\d+ écarts? réglés?\. Il n’en/ : /^\d+ differences? settled\. None/;
    await expect(page.getByText(settled)).toBeVisible();
    await expect(readAt).toBeVisible();

    const [other, name] = language === 'fr' ? (['en', 'English'] as const) : (['fr', 'Français'] as const);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('button', { name: pageTextsIn(other)('Drift.Read') })).toBeVisible();
    await expect(page.getByText(other === 'fr' ? /^Lu le \d/ : /^Read on \w+\s\d/)).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
