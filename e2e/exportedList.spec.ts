import { readFile } from 'node:fs/promises';
import { Desk } from './fixtures/desk.ts';
import { ImportDesk } from './fixtures/importDesk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { sendAnyway } from './fixtures/mailQuestion.ts';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

for (const [format, end] of [
  ['Excel', '.xlsx'],
  ['CSV', '.csv'],
] as const)
  test(`the list of an exam exported as ${format} is imported into another one as it is, with the language of each candidate`, async ({
    page,
    portal,
  }) => {
    const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
    const former = await staff.makeExam(`Examen exporté en ${format}`);
    const next = await staff.makeExam(`Suite en ${format}`);
    const form = await ImportDesk.open(page, former);
    // A number with leading zeros stays whole.
    await form.check(listOf(`0300123${lineOf('Zoe', { language: 'E' })}`, lineOf('Noel', { language: 'F' })));
    await form.importButton.click();
    await sendAnyway(page, form.done);
    await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);
    const placed = await staff.listCandidates(former.id);

    await page.goto(`/telfer/configuration?tab=users&exam=${former.id}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exporter' }).click();
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^Examen exporté en ${format} .*\\${end}$`));
    const list = await readFile(await file.path());
    if (format === 'CSV') expect(list.toString()).toMatch(/;Langue;État du courriel;/);

    await page.goto(`/telfer/configuration?tab=import&exam=${next.id}`);
    await form.check(list, file.suggestedFilename());
    await form.importButton.click();
    await sendAnyway(page, form.done);
    await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);
    const kept = (people: typeof placed) =>
      people.map(({ firstName, language, studentNumber }) => [firstName, language, studentNumber]).toSorted();
    expect(kept(await staff.listCandidates(next.id))).toEqual(kept(placed));
    expect(kept(placed)).toEqual([
      ['Noel', 'fr', null],
      ['Zoe', 'en', '0300123'],
    ]);
  });
