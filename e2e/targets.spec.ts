import { demoToLookAt, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToLookAt });

// WCAG 2.2, 2.5.8: a control is hit within 24 by 24 px.
test('each link and button of an exam, and of the lists of cohorts, spaces and mails, is at least 24 px high', async ({
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
  for (const path of ['/outbox', '/dc/configuration?tab=spaces', '/dc/configuration?tab=cohorts']) {
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
