import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { pdfPages } from './fixtures/pdfText.ts';
import { demoToLookAt, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToLookAt });

/** CSS pixels of a letter page between the margins below. */
const width = 736;
const margin = '40px';

/** Pages of work, each with words of its last column or part, as the PDF has them: without blanks. */
const pages = (examId: number): [path: string, last: string][] => [
  [`/dc/configuration?tab=users&size=50&exam=${examId}`, 'Plateforme'],
  [`/configuration/exams/3/${examId}`, 'Plateforme'],
  ['/dc/configuration?tab=cohorts', 'Plateforme'],
  ['/outbox?system=3', 'Date'],
  ['/audit?system=3', 'Date'],
  ['/configuration/users', 'Examens'],
];

test('pages of work are printed whole on a letter page, in black on white, without bars and controls', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.dc@demo.example', 3);
  const exam = (await staff.listExams()).find(({ numberOfCandidates }) => numberOfCandidates === 60);
  await enterAs(page, 'admin.dc@demo.example');
  await page.evaluate(() => localStorage.setItem('guichet.theme', 'dark'));
  for (const [path, last] of pages(exam?.id ?? 0)) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expectPrinted(page, path);
    const rows = page.locator('tbody tr');
    const cells = await rows.first().locator('th, td').evaluateAll(rightEdges);
    expect(Math.max(...cells), path).toBeLessThanOrEqual(width);
    const text = pdfPages(await page.pdf({ format: 'Letter', margin: { left: margin, right: margin } })).join(
      '',
    );
    expect(text, path).toContain(last);
    for (const control of ['Fermerlasession', 'Exporter', 'Filtrer', 'Nouveaucompte', 'Tousdroitsréservés'])
      expect(text, path).not.toContain(control);
  }
});

test('a candidate prints their exams without bars and buttons', async ({ page }) => {
  await enterAs(page, 'candidate.dc@demo.example');
  await page.evaluate(() => localStorage.setItem('guichet.theme', 'dark'));
  await page.goto('/my-exams');
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expectPrinted(page, '/my-exams');
});

/** In print media at the width of the paper: nothing reaches beyond it, no control shows, and texts are black. */
async function expectPrinted(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width, height: 960 });
  await expect(page.getByRole('banner'), path).toHaveCount(0);
  const main = page.locator('main');
  await expect(main.locator('h1'), path).toBeVisible();
  for (const control of [
    'nav',
    '.button',
    '[role=toolbar]',
    '[role=tablist]',
    '[role=search]',
    '[type=checkbox]',
  ])
    await expect(main.locator(control).filter({ visible: true }), `${path} ${control}`).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
  const colours = await main
    .locator('h1, tbody th')
    .evaluateAll((all) => [...new Set(all.map((element) => getComputedStyle(element).color))]);
  expect(colours, path).toEqual(['rgb(0, 0, 0)']);
  const frames = await main
    .locator('.table-frame')
    .evaluateAll((all) =>
      all.map((frame) => getComputedStyle(frame).overflow + getComputedStyle(frame).maxHeight),
    );
  for (const frame of frames) expect(frame, path).toBe('visiblenone');
}

const rightEdges = (all: Element[]) => all.map((cell) => cell.getBoundingClientRect().right);
