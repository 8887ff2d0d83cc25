import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// With the keyboard alone: seconds on a quiet machine, minutes on a busy one.
test.describe.configure({ timeout: 180_000 });

test('a letter that was stopped is read again, and goes to those who did not get it', async ({
  page,
  portal,
  mailbox,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Reprises');
  expect(await staff.place(exam, new Uint8Array(listOf(lineOf('Perrine'), lineOf('Quentin'))))).toBe(2);
  const addresses = (await staff.listCandidates(exam.id)).map(({ email }) => email);

  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto(`/configuration/exams/5/${exam.id}`);
  await test.step('planned from a ready text', async () => {
    await pressOn(page.getByRole('link', { name: 'Écrire aux personnes inscrites' }));
    await pressOn(page.getByRole('button', { name: 'Modèle' }));
    const entry = page.getByRole('menuitem', { name: /^C’est demain/ });
    await expect(entry).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Objet')).toHaveValue(/^C’est demain/);
    const plan = page.getByRole('button', { name: 'Prévoir l’envoi…' });
    await expect(plan).toBeEnabled();
    await pressOn(plan);
    const question = page.getByRole('alertdialog', { name: 'Prévoir cette lettre?' });
    await expect(question).toContainText('En ce moment, elle irait à 2 personnes.');
    await pressOn(question.getByRole('button', { name: 'Prévoir l’envoi' }));
  });
  await pressOn(page.getByRole('button', { name: 'Rappels et lettres', exact: true }));
  const row = page
    .getByRole('table', { name: 'Envois prévus, rappels et lettres envoyés' })
    .getByRole('row', { name: /C’est demain/ });
  await test.step('stopped before its hour', async () => {
    await pressOn(row.getByRole('button', { name: /^Arrêter l’envoi/ }));
    await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }));
    await expect(row).toContainText('Arrêtée avant l’envoi');
  });
  await test.step('read again, as its readers would get it', async () => {
    await pressOn(row.getByRole('button', { name: /^Lire la lettre du/ }));
    const read = page.getByRole('dialog', { name: /^C’est demain/ });
    await expect(read.getByText('Courriel en français')).toBeVisible();
    await expect(read.frameLocator('iframe').first().getByText('Reprises', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(read).toHaveCount(0);
  });
  /** Takes the letter up again, with the moment so many lines further down than its hour. */
  async function takeUp(lines: number) {
    await pressOn(row.getByRole('button', { name: /^Reprendre l’envoi \(2 personnes\)/ }));
    const question = page.getByRole('alertdialog', { name: 'Reprendre l’envoi de cette lettre?' });
    await tabTo(question.getByLabel('Moment de l’envoi'));
    for (let line = 0; line < lines; line += 1) await page.keyboard.press('ArrowDown');
    return question;
  }
  await test.step('planned for another hour, and stopped again', async () => {
    const question = await takeUp(1);
    await tabTo(question.getByLabel('Heure'));
    await page.keyboard.press('ArrowDown');
    await expect(question).toContainText(/Envoi le .* à 15\sh, heure de l’université/);
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    await expect(row).toContainText(/15\sh/);
    await pressOn(row.getByRole('button', { name: /^Arrêter l’envoi/ }));
    await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }));
    await expect(row).toContainText('Arrêtée avant l’envoi');
  });
  await test.step('sent to the two who did not get it', async () => {
    const question = await takeUp(2);
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    await expect(page.getByText(/^Lettre en cours d’envoi à 2 personnes/)).toBeVisible();
    for (const address of addresses) {
      const mail = await mailbox.waitForMail(address, /demain/);
      expect(mail.html).toContain('Reprises');
    }
    await expect(page.getByRole('button', { name: /^Reprendre l’envoi/ })).toHaveCount(0);
  });
});
