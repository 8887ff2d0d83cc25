import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// Typed at a person's pace: seconds on a quiet machine, minutes on a busy one.
test.describe.configure({ timeout: 180_000 });

test('a letter to those who have not signed in is typed, kept over a reload, sent, and arrives in the mail server', async ({
  page,
  portal,
  mailbox,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Ateliers');
  expect(await staff.place(exam, new Uint8Array(listOf(lineOf('Odette'), lineOf('Ursule'))))).toBe(2);
  const addresses = (await staff.listCandidates(exam.id)).map(({ email }) => email);

  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto(`/configuration/exams/5/${exam.id}`);
  await pressOn(page.getByRole('link', { name: 'Écrire aux personnes inscrites' }));
  const body = page.frameLocator('.body-editor iframe').locator('body');
  const subject = page.getByLabel('Objet');
  await expect(body).toBeVisible({ timeout: 20_000 });

  const insert = async (name: string) => {
    await tabTo(page.getByRole('button', { name: 'Insérer un champ de fusion' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const entry = page.getByRole('menuitem', { name });
    await expect(entry).toBeVisible();
    while (!(await entry.evaluate((one) => one === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };

  await test.step('it goes to those who have not signed in', async () => {
    await tabTo(page.getByRole('radio', { name: 'Toutes les personnes inscrites' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(/^2 personnes recevraient la lettre maintenant/)).toBeVisible();
  });
  await test.step('typing goes on after a field, in the subject and in the text', async () => {
    await tabTo(subject);
    await type(page, 'Avant ');
    await page.keyboard.press('Tab');
    await insert('Titre de l’examen');
    await type(page, ' : une salle');
    await expect(subject).toHaveValue('Avant {{examTitle}} : une salle');
    await tabTo(body);
    await expect(body).toContainText(/^Bonjour {{firstName}} {{lastName}},\s*{{systemTitle}}$/);
    await page.keyboard.press('ArrowDown');
    await type(page, 'Pour ');
    await insert('Prénom');
    await type(page, ' : apportez une carte. ');
    await insert('Lien du mot de passe');
    await type(page, ' Merci');
    await expect(body).toContainText(
      /Pour {{firstName}} : apportez une carte\. Choisir mon mot de passe Merci\s*{{systemTitle}}$/,
    );
    await expect(body.locator('a')).toHaveText('Choisir mon mot de passe');
  });
  await test.step('what a paste loses is said at once', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => {
      const html = '<table border="1"><tr><td>Salle 12</td></tr></table><p><img src="x.png"></p>';
      return navigator.clipboard.write([
        new ClipboardItem({ 'text/html': new Blob([html], { type: 'text/html' }) }),
      ]);
    });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+v');
    await expect(body).toContainText('Salle 12');
    await expect(page.getByText('les courriels partent sans image')).toBeVisible();
    await expect(page.getByText('Les bordures du tableau collé')).toBeVisible();
  });
  await test.step('a reload keeps it', async () => {
    await page.reload();
    await expect(page.getByText(/^Brouillon gardé dans ce navigateur/)).toBeVisible();
    await expect(subject).toHaveValue('Avant {{examTitle}} : une salle');
    await expect(
      page.getByRole('radio', { name: 'Les personnes qui n’ont pas ouvert de session' }),
    ).toBeChecked();
  });
  await test.step('it is sent after a question that says to whom, and who gets which language', async () => {
    const send = page.getByRole('button', { name: 'Envoyer…' });
    await expect(send).toBeEnabled();
    await pressOn(send);
    const question = page.getByRole('alertdialog', { name: 'Envoyer cette lettre?' });
    await expect(question).toContainText('2 personnes recevront cette lettre');
    await pressOn(question.getByRole('button', { name: 'Envoyer 2 courriels' }));
    await expect(page.getByText(/^Lettre en cours d’envoi à 2 personnes/)).toBeVisible();
    const reminders = page.getByRole('button', { name: 'Rappels et lettres', exact: true });
    await expect(reminders).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await pressOn(reminders);
    const line = page.getByRole('table', { name: 'Envois prévus, rappels et lettres envoyés' });
    await expect(line).toContainText(
      'Lettre « Avant Ateliers : une salle »'.replaceAll(/ (?=»)|(?<=«) /g, '\u00a0'),
    );
    await expect(line).toContainText('Envoyé à 2 personnes');
  });
  await test.step('a second letter says before that these people have just been written to', async () => {
    await page.keyboard.press('Escape');
    await pressOn(page.getByRole('link', { name: 'Écrire aux personnes inscrites' }));
    await expect(
      page.getByText(/lettre «.Avant Ateliers : une salle.», à .*Odette.* et .*Ursule/),
    ).toBeVisible();
    await expect(body).toContainText('Bonjour');
    await expect(page.getByText('Pas encore envoyée')).toHaveCount(0);
  });
  await test.step('it stands in the mail server', async () => {
    for (const address of addresses) {
      const mail = await mailbox.waitForMail(address, /une salle/);
      expect(mail.subject).toBe('Avant Ateliers : une salle');
      expect(mail.html).toContain('/reset-password?t=');
      expect(mail.html).not.toContain('{{');
    }
  });
});
