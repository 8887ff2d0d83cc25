import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

/** The day at the university, so many days from now. */
function day(offset: number): string {
  const inToronto = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' });
  return inToronto.format(new Date(Date.now() + offset * 24 * 60 * 60 * 1000));
}

const titleField = (page: Page) => page.getByLabel('Titre');
const dateField = (page: Page) => page.getByLabel('Date de l’examen');
const create = (page: Page) => page.getByRole('button', { name: 'Créer l’examen' });
const required = /Entrez (?:le titre|la date) de l’examen\./;
/** What the form says of an exam that it has made. */
const made = (page: Page, title: string) => page.getByText(/^Examen créé/).filter({ hasText: title });
const past = 'Cette date est passée. Choisissez aujourd’hui ou une date ultérieure.';

async function open(page: Page) {
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/np/configuration?tab=spaces');
  await expect(create(page)).toBeVisible();
}

/** Bodies of the calls that make exam spaces in system 4, as they leave. */
function watchCalls(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/exam/4')
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

test('S2.42 S4.14 a good submit calls POST /api/exam/4 once; the button waits with a spinner meanwhile', async ({
  page,
}) => {
  await open(page);
  const bodies = watchCalls(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/exam/4', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await titleField(page).fill('  Hiver 2099 – «\u00a0spécial\u00a0» <b>&amp;</b>  ');
  await dateField(page).fill('2099-01-15');
  await create(page).dblclick();
  const busy = page.getByRole('button', { name: 'Création…' });
  await expect(busy).toBeDisabled();
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect(busy.locator('.animate-spin')).toBeVisible();
  await titleField(page).press('Enter');
  answer.resolve();

  await expect(made(page, 'Hiver 2099 – «\u00a0spécial\u00a0» <b>&amp;</b>')).toContainText(
    '15 janvier 2099',
  );
  await expect(create(page)).toBeEnabled();
  await expect(titleField(page)).toHaveValue('');
  await expect(dateField(page)).toHaveValue('');
  expect(bodies).toMatchObject([
    { title: 'Hiver 2099 – «\u00a0spécial\u00a0» <b>&amp;</b>', examDate: '2099-01-15' },
  ]);
});

test('S5.15 title and date are required, told at each field and only after a submit', async ({ page }) => {
  await open(page);
  const bodies = watchCalls(page);
  await titleField(page).fill('   ');
  await expect(page.getByText(required)).toHaveCount(0);
  await create(page).click();
  await expect(page.getByText(required)).toHaveCount(2);
  await expect(titleField(page)).toBeFocused();
  await expect(titleField(page)).toHaveAccessibleDescription(required);
  await titleField(page).fill('Sans date');
  await create(page).click();
  await expect(page.getByText(required)).toHaveCount(1);
  await expect(dateField(page)).toBeFocused();
  await expect(dateField(page)).toHaveAccessibleDescription(required);
  expect(bodies).toEqual([]);
});

test('S5.16 yesterday is refused and stays as it was typed; today is accepted', async ({ page }) => {
  await open(page);
  await titleField(page).fill('Le jour même');
  await dateField(page).fill(day(-1));
  await create(page).click();
  await expect(page.getByText(past)).toBeVisible();
  await expect(dateField(page)).toHaveValue(day(-1));
  await expect(titleField(page)).toHaveValue('Le jour même');
  await dateField(page).fill(day(0));
  await create(page).click();
  await expect(made(page, 'Le jour même')).toBeVisible();
  await expect(page.getByText(past)).toHaveCount(0);
});

test('S5.17 only yyyy-mm-dd is accepted, typed or picked', async ({ page }) => {
  await open(page);
  const bodies = watchCalls(page);
  await titleField(page).fill('Dates');
  for (const text of ['31/12/2099', '2099-13-01', '2099-02-30', '20990101', '2099-1-1']) {
    await dateField(page).fill(text);
    await create(page).click();
    await expect(
      page.getByText(/sous la forme aaaa-mm-jj\.|^Le 30\sfévrier \d{4} n’existe pas/),
    ).toBeVisible();
    await expect(dateField(page)).toHaveValue(text);
    await dateField(page).fill('');
    await create(page).click();
    await expect(page.getByText(required)).toHaveCount(1);
  }
  expect(bodies).toEqual([]);

  await dateField(page).fill('2099-12-05');
  await page.getByRole('button', { name: 'Ouvrir le calendrier' }).press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dateField(page)).toHaveValue('2099-12-12');
  await create(page).click();
  await expect(made(page, 'Dates')).toContainText('12 décembre 2099');
  expect(bodies).toMatchObject([{ title: 'Dates', examDate: '2099-12-12' }]);
});

test.describe('when the server answers what nobody expects', () => {
  const answers = {
    'a 500': (page: Page) =>
      page.route('**/api/exam/4', (route) => route.fulfill({ status: 500, body: 'oops' })),
    'a page of a proxy': (page: Page) =>
      page.route('**/api/exam/4', (route) =>
        route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }),
      ),
    nothing: (page: Page) => page.route('**/api/exam/4', (route) => route.fulfill({ status: 204 })),
    'a broken line': (page: Page) => page.route('**/api/exam/4', (route) => route.abort('connectionreset')),
  };
  for (const [what, answerWith] of Object.entries(answers)) {
    test(`${what}: says so, and keeps what was typed for another try`, async ({ page }) => {
      await open(page);
      await answerWith(page);
      await titleField(page).fill(`Après ${what}`);
      await dateField(page).fill('2099-05-01');
      await create(page).click();
      await expect(page.getByRole('alert')).toContainText(/réessayez/i);
      await expect(titleField(page)).toHaveValue(`Après ${what}`);
      await expect(dateField(page)).toHaveValue('2099-05-01');
      await page.unroute('**/api/exam/4');
      await create(page).click();
      await expect(made(page, `Après ${what}`)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  }
});

test('a title that is too long is kept with its length, and a very long one breaks nothing at 320 px', async ({
  page,
  portal,
}) => {
  const desk = await Desk.open(portal.url, 'admin.np@demo.example', 4);
  const title = 'Évaluation'.repeat(12).slice(0, 128);
  await desk.makeExam(title, '2099-07-01');
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page);
  await titleField(page).fill('x'.repeat(200));
  await expect(titleField(page)).toHaveValue('x'.repeat(200));
  await expect(page.getByText('200 / 128')).toBeVisible();
  for (const tab of ['Espaces', 'Importation', 'Cohortes', 'Personnes']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(
      page.getByText(title).filter({ visible: true }).or(page.getByRole('combobox')).or(create(page)).first(),
    ).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${tab} is wider than the window`).toBeLessThanOrEqual(0);
  }
});

test('hours stand side by side below the title at 1280 px, and below one another at 320 px; places are as wide as it', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('button', { name: /^Titre en anglais, heures/ }).click();
  const widthOf = async (label: string) =>
    (await page.getByLabel(label, { exact: true }).boundingBox())?.width ?? 0;
  const gap = 12;
  for (const [width, least, side] of [
    [1280, 500, 2],
    [320, 230, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // The layout follows the window, at once or a frame later.
    await expect.poll(() => widthOf('Titre')).toBeGreaterThan(least);
    const whole = await widthOf('Titre');
    for (const label of ['Heure de début', 'Heure de fin'])
      await expect.poll(() => widthOf(label), `${label} at ${width}`).toBe((whole - gap * (side - 1)) / side);
    for (const label of ['Lieu en français', 'Lieu en anglais'])
      await expect.poll(() => widthOf(label), `${label} at ${width}`).toBe(whole);
  }
});
