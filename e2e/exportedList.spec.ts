import { readFile } from 'node:fs/promises';
import { Desk } from './fixtures/desk.ts';
import { ImportDesk } from './fixtures/importDesk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { sendAnyway } from './fixtures/mailQuestion.ts';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

test('the exported list of an exam is imported into another one as it is, with the language of each candidate', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const former = await staff.makeExam('Examen exporté');
  const next = await staff.makeExam('Examen suivant');
  const form = await ImportDesk.open(page, former);
  await form.check(listOf(lineOf('Zoe', { language: 'E' }), lineOf('Noel', { language: 'F' })));
  await form.importButton.click();
  await sendAnyway(page, form.done);
  await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);

  await page.goto(`/telfer/configuration?tab=users&exam=${former.id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  const list = await readFile(await (await download).path());
  expect(list.toString()).toMatch(/;Langue;État du courriel;/);

  await page.goto(`/telfer/configuration?tab=import&exam=${next.id}`);
  await form.check(list);
  await form.importButton.click();
  await sendAnyway(page, form.done);
  await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);
  const languages = (await staff.listCandidates(next.id)).map(({ firstName, language }) => [
    firstName,
    language,
  ]);
  expect(Object.fromEntries(languages)).toEqual({ Zoe: 'en', Noel: 'fr' });
});
