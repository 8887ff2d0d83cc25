import { Desk } from './fixtures/desk.ts';
import { ImportDesk } from './fixtures/importDesk.ts';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

const listOf = (...lines: string[]) =>
  Buffer.from(['No étudiant;Nom;Prénom;Courriel', ...lines].join('\r\n'));

test('next week’s list is applied by keyboard: one person new, one renamed, one taken out; its undo brings all of it back', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Liste de la semaine');
  const lines = [
    '0360001;Lapointe;Iris;ilap.i19@etu.example.ca',
    '0360002;Bélair;Tom;tbel.i19@etu.example.ca',
    '0360003;Castonguay;Maïka;mcas.i19@etu.example.ca',
  ];
  await staff.place(exam, new Uint8Array(listOf(...lines)));
  const namesIn = async () =>
    (await staff.listCandidates(exam.id)).map(({ firstName }) => firstName).toSorted();
  const form = await ImportDesk.open(page, exam);
  await form.check(
    listOf(
      lines[0] ?? '',
      '0360003;Castonguay-Roy;Maïka;mcas.i19@etu.example.ca',
      '0360005;Hébert;Noé;nheb.i19@etu.example.ca',
    ),
    'liste-du-8.csv',
  );
  await expect(page.getByText('1 personne sans changement')).toBeVisible();
  const rename = page.getByRole('checkbox', { name: /Corriger.*Maïka Castonguay, nom/ });
  await expect(rename).toBeChecked();
  const takeOut = page.getByRole('checkbox', { name: /Retirer de l’examen.*Tom Bélair/ });
  await expect(takeOut).not.toBeChecked();
  await takeOut.focus();
  await page.keyboard.press('Space');
  const apply = page.getByRole('button', { name: 'Appliquer la liste' });
  await apply.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/1 personne a été retirée de l’examen\./)).toBeVisible();
  expect(await namesIn()).toEqual(['Iris', 'Maïka', 'Noé']);

  const row = page.getByRole('row', { name: /liste-du-8\.csv/ });
  await row.getByRole('button', { name: /^Annuler l’importation/ }).press('Enter');
  const question = page.getByRole('dialog', { name: /Annuler l’importation/ });
  await expect(question).toContainText('1 personne remise dans l’examen, d’où la liste l’avait retirée');
  await question.getByRole('button', { name: 'Annuler l’importation' }).press('Enter');
  await expect(question).toBeHidden();
  await expect.poll(namesIn).toEqual(['Iris', 'Maïka', 'Tom']);
});
