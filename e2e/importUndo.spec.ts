import { Desk } from './fixtures/desk.ts';
import { ImportDesk } from './fixtures/importDesk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

test('an import is found in the list, its undo is read person by person, and confirmed by keyboard; then nobody of it is left', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Mauvaise liste');
  await staff.place(exam, new Uint8Array(listOf(lineOf('Reine'))));
  const form = await ImportDesk.open(page, exam);
  await form.check(listOf(lineOf('Reine'), lineOf('Aurele'), lineOf('Ovide')), 'À défaire.csv');
  await form.importButton.click();
  await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);

  // A mail that left between preview and undo would bring a second look.
  const mails = async () => (await staff.listCandidates(exam.id)).map(({ mailState }) => mailState);
  await expect.poll(mails).toEqual(['filed', 'filed', null]);

  const row = page.getByRole('row', { name: /À défaire\.csv/ });
  await expect(row).toContainText('Mauvaise liste');
  await expect(row).toContainText(/2 comptes créés, 1 personne déjà inscrite\s*2 courriels/);
  await row.getByRole('button', { name: /^Annuler l’importation\s: À défaire/ }).press('Enter');
  const question = page.getByRole('dialog', { name: /Annuler l’importation de «\sÀ défaire\.csv\s»\?/ });
  await expect(question).toContainText(/2 inscriptions retirées\s*2 comptes créés par cette importation/);
  await expect(question.getByRole('row', { name: /Reine/ })).toContainText(
    'déjà inscrite avant l’importation',
  );
  await expect(question.getByRole('row', { name: /Ovide/ })).toContainText(
    'inscription retirée, compte supprimé',
  );
  const submit = question.getByRole('button', { name: 'Annuler l’importation' });
  await question.getByRole('button', { name: 'Ne rien changer' }).focus();
  await page.keyboard.press('Tab');
  await expect(submit).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(question).toBeHidden();
  await expect(page.getByText(/est annulée\s: 2 inscriptions/)).toBeVisible();
  await expect(row).toContainText('Importation annulée');
  expect((await staff.listCandidates(exam.id)).map(({ firstName }) => firstName)).toEqual(['Reine']);
});

test('the button that checks a list stays in sight in a low window, also where an hour of the mails is asked for', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('En vue');
  const form = await ImportDesk.open(page, exam);
  await form.choose(Buffer.from('Prénom;Nom;Courriel\n'));
  await page.getByRole('radio', { name: 'Plus tard' }).press('Space');
  await expect(page.getByRole('textbox', { name: /^Heure d’envoi/ })).toBeVisible();
  await expect(form.checkButton).toBeInViewport({ ratio: 1 });
});
