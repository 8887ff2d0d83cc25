import { setTimeout } from 'node:timers/promises';
import { openTab, writeMessages } from './fixtures/firstHourActs.ts';
import { pressOn, tabTo } from './fixtures/keyboard.ts';
import { expect } from './fixtures/portal.ts';
import {
  choose,
  chooseForExam,
  type ExamToMake,
  importLines,
  makeWholeExam,
  openCandidates,
  plural,
  type Someone,
} from './fixtures/sessionActs.ts';
import {
  cancelExam,
  correctAddress,
  movePerson,
  personRow,
  planReminder,
  takeOut,
} from './fixtures/sessionChanges.ts';
import { languagesOfSessions } from './fixtures/sessionLanguages.ts';
import { examDay, leave, sessionTest as test } from './fixtures/wholeSession.ts';

const wrong = 'emile.tremblai@etu.example.ca';
const right = 'emile.tremblay@etu.example.ca';
const emails = {
  zoe: 'zoe.cote@etu.example.ca',
  liam: 'liam.obrien@etu.example.ca',
  anais: 'anais.roy@etu.example.ca',
  noemie: 'noemie.dastous@etu.example.ca',
};
const lines = [
  `300500001;Côté;Zoé;${emails.zoe};F;Droit`,
  `300500002;Tremblay;Émile;${wrong};F;Droit`,
  `300500003;O’Brien;Liam;${emails.liam};E;Law`,
  `300500004;Roy;Anaïs;${emails.anais};F;Droit`,
  `300500005;D’Astous;Noémie;${emails.noemie};F;Droit`,
];

for (const language of languagesOfSessions) {
  test(`an administrator's whole session in ${language}, from the first exam made to the last mark, by keyboard alone`, async ({
    session,
  }) => {
    const { mailbox, days, exam: first } = session;
    const second: ExamToMake = { title: 'Reprise B', titleEn: 'Resit B', day: days.day(examDay + 7) };
    mailbox.refuse(wrong);
    const arrive = () => session.administrator(language);

    let admin = await arrive();
    await test.step('two exams with hours and a place, and the message in both languages', async () => {
      await makeWholeExam(admin, first);
      await makeWholeExam(admin, second);
      await writeMessages(admin.page, admin.said);
    });
    await test.step('a list is imported; the address that does not exist is corrected and written to', async () => {
      await importLines(admin, first, lines);
      await mailbox.waitForMail(emails.zoe);
      await openCandidates(admin, first);
      const row = personRow(admin.page, 'Émile Tremblay');
      await expect(row).toContainText(admin.t('MailState.failed'), { timeout: 90_000 });
      await correctAddress(admin, 'Émile Tremblay', right);
      await expect(row).toContainText(admin.said.users.sent);
      await mailbox.waitForMail(right);
      expect(mailbox.recipients()).not.toContain(wrong);
    });
    await leave(admin);

    await days.passUntil(4, '10:00');
    admin = await arrive();
    await test.step('one is moved to the other exam, two are taken out, and one mistake is undone', async () => {
      await openCandidates(admin, first);
      await movePerson(admin, 'Anaïs Roy', second);
      await takeOut(admin, ['Noémie D’Astous', 'Liam O’Brien']);
      await pressOn(admin.page.getByRole('button', { name: admin.t('Attest.Undo') }));
      await expect(admin.page.getByRole('row', { name: /O’Brien/ })).toBeVisible();
      await takeOut(admin, ['Noémie D’Astous']);
    });
    await test.step('a reminder is planned for two days before the exam, at nine', async () => {
      await openTab(admin.page, admin.said, 'cohorts');
      await chooseForExam(admin, first, admin.t('Exam.Reminders'));
      await planReminder(admin, first);
    });
    await leave(admin);

    const reminded = () => mailbox.recipients().slice(before).sort();
    const before = mailbox.recipients().length;
    await test.step('it leaves at its hour, once to each, also when the portal is killed', async () => {
      await days.passUntil(examDay - 2, '08:00');
      expect(reminded()).toEqual([]);
      await days.passUntil(examDay - 2, '09:01');
      const due = [right, emails.liam, emails.zoe].sort();
      await expect.poll(reminded, { timeout: 60_000 }).toEqual(due);
      // A mail that the mail server has, but the database not yet, would be sent again: that takes milliseconds.
      await setTimeout(1_000);
      await days.passUntil(examDay - 2, '09:30', 'kill');
      await days.passUntil(examDay - 1, '12:00');
      expect(reminded()).toEqual(due);
    });

    await days.passUntil(examDay, '13:00');
    admin = await arrive();
    await test.step('after the exam, who came is marked as passed', async () => {
      await openCandidates(admin, first, true);
      await markAllButOne(admin, 'Liam O’Brien');
    });
    await test.step('the other exam is cancelled, and its candidate told', async () => {
      await openTab(admin.page, admin.said, 'cohorts');
      // The list is the one that was looked at last: the past exams.
      await tabTo(admin.page.getByRole('radio', { name: admin.t('Exams.Show.past') }));
      await admin.page.keyboard.press('ArrowLeft');
      await cancelExam(admin, second);
      await expect.poll(() => mailbox.recipients().filter((to) => to === emails.anais).length).toBe(3);
    });
    await leave(admin);

    await days.passUntil(examDay + 3, '09:00');
    admin = await arrive();
    await test.step('the exam is found among those that are over, with its history', async () => {
      await openTab(admin.page, admin.said, 'cohorts');
      await tabTo(admin.page.getByRole('radio', { name: admin.t('Exams.Show.coming') }));
      await admin.page.keyboard.press('ArrowRight');
      await chooseForExam(admin, first, admin.t('Exam.Edit'));
      const history = admin.page.getByRole('region', { name: admin.t('ExamPage.History') });
      for (const action of ['examSpace.created', 'reminder.planned'])
        await expect(history).toContainText(admin.t(`Audit.Action.${action}`));
    });
    await leave(admin);
  });
}

async function markAllButOne(admin: Someone, absent: string): Promise<void> {
  const { page, said, t } = admin;
  const passed = page.getByRole('cell', { name: t('User.Attested') });
  await pressOn(page.getByRole('button', { name: t('Users.Choose') }));
  await pressOn(page.getByRole('button', { name: plural(t, 'Users.Chosen.All', 3) }));
  await tabTo(page.getByRole('checkbox', { name: t('Users.Select', { name: absent }) }));
  await page.keyboard.press('Space');
  await pressOn(page.getByRole('button', { name: t('Attest.Menu'), exact: true }));
  await choose(page, t('Attest.Mark'));
  await pressOn(page.getByRole('alertdialog').getByRole('button', { name: said.cancel.yes }));
  await expect(passed).toHaveCount(2);
}
