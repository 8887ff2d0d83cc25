import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/portal.ts';
import { arrival, endedTransitions, StoppedClock, step, watchTransitions } from './fixtures/stoppedClock.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: { DEMO: 'true' } });

const superAdmin = 'super@demo.example';

/** Holds these calls back until told; counts those that have come. */
async function hold(page: Page, url: RegExp) {
  const gate = Promise.withResolvers<void>();
  let count = 0;
  await page.route(url, async (route) => {
    count += 1;
    await gate.promise;
    await route.continue();
  });
  return { count: () => count, release: gate.resolve };
}

/** Paths of the calls as they leave. */
function watchCalls(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.toLowerCase() === path) calls.push(request.method());
  });
  return calls;
}

test.describe('S9.7 the delays', () => {
  test('S9.7 logout waits 1000 ms', async ({ page }) => {
    await enterAs(page, superAdmin);
    const clock = await StoppedClock.start(page);
    const session = () => page.evaluate(() => localStorage.getItem('guichet.session'));
    await page.goto('/logout');
    await clock.until(page.getByRole('heading', { name: 'À bientôt' }));
    await clock.pass(1000 - step - 1);
    expect(new URL(page.url()).pathname).toBe('/logout');
    expect(await session()).toContain('"isAuthenticated":true');
    await clock.pass(step + 1);
    await expect(page).toHaveURL(/\/account\/login$/);
    expect(await session()).not.toContain('"isAuthenticated":true');
  });

  test('S9.7 a dialog whose deed is done closes after 2000 ms', async ({ page }) => {
    await enterAs(page, superAdmin);
    await page.route('**/api/user/updatePassword', (route) => route.fulfill({ json: true }));
    const clock = await StoppedClock.start(page);
    await page.goto('/configuration/users');
    const change = page.getByRole('button', { name: /^Changer le mot de passe de / }).first();
    await clock.until(change, arrival);
    await change.click();
    const dialog = page.getByRole('dialog');
    await clock.until(dialog.getByRole('button', { name: 'Générer un mot de passe' }), arrival);
    await dialog.getByRole('button', { name: 'Générer un mot de passe' }).click();
    await dialog.locator('button[type=submit]').click();
    await clock.until(dialog.getByText(/^Le mot de passe de .* est changé\.$/));
    await clock.pass(2000 - step - 1);
    await expect(dialog).toBeVisible();
    await clock.pass(step + 1);
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
    await clock.pass(1500);
    await page.getByLabel('Infolettre').selectOption('no');
    await clock.pass(1999);
    expect(searches.length).toBe(before);
    await clock.pass(1);
    await expect.poll(() => searches.length).toBe(before + 1);

    await page.goto('/cgpp/configuration?tab=users');
    await clock.until(page.getByRole('table'), arrival);
    const listsBefore = lists.length;
    await page.getByRole('searchbox').pressSequentially('demo');
    await clock.pass(199);
    expect(lists.length).toBe(listsBefore);
    expect(page.url()).not.toContain('q=');
    await clock.pass(1);
    await expect(page).toHaveURL(/q=demo/);
    await clock.pass(step);
    await expect.poll(() => lists.length).toBe(listsBefore + 1);
  });
});

test('S9.8 a loading indicator shows once loading has lasted 200 ms, and never for what is quicker', async ({
  page,
}) => {
  await enterAs(page, superAdmin);
  const clock = await StoppedClock.start(page);
  const loading = page.getByText('Chargement…');
  const table = page.getByRole('table');
  for (const { wait, isShown } of [
    { wait: 200 - step - 1, isShown: false },
    { wait: 200, isShown: true },
  ]) {
    const list = await hold(page, /\/api\/user\/getusersystem\/8$/i);
    await page.goto('/tep/configuration?tab=users');
    await clock.until(() => list.count() === 1);
    await clock.pass(wait);
    await expect(loading).toHaveCount(isShown ? 1 : 0);
    list.release();
    await clock.until(table, arrival);
    await expect(loading).toHaveCount(0);
  }

  // The same for a list that is there already and is asked for again.
  const again = await hold(page, /\/api\/user\/getusersystem\/8$/i);
  await page.getByRole('button', { name: 'Adresse courriel' }).click();
  await clock.until(() => again.count() === 1);
  await clock.pass(200 - step - 1);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await clock.pass(step + 1);
  await expect(page.getByRole('progressbar')).toHaveCount(1);
  again.release();
  await clock.until(async () => (await page.getByRole('progressbar').count()) === 0);
});

test('S9.9 toasts stay 5000 ms and 1000 ms after hover, top right, the newest on top, closed by a click, faded in 300 ms', async ({
  page,
}) => {
  await enterAs(page, superAdmin);
  await watchTransitions(page);
  const clock = await StoppedClock.start(page);
  await page.goto('/ilob/configuration?tab=spaces');
  const toast = (title: string) => page.getByRole('listitem').filter({ hasText: `«\u00a0${title}\u00a0»` });
  const make = async (title: string) => {
    await page.getByLabel('Titre').fill(title);
    await page.getByLabel('Date de l’examen').fill('2099-02-01');
    // By keyboard: the pointer stays where it is.
    await page.getByLabel('Date de l’examen').press('Enter');
    await clock.until(toast(title));
  };
  const expectFaded = async (title: string) => {
    await expect(toast(title)).toHaveCSS('opacity', '0');
    await expect.poll(() => endedTransitions(page)).toContain('li opacity 0 after 300 ms');
    await clock.pass(299);
    await expect(toast(title)).toHaveCount(1);
    await clock.pass(1);
    await expect(toast(title)).toHaveCount(0);
  };
  await clock.until(page.getByRole('button', { name: 'Créer l’espace' }), arrival);
  await page.mouse.move(10, 600);

  await make('Premier');
  const box = await toast('Premier').boundingBox();
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(box?.y).toBeLessThanOrEqual(24);
  expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(24);
  await clock.pass(5000 - step - 1);
  await expect(toast('Premier')).toHaveCSS('opacity', '1');
  await clock.pass(step + 1);
  await expectFaded('Premier');

  await make('Deuxième');
  await toast('Deuxième').hover();
  await make('Troisième');
  const order = page.getByRole('listitem').filter({ hasText: 'est créé' });
  const tops = await order.evaluateAll((cards) =>
    cards
      .map((card) => ({ top: card.getBoundingClientRect().top, text: card.textContent ?? '' }))
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => /«\s(.*?)\s»/.exec(text)?.[1]),
  );
  expect(tops).toEqual(['Troisième', 'Deuxième']);
  await toast('Troisième').click({ position: { x: 80, y: 20 } });
  await expectFaded('Troisième');

  await toast('Deuxième').hover();
  await clock.pass(20_000);
  await expect(toast('Deuxième')).toHaveCSS('opacity', '1');
  await page.mouse.move(10, 600);
  await clock.pass(999);
  await expect(toast('Deuxième')).toHaveCSS('opacity', '1');
  await clock.pass(1);
  await expectFaded('Deuxième');
});

test('S9.10 S9.8 the full-screen spinner lies over everything, fades in within 300 ms and out within 200', async ({
  page,
}) => {
  await enterAs(page, superAdmin);
  await watchTransitions(page);
  const script = await hold(page, /\/assets\/App-[^/]*\.js$/);
  const clock = await StoppedClock.start(page);
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeVisible();
  await expect.poll(script.count).toBe(1);
  const veil = page.getByRole('status').filter({ hasText: 'Chargement…' });
  await clock.pass(199);
  await expect(veil).toHaveCount(0);
  await clock.pass(1);
  await expect(veil).toBeVisible();
  await expect(veil).toHaveCSS('z-index', '99999');
  await expect(veil).toHaveCSS('position', 'fixed');
  expect(await veil.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  await expect(veil.locator('.animate-spin')).toBeVisible();
  await expect.poll(() => endedTransitions(page)).toEqual(['status opacity 1 after 300 ms']);

  script.release();
  const transition = () => veil.evaluate((element) => getComputedStyle(element).transitionDuration);
  await clock.until(async () => (await transition()) === '0.2s');
  await expect.poll(() => endedTransitions(page)).toContain('status opacity 0 after 200 ms');
  await clock.pass(200 - step - 1);
  await expect(veil).toHaveCount(1);
  await clock.pass(step + 1);
  await expect(veil).toHaveCount(0);
});

test('S9.3 French shows dd/MM/y and 24-hour times, and the weeks of a calendar begin on Monday', async ({
  page,
}) => {
  await enterAs(page, superAdmin);
  const line = {
    ...{ id: 9, actorId: 1, actor: 'Zoé', onBehalfOf: null, systemId: 3, subject: null, subjectName: null },
    ...{ action: 'cohort.deactivated', detail: { examDate: '2027-04-30' } },
  };
  // Past noon, and past midnight, at the university: the day before in UTC's eyes is not the day here.
  const lines = ['2027-02-12T20:05:09Z', '2027-07-02T03:59:00Z'].map((at, id) => ({ ...line, id, at }));
  await page.route(/\/api\/audit\?/i, (route) => route.fulfill({ json: { lines, next: null } }));
  await page.goto('/audit');
  const times = page.locator('tbody time');
  await expect(times.nth(0)).toContainText(/12\/02\/2027\s15\sh\s05$/);
  await expect(times.nth(1)).toContainText(/01\/07\/2027\s23\sh\s59$/);

  await page.getByLabel('Du', { exact: true }).fill('2027-02-01');
  await page.getByRole('button', { name: 'Ouvrir le calendrier' }).first().click();
  const month = page.getByRole('grid', { name: /février 2027/i });
  await expect(month.locator('thead th')).toHaveText([
    /^lun/i,
    /^mar/i,
    /^mer/i,
    /^jeu/i,
    /^ven/i,
    /^sam/i,
    /^dim/i,
  ]);
  // The first of February 2027 is a Monday, the last day a Sunday.
  const week = month.locator('tbody tr');
  await expect(week.first().locator('td').first()).toHaveText('1');
  await expect(week.nth(3).locator('td').last()).toHaveText('28');
});
