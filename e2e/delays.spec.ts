import type { Page } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';
import { arrival, StoppedClock, step } from './fixtures/stoppedClock.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo, reducedMotion: 'no-preference' });

const superAdmin = 'super@demo.example';

/** Paths of the calls as they leave. */
function watchCalls(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.toLowerCase() === path) calls.push(request.method());
  });
  return calls;
}

test('S9.7 logout waits 1000 ms', async ({ page }) => {
  await enterAs(page, superAdmin);
  const clock = await StoppedClock.start(page);
  const session = () => page.evaluate(() => localStorage.getItem('guichet.session'));
  await page.goto('/logout');
  await clock.until(page.getByRole('heading', { name: 'À bientôt' }));
  await clock.advance(1000 - step - 1);
  expect(new URL(page.url()).pathname).toBe('/logout');
  expect(await session()).toContain('"isAuthenticated":true');
  await clock.advance(step + 1);
  await expect(page).toHaveURL(/\/account\/login$/);
  expect(await session()).not.toContain('"isAuthenticated":true');
});

test('S9.7 a dialog whose action is done closes after 2000 ms', async ({ page }) => {
  await enterAs(page, superAdmin);
  await page.route('**/api/user/updatePassword', (route) => route.fulfill({ json: true }));
  const clock = await StoppedClock.start(page);
  await page.goto('/configuration/users');
  const change = page.getByRole('button', { name: /^Changer le mot de passe.:/ }).first();
  await clock.until(change, arrival);
  await change.click();
  const dialog = page.getByRole('dialog');
  await clock.until(dialog.getByRole('button', { name: 'Générer un mot de passe' }), arrival);
  await dialog.getByRole('button', { name: 'Générer un mot de passe' }).click();
  await dialog.locator('button[type=submit]').click();
  await clock.until(dialog.getByText(/^Mot de passe changé\s: .*$/));
  await clock.advance(2000 - step - 1);
  await expect(dialog).toBeVisible();
  await clock.advance(step + 1);
  await clock.until(async () => (await dialog.count()) === 0);
});

test('S9.7 the search filter waits 2000 ms after the last change, a list 200 ms', async ({ page }) => {
  await enterAs(page, superAdmin);
  const searches = watchCalls(page, '/api/user/search');
  const lists = watchCalls(page, '/api/user/getusersystem/9');
  const clock = await StoppedClock.start(page);
  await page.goto('/configuration/users');
  await clock.until(page.getByRole('table'), arrival);
  const before = searches.length;
  await page.getByLabel('État du compte').selectOption('active');
  await clock.advance(1500);
  await page.getByLabel('Infolettre').selectOption('no');
  await clock.advance(1999);
  expect(searches.length).toBe(before);
  await clock.advance(1);
  await expect.poll(() => searches.length).toBe(before + 1);

  await page.goto('/cgpp/configuration?tab=users');
  await clock.until(page.getByRole('table'), arrival);
  const listsBefore = lists.length;
  await page.getByRole('searchbox').pressSequentially('demo');
  await clock.advance(199);
  expect(lists.length).toBe(listsBefore);
  expect(page.url()).not.toContain('q=');
  await clock.advance(1);
  await expect(page).toHaveURL(/q=demo/);
  await clock.advance(step);
  await expect.poll(() => lists.length).toBe(listsBefore + 1);
});
