import {
  type ImapServer,
  startImapServer,
} from '../apps/server/src/mail/outbox/returnPath/fixtures/imapServer.ts';
import { absenceNote, postfixReport } from '../apps/server/src/mail/outbox/returnPath/fixtures/messages.ts';
import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { mailingTest } from './fixtures/mailingPortal.ts';
import { demo, expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

/** A portal that also reads what mail servers report about its mails. */
const test = mailingTest.extend<object, { reports: ImapServer }>({
  reports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const reports = await startImapServer();
      await use(reports);
      await reports.stop();
    },
    { scope: 'worker' },
  ],
  settings: [
    ({ mailbox, reports }, use) =>
      use({ ...demo, SMTP_URL: mailbox.url, IMAP_URL: reports.url, RETURN_PATH: 'retours@example.ca' }),
    { scope: 'worker' },
  ],
});

test('a mail that comes back stands with its person and its cause, and goes to the corrected address', async ({
  page,
  portal,
  mailbox,
  reports,
}) => {
  const admin = 'admin.ilob@demo.example';
  const staff = await Desk.open(portal.url, admin, 7);
  const exam = await staff.makeExam('Retours');
  const list = listOf(...['Celine', 'Denis', 'Elise', 'Farid'].map((name) => lineOf(name)));
  await staff.place(exam, new Uint8Array(list), true);
  const { returnPath } = await mailbox.waitForMail('celine@etu.example.ca');
  const away = await mailbox.waitForMail('denis@etu.example.ca');
  const states = async () => (await staff.listCandidates(exam.id)).map(({ mailState }) => mailState);
  await expect.poll(states).toEqual(Array(4).fill('sent'));
  reports.deliver(postfixReport({ to: returnPath }));
  reports.deliver(absenceNote({ to: away.returnPath }));
  const others = ['elise@etu.example.ca', 'farid@etu.example.ca'];
  for (const to of others) reports.deliver(postfixReport({ to: (await mailbox.waitForMail(to)).returnPath }));
  // A portal reads the mailbox when it starts, and then every half minute.
  await portal.kill();
  await portal.startAgain();
  await expect.poll(() => reports.seen).toEqual(Array(4).fill(true));

  await enterAs(page, admin);
  await page.goto(`/ilob/configuration?tab=users&exam=${exam.id}`);
  await expect(page.getByRole('row', { name: /celine@/ })).toContainText('Non remis');
  await expect(page.getByRole('row', { name: /denis@/ })).toContainText('Envoyé');

  await page.goto(`/outbox?exam=${exam.id}&state=bounced`);
  await pressOn(page.getByRole('button', { name: 'Voir le courriel : Celine Essai' }));
  const mail = page.getByRole('dialog');
  await expect(mail).toContainText('Cette adresse n’existe pas. Vérifiez-la auprès de la personne.');
  await pressOn(mail.getByRole('button', { name: 'Corriger l’adresse' }));
  await tabTo(page.getByRole('textbox', { name: 'Courriel' }));
  await page.keyboard.press('ControlOrMeta+A');
  await type(page, 'celine.roy@etu.example.ca');
  await page.keyboard.press('Enter');
  await pressOn(page.getByRole('button', { name: 'Renvoyer à celine.roy@etu.example.ca' }));
  await mailbox.waitForMail('celine.roy@etu.example.ca');
  await expect.poll(states).toEqual(['sent', 'sent', 'bounced', 'bounced']);
  await page.goto(`/outbox?exam=${exam.id}&state=resent`);
  await expect(page.getByRole('row', { name: /Celine/ })).toContainText(
    'Renvoyé à celine.roy@etu.example.ca',
  );

  await page.goto(`/outbox?exam=${exam.id}&state=bounced`);
  await tabTo(page.getByRole('checkbox', { name: 'Sélectionner toute la page' }));
  await page.keyboard.press('Space');
  await pressOn(page.getByRole('button', { name: 'Envoyer de nouveau…' }));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('les 2 courriels sélectionnés');
  await pressOn(question.getByRole('button', { name: 'Oui' }));
  await expect(page.getByText('2 courriels seront envoyés de nouveau.')).toBeVisible();
  const timesTo = (to: string) => mailbox.recipients().filter((one) => one === to).length;
  await expect.poll(() => others.map(timesTo)).toEqual([2, 2]);
  expect(timesTo('celine.roy@etu.example.ca')).toBe(1);
});
