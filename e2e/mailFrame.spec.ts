import { makePng } from '../apps/server/src/systems/banners/fixtures/pictures.ts';
import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// Typed at a person's pace: seconds on a quiet machine, minutes on a busy one.
test.describe.configure({ timeout: 180_000 });

test('a system’s mails get its reply address, English sender, office, logo and preview text; a cancellation is read, then sent', async ({
  page,
  portal,
  mailbox,
}) => {
  const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
  const exam = await staff.makeExam('Plaidoirie');
  await staff.place(exam, new Uint8Array(listOf(lineOf('Winnie', { language: 'E' }))));
  await enterAs(page, 'super@demo.example');

  await test.step('in the form of the system', async () => {
    await page.goto('/configuration');
    await pressOn(page.getByRole('button', { name: 'Modifier ILOB' }));
    const dialog = page.getByRole('dialog', { name: 'Modifier ILOB' });
    for (const [label, text] of [
      ['Adresse de réponse', 'bureau@ilob.example'],
      ['Expéditeur des courriels en anglais', 'OLBI Exams'],
      ['Bureau, en anglais', 'Room 312'],
      ['Téléphone', '613 555-0133'],
    ] as const) {
      await tabTo(dialog.getByLabel(label));
      await type(page, text);
    }
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: makePng(480, 120) };
    await dialog.getByLabel('Logo en tête des courriels').setInputFiles(logo);
    await pressOn(dialog.getByRole('button', { name: 'Enregistrer' }));
    await expect(dialog).toBeHidden();
  });
  await test.step('the preview shows them, for the exam that is chosen, with the preview text as it is typed', async () => {
    await page.goto('/ilob/configuration?tab=email&message=en');
    await tabTo(page.getByLabel('Texte d’aperçu'));
    await type(page, 'Read this before {{examDate}}');
    await pressOn(page.getByRole('button', { name: 'Enregistrer', exact: true }));
    await expect(page.getByRole('listitem').filter({ hasText: 'Enregistrement du message' })).toBeVisible();
    const previewed = page.getByLabel('Examen de l’aperçu');
    await tabTo(previewed);
    await type(page, 'Plaidoirie');
    const mail = page.getByRole('region', { name: 'Courriel en anglais' });
    await expect(mail).toContainText('Read this before Thursday, February 12, 2099');
    await expect(mail).toContainText('bureau@ilob.example');
    const picture = mail.frameLocator('iframe').locator('img');
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(480);
    // The exam has neither hours nor place.
    await expect(mail.frameLocator('iframe').locator('body')).not.toContainText('Location:');
  });
  await test.step('the mail of a cancellation is read in both languages', async () => {
    await page.goto('/ilob/configuration?tab=cohorts');
    await pressOn(page.getByRole('button', { name: /Autres actions.*Plaidoirie/ }));
    const entry = page.getByRole('menuitem', { name: 'Désactiver' });
    while (!(await entry.evaluate((one) => one === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    await pressOn(question.getByRole('button', { name: 'Lire ce courriel' }));
    await expect(question).toContainText('Examen annulé\u00a0: Plaidoirie');
    const english = question.getByTitle('Courriel en anglais').contentFrame();
    await expect(english.locator('body')).toContainText('has been cancelled');
    await expect(english.locator('body')).toContainText('Room 312');
    await tabTo(question.getByRole('checkbox'), 'Shift+Tab');
    await page.keyboard.press('Space');
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    await expect(question).toBeHidden();
  });
  await test.step('and arrives with all of it', async () => {
    const mail = await mailbox.waitForMail('winnie@etu.example.ca', /cancelled/);
    expect(mail.from).toMatch(/^"?OLBI Exams"? </);
    expect(mail.replyTo).toBe('bureau@ilob.example');
    expect(mail.contentIds).toHaveLength(1);
    expect(mail.html).toContain(`<img src="cid:${mail.contentIds[0]}"`);
    expect(mail.html).toContain('Room 312<br>');
    expect(mail.html).toContain('Telephone: 613\u00a0555-0133');
  });
});
