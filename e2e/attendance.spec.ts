import { Desk } from './fixtures/desk.ts';
import { listOf } from './fixtures/lists.ts';
import { pdfPages } from './fixtures/pdfText.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToFill });

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Vanderbilt de la Tour-Saint-Jacques-de-Compostelle';
const lines = Array.from({ length: 59 }, (_, n) => {
  const number = 300500100 + n;
  return `${number};Néel${number};Éloïse;presence${n}@etu.example.ca;F;Droit`;
});

test('an attendance sheet is printed on A4 in French and on letter in English: each candidate once, title and “page n of m” on each page', async ({
  page,
  portal,
}) => {
  const admin = await Desk.open(portal.url, 'admin.ac@demo.example', 6);
  const exam = await admin.makeExam('Examen à signer');
  const long = `300500999;${longName};Anne-Élisabeth;presence.longue@etu.example.ca;F;Droit`;
  await admin.place(exam, new Uint8Array(listOf(...lines, long)));

  await enterAs(page, 'admin.ac@demo.example');
  await page.goto('/ac/configuration?tab=cohorts');
  await page.getByRole('button', { name: 'Actions : Examen à signer' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Feuille', { delay: 40 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader')).toHaveCount(60);
  await page.getByRole('radio', { name: 'A4' }).press('Space');
  await expect(page.getByRole('radio', { name: 'A4' })).toBeChecked();

  const french = await print();
  expect(french.size).toEqual([595, 842]);
  check(french.pages, (n, of) => `Page${n}de${of}`, 'Feuilledeprésence', '12février2099');

  await page.getByRole('radio', { name: 'Anglais' }).press('Space');
  await page.getByRole('radio', { name: 'Lettre' }).press('Space');
  await expect(page.getByRole('radio', { name: 'Lettre' })).toBeChecked();
  await expect(page.getByRole('columnheader', { name: 'No.', exact: true })).toBeVisible();
  const english = await print();
  expect(english.size).toEqual([612, 792]);
  check(english.pages, (n, of) => `Page${n}of${of}`, 'Attendancesheet', 'February12,2099');

  async function print() {
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
    return { size: [Math.round(Number(width)), Math.round(Number(height))], pages: pdfPages(pdf) };
  }
});

function check(
  pages: string[],
  numberOf: (n: number, of: number) => string,
  title: string,
  day: string,
): void {
  expect(pages.length).toBeGreaterThan(2);
  for (const [at, text] of pages.entries()) {
    expect(text).toContain(numberOf(at + 1, pages.length));
    for (const head of [title, 'Examenàsigner', day, 'Signature']) expect(text.split(head)).toHaveLength(2);
  }
  const all = pages.join('');
  for (let number = 300500100; number < 300500159; number++)
    expect(all.split(`Néel${number},Éloïse`), `${number}`).toHaveLength(2);
  expect(all).toContain(`${longName.replaceAll(' ', '')},Anne-Élisabeth`);
  // Nothing of the screen around it.
  for (const word of ['Imprimer', 'Fermerlasession', 'Tousdroits']) expect(all).not.toContain(word);
}
