import { Desk } from './fixtures/desk.ts';
import { pressOn } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// Typed at a person's pace: seconds on a quiet machine, minutes on a busy one.
test.describe.configure({ timeout: 180_000 });

test('people imported without a mail get their exam notice in one step, once, from the page of the exam', async ({
  page,
  portal,
  mailbox,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Sans courriel');
  const lines = [lineOf('Orlane'), lineOf('Ulysse'), lineOf('Ingrid', { language: 'E' })];
  expect(await staff.place(exam, new Uint8Array(listOf(...lines)))).toBe(3);
  const addresses = (await staff.listCandidates(exam.id)).map(({ email }) => email);
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto(`/configuration/exams/5/${exam.id}`);
  const question = page.getByRole('alertdialog');

  await test.step('the question says to how many, in which languages, and what is missing', async () => {
    await pressOn(page.getByRole('button', { name: 'Convoquer 3 personnes…' }).first());
    await expect(question).toContainText('En français (2)');
    await expect(question).toContainText('En anglais (1)');
    await expect(question).toContainText('que l’examen n’a pas encore');
    await pressOn(question.getByRole('button', { name: 'Lire ce courriel' }));
    await expect(question.locator('iframe')).toHaveCount(2);
  });
  await test.step('each gets one, with the link that they need', async () => {
    await pressOn(question.getByRole('button', { name: 'Envoyer 3 courriels' }));
    await expect(page.getByText('Convocation en cours d’envoi à 3 personnes.')).toBeVisible();
    await expect(question).toBeHidden();
    for (const address of addresses)
      expect((await mailbox.waitForMail(address)).html).toContain('/reset-password?t=');
    expect(mailbox.recipients().filter((to) => addresses.includes(to))).toHaveLength(3);
  });
  await test.step('the page says that everybody has it, and offers it no more', async () => {
    await expect(page.getByText('Les 3 personnes inscrites ont leur convocation.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Envoyer la convocation/ })).toHaveCount(0);
  });
});
