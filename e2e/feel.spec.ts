import type { Page } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';
import { arrival, endedTransitions, StoppedClock, step, watchTransitions } from './fixtures/stoppedClock.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo, reducedMotion: 'no-preference' });

const superAdmin = 'super@demo.example';

/** Holds these requests back until told; counts those that have come. */
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

/**
 * Counts in the page itself, to be called before it opens: on a busy machine a request reaches a route many steps of the
 * stopped clock after the page has sent it.
 */
async function countCalls(page: Page, url: RegExp): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const asked: string[] = [];
    const send = window.fetch;
    Object.assign(window, { asked });
    window.fetch = (input, init) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return send(input, init);
    };
  });
  return async () => {
    const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked);
    return asked.filter((address) => url.test(address)).length;
  };
}

test('S9.8 a loading indicator shows once loading has lasted 200 ms, and never for what is quicker', async ({
  page,
}) => {
  await enterAs(page, superAdmin);
  const listUrl = /\/api\/user\/getusersystem\/8$/i;
  const calls = await countCalls(page, listUrl);
  const clock = await StoppedClock.start(page);
  const loading = page.getByText('Chargement…');
  const table = page.getByRole('table');
  for (const { wait, isShown } of [
    { wait: 200 - step - 1, isShown: false },
    { wait: 200, isShown: true },
  ]) {
    const list = await hold(page, listUrl);
    await page.goto('/tep/configuration?tab=users');
    await clock.until(async () => (await calls()) === 1);
    await clock.advance(wait);
    await expect(loading).toHaveCount(isShown ? 1 : 0);
    list.release();
    await clock.until(table, arrival);
    await expect(loading).toHaveCount(0);
  }

  // The same for a list that is there already and is asked for again.
  const again = await hold(page, listUrl);
  const before = await calls();
  await page.getByRole('button', { name: 'Adresse courriel' }).click();
  await clock.until(async () => (await calls()) > before);
  await clock.advance(200 - step - 1);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await clock.advance(step + 1);
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
    await clock.advance(299);
    await expect(toast(title)).toHaveCount(1);
    await clock.advance(1);
    await expect(toast(title)).toHaveCount(0);
  };
  await clock.until(page.getByRole('button', { name: 'Créer l’examen' }), arrival);
  await page.mouse.move(10, 600);

  await make('Premier');
  const box = await toast('Premier').boundingBox();
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(box?.y).toBeLessThanOrEqual(24);
  expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(24);
  await clock.advance(5000 - step - 1);
  await expect(toast('Premier')).toHaveCSS('opacity', '1');
  await clock.advance(step + 1);
  await expectFaded('Premier');

  await make('Deuxième');
  await make('Troisième');
  const order = page.getByRole('listitem').filter({ hasText: 'Examen créé' });
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
  await clock.settle();
  await clock.advance(20_000);
  await expect(toast('Deuxième')).toHaveCSS('opacity', '1');
  await page.mouse.move(10, 600);
  await clock.settle();
  await clock.advance(999);
  await expect(toast('Deuxième')).toHaveCSS('opacity', '1');
  await clock.advance(1);
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
  await clock.advance(199);
  await expect(veil).toHaveCount(0);
  await clock.advance(1);
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
  await clock.advance(200 - step - 1);
  await expect(veil).toHaveCount(1);
  await clock.advance(step + 1);
  await expect(veil).toHaveCount(0);
});

test('a toast is not hidden by a dialog that opens after it, and covers none of its controls', async ({
  page,
}) => {
  await enterAs(page, superAdmin);
  const clock = await StoppedClock.start(page);
  for (const [width, height] of [
    [1280, 800],
    [640, 320],
    [320, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/ilob/configuration?tab=spaces');
    const title = `Debout ${width}`;
    await clock.until(page.getByRole('button', { name: 'Créer l’examen' }), arrival);
    await page.getByLabel('Titre').fill(title);
    await page.getByLabel('Date de l’examen').fill('2099-02-01');
    await page.getByLabel('Date de l’examen').press('Enter');
    await clock.until(page.getByRole('listitem').filter({ hasText: title }));
    await page.getByRole('tab', { name: 'Cohortes' }).press('Enter');
    const menu = page.getByRole('button', { name: new RegExp(`^Autres actions.*${title}$`) });
    await clock.until(menu);
    await menu.press('Enter');
    const copy = page.getByRole('menuitem', { name: 'Copier l’examen…' });
    await clock.until(copy);
    await copy.press('Enter');
    await clock.until(page.getByRole('dialog'));
    await clock.advance(100);
    await expect.poll(() => listCovered(page), `${width} × ${height}`).toEqual([]);
  }
});

/** The toasts and the controls of the dialog on which something else lies. */
function listCovered(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[role=status] li')];
    const controls = [...document.querySelectorAll('[role=dialog] :is(button, input)')];
    if (toasts.length === 0 || controls.length < 3) return ['no toast or no dialog'];
    const covered = [...toasts, ...controls].filter((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      // Null: scrolled out of the window.
      return top !== null && !element.contains(top);
    });
    return covered.map((element) => element.getAttribute('aria-label') || element.textContent);
  });
}
