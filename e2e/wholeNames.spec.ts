import type { Page } from '@playwright/test';
import { Desk, type ExamItem } from './fixtures/desk.ts';
import { listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

// What lists show of long names and titles.
test.use({ settings: { ...demo } });

const title = 'Admission au DC, volet français – groupe du soir, campus de la rivière des Outaouais';
const place = 'Pavillon Marie-Gérin-Lajoie, salle 2140';
const fileName = 'Liste des personnes à convoquer à la session de février, corrigée le 12 janvier.csv';
const firstName = 'Marie-Antoinette-Guillemette';
const lastName = 'Bélanger-Thériault de la Durantaye';
const email = 'marie-antoinette.belanger-theriault-de-la-durantaye@etudiants.universite.example';

/** The texts in a table that are cut: an element that hides what does not fit into it. */
const listCut = (page: Page) =>
  page.locator('.rows-table').evaluateAll((tables) =>
    tables
      .flatMap((table) => [
        ...table.querySelectorAll<HTMLElement>('th, td, :is(th, td) *:not(.sr-only, svg, svg *)'),
      ])
      .filter((element) => getComputedStyle(element).overflowX !== 'visible' || element.matches('th, td'))
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  );

/** The headings whose text ends less than half a letter before the next one. */
const listTouching = (page: Page) =>
  page.locator('.rows-table thead tr').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const boxes = [...head.children].flatMap((cell) => {
        if (cell.querySelector('input')) return [];
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector('button') ?? cell);
        const { left, right, width } = range.getBoundingClientRect();
        return width > 1 ? [{ left, right, text: cell.textContent }] : [];
      });
      return boxes.filter(({ right }, at) => right + 6 > (boxes[at + 1]?.left ?? Number.POSITIVE_INFINITY));
    }),
  );

test('names, titles and addresses are whole in every list at 1280 and 1920 px, and no heading touches the next', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.dc@demo.example', 3);
  const exam = await makeExam(portal.url);
  await staff.place(
    exam,
    new Uint8Array(listOf(`;${lastName};${firstName};${email};F;Génie`)),
    true,
    fileName,
  );
  await enterAs(page, 'super@demo.example');
  for (const language of ['fr', 'en'])
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [path, names] of [
        ['/dc/configuration?tab=cohorts', [title, '9', place]],
        [`/dc/configuration?tab=users&exam=${exam.id}`, [lastName, email]],
        [`/configuration/exams/3/${exam.id}`, [lastName, email]],
        ['/dc/configuration?tab=import', [fileName, title]],
        [`/outbox?q=${email}`, [lastName, email, title]],
        ['/audit', [title]],
        [`/configuration/users?q=${email}`, [lastName, email, 'Candidat']],
        ['/configuration/users', []],
      ] as const) {
        const where = `${path} ${language} ${width}`;
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
        const row = page.locator('.rows-table tbody tr');
        await expect(row.first(), where).toBeVisible();
        for (const name of names) await expect(row.filter({ hasText: name }).first(), where).toBeVisible();
        expect(await listCut(page), where).toEqual([]);
        expect(await listTouching(page), where).toEqual([]);
        const frame = page.locator('.table-frame').first();
        expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth), where).toBe(0);
        // A wide screen is used, but for the margins of the page.
        const card = await page.locator('.table-frame').last().boundingBox();
        expect((card?.x ?? 0) + (card?.width ?? 0), where).toBeGreaterThan(Math.min(width, 1800) - 40);
      }
    }
});

test('the outbox has room for the causes of failures, also where the rows before had none', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, 'super@demo.example');
  await page.goto('/outbox?state=filed&lang=fr');
  const table = page.getByRole('table');
  await expect(table.getByText('Non envoyé').first()).toBeVisible();
  await page.getByLabel('État', { exact: true }).selectOption('failed');
  await expect(table.getByText('Échec').first()).toBeVisible();
  const state = await table.getByRole('columnheader', { name: 'État' }).boundingBox();
  expect(state?.width ?? 0).toBeGreaterThan(200);
});

/** Makes an exam of system 3 with its hours and its place. */
async function makeExam(url: string): Promise<ExamItem> {
  const answer = await fetch(`${url}/api/exam/3`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(url, 'admin.dc@demo.example')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      title,
      examDate: '2099-02-12',
      startTime: '09:00',
      endTime: '12:00',
      placeFr: place,
    }),
  });
  return (await answer.json()) as ExamItem;
}
