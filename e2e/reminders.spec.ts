import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// Typed at a person's pace: seconds on a quiet machine, minutes on a busy one.
test.describe.configure({ timeout: 180_000 });

test('a reminder is planned and stopped, and one sent by hand reaches each candidate once, in the mail server', async ({
  page,
  portal,
  mailbox,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Oraux');
  expect(await staff.place(exam, new Uint8Array(listOf(lineOf('Orane'), lineOf('Urbain'))))).toBe(2);
  const addresses = (await staff.listCandidates(exam.id)).map(({ email }) => email);

  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto('/telfer/configuration?tab=cohorts');
  await pressOn(page.getByRole('button', { name: /Autres actions.*Oraux/ }));
  const entry = page.getByRole('menuitem', { name: 'Rappels et lettres' });
  while (!(await entry.evaluate((one) => one === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Rappels.*Oraux/ });
  const line = dialog.getByRole('table', { name: 'Envois prévus, rappels et lettres envoyés' });

  await test.step('the dialog names whom a reminder would reach', async () => {
    await expect(dialog.getByText(/^Un rappel irait maintenant à 2 personnes/)).toBeVisible();
    const people = dialog.getByRole('table', { name: 'Personnes à qui un rappel serait envoyé' });
    for (const address of addresses) await expect(people).toContainText(address);
  });
  await test.step('one is planned for three days before, at 7 in the evening', async () => {
    await tabTo(dialog.getByLabel('Jour de l’envoi'));
    for (const _ of '7654') await page.keyboard.press('ArrowUp');
    await tabTo(dialog.getByLabel('Heure'));
    await type(page, '19');
    await expect(dialog.getByText(/^Envoi le 9\sfévrier 2099 à 19\sh, heure de l’université/)).toBeVisible();
    await pressOn(dialog.getByRole('button', { name: 'Prévoir le rappel' }));
    await expect(line).toContainText('Prévu; irait maintenant à 2 personnes');
    await expect(line).toContainText('Rappel, 3 jours avant l’examen');
  });
  await test.step('and stopped', async () => {
    await pressOn(line.getByRole('button', { name: /^Arrêter l’envoi/ }));
    await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }));
    await expect(line).toContainText('Arrêté avant l’envoi');
    await expect(line.getByRole('button')).toHaveCount(0);
  });
  await test.step('another is sent now, after a question that says to how many', async () => {
    await pressOn(dialog.getByRole('button', { name: /^Envoyer un rappel à/ }));
    const question = page.getByRole('alertdialog', { name: 'Envoyer un rappel?' });
    await expect(question).toContainText('2 personnes de « Oraux » qui n’ont pas encore ouvert de session');
    await pressOn(question.getByRole('button', { name: 'Envoyer 2 courriels' }));
    await expect(line).toContainText('Envoyé à 2 personnes');
    await expect(dialog.getByText(/^2 personnes ont un rappel de moins de 24 heures/)).toBeVisible();
  });
  await test.step('it stands in the mail server', async () => {
    for (const address of addresses) {
      const mail = await mailbox.waitForMail(address);
      expect(mail.subject).toBe('Rappel\u00a0: Oraux (Examens Telfer), le jeudi 12\u00A0février 2099');
      expect(mail.html).toContain('/reset-password?t=');
    }
    expect(mailbox.recipients().filter((to) => addresses.includes(to))).toHaveLength(2);
  });
});
