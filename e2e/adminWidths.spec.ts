import type { Locator, Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { pressOn } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo, viewport: { width: 1280, height: 800 } });

const administrator = 'admin.dc@demo.example';
const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'America/Toronto' }).format();
const longTitle =
  'Examen d’admission au programme de droit canadien, session d’hiver, première séance du matin';

/** The number of lines in which these elements stand. */
async function countLines(elements: Locator): Promise<number> {
  const middles = await elements.evaluateAll((all) =>
    all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round((top + height / 2) / 8);
    }),
  );
  return new Set(middles).size;
}

/** The number of lines of a text. */
const linesOfText = (element: Locator) =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getClientRects().length;
  });

async function openExam(page: Page, url: string, title: string, day?: string) {
  const desk = await Desk.open(url, administrator, 3);
  const exam = await desk.makeExam(title, day);
  await desk.place(exam, new Uint8Array(listOf(lineOf('Anouk'), lineOf('Basile'), lineOf('Cyrille'))));
  await enterAs(page, administrator);
  await page.goto(`/configuration/exams/3/${exam.id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return exam;
}

for (const [when, day] of [
  ['to come', undefined],
  ['of today', today],
] as const)
  test(`the actions of an exam ${when} stand in one row beside a long title, in both languages`, async ({
    page,
    portal,
  }) => {
    const { id } = await openExam(page, portal.url, longTitle, day);
    for (const [language, sheet] of [
      ['fr', 'Feuille de présence'],
      ['en', 'Attendance sheet'],
    ] as const) {
      await page.goto(`/${language}/configuration/exams/3/${id}`);
      await expect(page.getByRole('link', { name: sheet, exact: true })).toBeVisible();
      expect(await countLines(page.locator('main header > div:last-child > div > :is(a, button)'))).toBe(1);
    }
  });

test('the sender of one system is a form, which never scrolls sideways', async ({ page }) => {
  await enterAs(page, administrator);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/configuration/contacts');
    const cell = page.getByRole('textbox', { name: 'Téléphone – DC' });
    await expect(cell).toBeVisible();
    const frame = page.locator('.table-frame');
    expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    expect((await cell.boundingBox())?.width).toBeGreaterThan(200);
  }
});

test('the history of a person is one press away, and whoever does not unenrol after all stays in the panel', async ({
  page,
  portal,
}) => {
  await openExam(page, portal.url, 'Panneau');
  await pressOn(page.getByRole('button', { name: /^Voir les renseignements.*Anouk/ }));
  const panel = page.getByRole('dialog', { name: /Anouk/ });
  const history = panel.getByRole('heading', { name: 'Parcours' });
  await pressOn(panel.getByRole('button', { name: 'Parcours' }));
  await expect(history).toBeInViewport({ ratio: 1 });
  const { y = 0, height = 0 } = (await panel.locator('xpath=..').boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(800 - 16);
  const ways = panel.getByRole('button', { name: /^(Déplacer|Désinscrire).*Panneau/ });
  await expect(ways).toHaveCount(2);
  expect(await countLines(ways)).toBe(1);
  await pressOn(ways.last());
  const question = page.getByRole('alertdialog');
  await pressOn(question.getByRole('button', { name: 'Non', exact: true }));
  await expect(question).toHaveCount(0);
  await expect(panel).toBeVisible();
  await expect(ways.last()).toBeFocused();
});

test('people at the door stand in low rows, which a tick does not move; before the day they are there to read', async ({
  page,
  portal,
}) => {
  const { id } = await openExam(page, portal.url, 'Porte', today);
  await page.goto(`/configuration/exams/3/${id}/presence`);
  const rows = page.getByRole('list', { name: 'Pointage des présences' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const tops = () => rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await tops();
  await pressOn(page.getByRole('button', { name: /^Présent.*Anouk/ }));
  await expect(rows.first()).toContainText('Pointage');
  expect(await tops()).toEqual(before);
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(56);
  const button = await page.getByRole('button', { name: /^Absent.*Basile/ }).boundingBox();
  expect(button?.height).toBeGreaterThanOrEqual(44);

  const later = await openExam(page, portal.url, 'Plus tard');
  await page.goto(`/configuration/exams/3/${later.id}/presence`);
  await expect(page.getByText(/le pointage commence ce jour/)).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Présent/ })).toHaveCount(0);
});

test('super admins find their ways in one row, and no name of a system breaks within a word', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  for (const language of ['fr', 'en']) {
    await page.goto(`/${language}/configuration`);
    const platforms = page.locator('main a[href="/configuration/platforms"]');
    await expect(platforms).toBeVisible();
    expect(await countLines(platforms.locator('xpath=..').locator('a, button'))).toBe(1);
    await expect(page.getByRole('link', { name: 'education/TCL', exact: true })).toBeVisible();
    expect(await linesOfText(page.getByRole('link', { name: 'education/TCL', exact: true }))).toBe(1);
  }
  await page.goto('/fr/configuration/contacts');
  const name = page.getByRole('rowheader', { name: 'education/TCL', exact: true });
  await expect(name).toBeVisible();
  expect(await linesOfText(name)).toBe(1);
});
