import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo } from './fixtures/keyboard.ts';
import { registrarList } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

const size = 600;

// 1,800 mails, of which a slow machine sends 15 a second.
test.describe.configure({ timeout: 300_000 });

test('hundreds of mails that a mail server refused are selected at once, on all pages, and sent again, each once', async ({
  page,
  portal,
  mailbox,
}) => {
  const addresses = Array.from({ length: size }, (_, n) => `candidat${n + 1}@etu.example.ca`);
  for (const address of addresses) mailbox.refuse(address);
  const arrived = () => mailbox.recipients().filter((to) => /^candidat\d/.test(to));
  const admin = 'admin.ilob@demo.example';
  const staff = await Desk.open(portal.url, admin, 7);
  const exam = await staff.makeExam('Six cents');
  await staff.place(exam, new Uint8Array(registrarList(size)), true);
  await enterAs(page, admin);
  await page.goto(`/outbox?exam=${exam.id}&state=failed`);
  const total = page.getByText(/sur 600/);
  await expect(total).toBeVisible({ timeout: 120_000 });
  expect(arrived()).toEqual([]);
  mailbox.refuseNobody();

  await tabTo(page.getByRole('checkbox', { name: 'Sélectionner toute la page' }));
  await page.keyboard.press('Space');
  await pressOn(page.getByRole('button', { name: 'Sélectionner tous ceux qui peuvent être renvoyés' }));
  await expect(page.getByText('600 courriels sélectionnés')).toBeVisible();
  await pressOn(page.getByRole('button', { name: 'Envoyer de nouveau…' }));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('les 600 courriels sélectionnés');
  await pressOn(question.getByRole('button', { name: 'Oui' }));
  await expect(page.getByText('600 courriels seront envoyés de nouveau.')).toBeVisible();
  await expect(question).toBeHidden();
  await expect.poll(() => arrived().length, { timeout: 120_000 }).toBe(size);
  expect(new Set(arrived())).toEqual(new Set(addresses));

  await test.step('and, asked for as such, those that have arrived a second time', async () => {
    await page.goto(`/outbox?exam=${exam.id}&state=sent`);
    await expect(total).toBeVisible();
    await tabTo(page.getByRole('checkbox', { name: 'Sélectionner toute la page' }));
    await page.keyboard.press('Space');
    await pressOn(page.getByRole('button', { name: 'Sélectionner tous les courriels envoyés' }));
    await expect(page.getByText('600 courriels sélectionnés')).toBeVisible();
    await pressOn(page.getByRole('button', { name: 'Envoyer de nouveau…' }));
    await expect(question).toContainText('600 courriels ont déjà été envoyés');
    await expect(question).toContainText('les recevront une deuxième fois');
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    await expect(page.getByText('600 courriels seront envoyés de nouveau.').last()).toBeVisible();
    await expect.poll(() => arrived().length, { timeout: 120_000 }).toBe(2 * size);
    for (const address of addresses) expect(arrived().filter((to) => to === address)).toHaveLength(2);
  });
});
