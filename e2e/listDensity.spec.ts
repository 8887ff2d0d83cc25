import type { Locator } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { lineOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { makeExam, openUsers } from './fixtures/usersTab.ts';
import { enterAs } from './fixtures/visitor.ts';

// How much of a list shows without scrolling.
test.use({ settings: { ...demo } });

test('twelve people show without scrolling at 1280 by 800, in rows of 36 to 40 px', async ({
  page,
  portal,
}) => {
  const { exam } = await makeExam(
    portal,
    'Douze à la fois',
    Array.from({ length: 20 }, (_, n) => lineOf(`Ligne${n + 10}`)),
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await openUsers(page, exam, 'super@demo.example', '&size=50');
  for (const path of [null, '/configuration/users?size=50']) {
    if (path) await page.goto(path);
    await expect(page.locator('tbody tr').nth(12)).toBeAttached();
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => ({ bottom, height })),
      );
    expect(rows.filter(({ bottom }) => bottom <= 800).length, path ?? 'exam').toBeGreaterThanOrEqual(12);
    for (const { height } of rows) expect([36, 37, 38, 39, 40]).toContain(Math.round(height));
  }
});

test('twelve candidates show below a banner and the states of mails, a long name on one line', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.dc@demo.example', 3);
  const exam = (await staff.listExams()).find(({ numberOfCandidates }) => numberOfCandidates === 60);
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, 'admin.dc@demo.example');
  for (const [language, one] of [
    ['fr', `&exam=${exam?.id}`],
    ['en', `&exam=${exam?.id}`],
    ['fr', ''],
  ] as const) {
    await page.goto(`/dc/configuration?lang=${language}&tab=users&size=50&sort=lastName${one}`);
    await expect(page.locator('tbody tr')).toHaveCount(50);
    await expect(page.locator('main img').first()).toBeVisible();
    // How many states there are depends on how far the mails have come meanwhile.
    if (one) await expect(page.getByRole('figure').getByRole('listitem').nth(2)).toBeVisible();
    const rows = await page.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => ({
        bottom: row.getBoundingClientRect().bottom,
        height: Math.round(row.getBoundingClientRect().height),
      })),
    );
    expect(rows.filter(({ bottom }) => bottom <= 800).length, language + one).toBeGreaterThanOrEqual(12);
    expect([...new Set(rows.map(({ height }) => height))]).toEqual([39]);
    expect(
      await page.locator('.table-frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth),
    ).toBe(0);
  }
});

test('an address stands on the line of its row', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, 'super@demo.example');
  for (const path of ['/configuration/users?size=10', '/dc/configuration?tab=users']) {
    await page.goto(path);
    const row = page.locator('tbody tr').nth(1);
    const middleOf = async (text: Locator) => {
      const box = await text.boundingBox();
      return box ? box.y + box.height / 2 : Number.NaN;
    };
    const address = await middleOf(row.locator('a[href^="mailto:"] span').first());
    expect(Math.abs(address - (await middleOf(row))), path).toBeLessThan(1.5);
  }
});

test('the list of everybody shows whole headings and student numbers at 1280 px, in both languages', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, 'super@demo.example');
  for (const language of ['fr', 'en']) {
    await page.goto(`/configuration/users?lang=${language}&size=25`);
    await expect(page.locator('tbody tr')).toHaveCount(25);
    const cut = await page
      .locator('thead th, tbody td:is(:nth-child(5), :nth-child(6), :nth-child(8))')
      .evaluateAll((all) =>
        all.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
      );
    expect(cut, language).toEqual([]);
  }
});

test('at 320 px an account is made from the list of an exam too, and the filters of everybody wait behind a button', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { exam } = await makeExam(portal, 'Étroit', [lineOf('Seule')]);
  await openUsers(page, exam);
  await page.getByRole('button', { name: 'Autres actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Nouveau compte' }).click();
  await expect(page.getByRole('dialog', { name: 'Nouveau compte' })).toBeVisible();

  await page.goto('/configuration/users');
  const first = page.getByRole('rowheader').first();
  await expect(first).toBeVisible();
  expect(await first.evaluate((cell) => cell.getBoundingClientRect().bottom)).toBeLessThanOrEqual(640);
  const role = page.getByLabel('Rôle', { exact: true });
  await expect(role).toBeHidden();
  await page.getByRole('button', { name: 'Filtrer' }).click();
  await role.selectOption({ index: 1 });
  await expect(page.getByRole('button', { name: 'Filtrer (1)' })).toBeVisible();
});

test('at 320 by 640 the first candidate is on the first screen, with their address and the state of their mail', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const names = Array.from({ length: 12 }, (_, n) => lineOf(`Petite${n + 10}`));
  const { exam } = await makeExam(portal, 'Un long titre d’examen pour un petit écran', names);
  for (const query of ['', '&size=50']) {
    await openUsers(page, exam, undefined, query);
    const first = page.locator('tbody tr').first();
    await expect(first.getByRole('link')).toBeVisible();
    const { bottom, right } = await first.evaluate((row) => row.getBoundingClientRect());
    expect(bottom).toBeLessThanOrEqual(640);
    expect(right).toBeLessThanOrEqual(320);
  }
});

test('rows of the outbox and the audit log are of 36 to 40 px, and those of exams without a place; with one they have two lines at most, and an exam’s actions stand beside its title', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.dc@demo.example', 3);
  await staff.makeExam('Sans lieu', '2099-12-30', { startTime: '09:00', endTime: '12:30' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, 'super@demo.example');
  const heights = () =>
    page
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
  for (const path of ['/outbox', '/audit']) {
    await page.goto(path);
    await expect(page.locator('tbody tr').nth(10)).toBeVisible();
    const low = (await heights()).filter((height) => height >= 36 && height <= 40);
    expect(low.length, path).toBeGreaterThanOrEqual(11);
  }
  await page.goto('/dc/configuration?tab=cohorts&show=all');
  await expect(page.locator('tbody tr').nth(3)).toBeVisible();
  // A title may take two lines, as does a day with a place below it, which is 51 px.
  expect(Math.max(...(await heights()))).toBeLessThanOrEqual(51);
  const bare = await page.getByRole('row', { name: /^Sans lieu/ }).boundingBox();
  expect([36, 37, 38, 39, 40]).toContain(Math.round(bare?.height ?? 0));
  await page.getByRole('link', { name: 'Séance 1 – groupe A', exact: true }).click();
  const first = page.locator('tbody tr').first();
  await expect(first).toBeInViewport({ ratio: 1 });
  const middleOf = (name: 'heading' | 'link', label?: string) =>
    page
      .getByRole(name, label === undefined ? { level: 1 } : { name: label, exact: true })
      .evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        return top + height / 2;
      });
  // The actions come with the exam, a moment after its title.
  await expect
    .poll(async () => Math.abs((await middleOf('heading')) - (await middleOf('link', 'Attestations'))))
    .toBeLessThan(8);
});
