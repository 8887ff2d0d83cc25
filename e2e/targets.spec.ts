import type { Locator } from '@playwright/test';
import { demoToLookAt, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToLookAt });

// WCAG 2.2, 2.5.8: a control is hit within 24 by 24 px.
test('each link and button of an exam, and of the lists of exams and mails, is at least 24 px high', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, 'super@demo.example');
  const low = () =>
    page
      .locator('main')
      .locator('a[href], button')
      .evaluateAll((all) =>
        all
          .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 24)
          .map((control) => `${control.textContent}: ${control.getBoundingClientRect().height}`),
      );
  for (const path of ['/outbox', '/dc/configuration?tab=cohorts']) {
    await page.goto(path);
    await expect(
      page
        .locator('tbody tr')
        .first()
        .getByRole('link')
        .or(page.locator('tbody tr').first().getByRole('button'))
        .first(),
    ).toBeVisible();
    expect(await low(), path).toEqual([]);
  }
  await page.getByRole('rowheader').getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Texte de la convocation' })).toBeVisible();
  await expect(page.locator('tbody tr').first()).toBeVisible();
  expect(await low(), 'exam').toEqual([]);
});

// At 400 % zoom a small screen is as narrow as this.
for (const [language, last] of [
  ['fr', 'English'],
  ['en', 'Français'],
] as const)
  for (const width of [180, 320])
    test(`the controls of the banner in ${language} lie on the page and not on one another at ${width} pixels`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(`/${language}/login`);
      const banner = page.getByRole('banner');
      await expect(banner.getByRole('button', { name: last })).toBeVisible();
      expect(await listMisplaced(banner)).toEqual([]);
      await enterAs(page, 'super@demo.example');
      await page.goto(`/${language}/home`);
      await expect(banner.getByRole('link')).toHaveCount(3);
      expect(await listMisplaced(banner)).toEqual([]);
    });

/** The links and buttons that reach out of the page to a side, and those that overlap another one. */
function listMisplaced(banner: Locator): Promise<string[]> {
  return banner.locator('a, button').evaluateAll((all) => {
    if (all.length < 2) throw new Error('There are too few controls.');
    const named = all.map((control) => ({
      name: control.textContent || control.getAttribute('title'),
      box: control.getBoundingClientRect(),
    }));
    const outside = named.filter(
      ({ box }) => box.left < 0 || box.right > document.documentElement.clientWidth,
    );
    const overlapping = named.filter(({ box }) =>
      named.some(
        (other) =>
          other.box !== box &&
          other.box.left < box.right - 1 &&
          box.left < other.box.right - 1 &&
          other.box.top < box.bottom - 1 &&
          box.top < other.box.bottom - 1,
      ),
    );
    return [
      ...outside.map(({ name }) => `${name} lies outside`),
      ...overlapping.map(({ name }) => `${name} overlaps`),
    ];
  });
}
