import type { Page } from '@playwright/test';
import {
  enterFromMail,
  importList,
  type Language,
  makeExam,
  openTab,
  signIn,
  type Words,
  writeMessages,
} from './fixtures/firstHourActs.ts';
import { listIn } from './fixtures/firstHourList.ts';
import { texts, words } from './fixtures/firstHourWords.ts';
import { pressOn, type } from './fixtures/keyboard.ts';
import type { ReadMail } from './fixtures/mailbox.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { languagesOfSessions } from './fixtures/sessionLanguages.ts';

// Typed at a person's pace: under half a minute each on a quiet machine, minutes on a busy one.
test.describe.configure({ timeout: 300_000 });

for (const language of languagesOfSessions) {
  test(`the first hour with the portal in ${language}: exam, messages, list, mail, a candidate who signs in, and the exam cancelled`, async ({
    page,
    browser,
    mailbox,
  }) => {
    const said = words[language];
    const emailOf = (name: string) => `${name}.${language}@etu.example.ca`;
    await test.step('an administrator signs in', async () => {
      await signIn(page, said);
      await pressOn(page.getByRole('link', { name: said.manage }));
    });
    await test.step('makes an exam space', () => makeExam(page, said));
    await test.step('writes the message in both languages', () => writeMessages(page, said));
    await test.step('imports a list', () => importList(page, said, listIn(language, emailOf)));

    const hers = emailOf(language === 'fr' ? 'zoe.cote' : 'siobhan.obrien');
    await test.step('each candidate is written to in her language', async () => {
      expectMail(await mailbox.waitForMail(emailOf('zoe.cote')), 'fr', 'Zoé', said);
      expectMail(await mailbox.waitForMail(emailOf('siobhan.obrien')), 'en', 'Siobhán', said);
    });
    const candidate = await test.step('one of them follows her mail and signs in', async () =>
      enterFromMail(browser, said, hers, await mailbox.waitForMail(hers)));
    await test.step('the administrator sees what became of each', () => seeUsers(page, said));
    await test.step('and cancels the exam', () => cancelExam(page, said));
    await test.step('the candidate reads it, and cannot enter', () => readThatItIsCancelled(candidate, said));
    await candidate.context().close();
    // Who was invited is told of the cancellation as well, and of neither twice.
    await expect.poll(() => mailbox.recipients().filter((to) => to === hers)).toHaveLength(2);
  });
}

function expectMail(mail: ReadMail, language: Language, firstName: string, said: Words): void {
  const { subject, before, after, second, button } = texts[language];
  expect(mail.subject).toBe(subject + said.exam.title);
  expect(mail.language).toBe(language);
  const lines = mail.html.replace(/<(style|title)\b.*?<\/\1>/gs, '').split(/<[^>]*>/);
  const written = lines.map((line) => line.trim()).filter((line) => line !== '');
  const first = written.indexOf(before + firstName + after);
  expect(written.slice(first, first + 3)).toEqual([before + firstName + after, second, button]);
}

async function seeUsers(page: Page, said: Words): Promise<void> {
  await openTab(page, said, 'cohorts');
  await pressOn(page.getByRole('link', { name: `${said.users.view} ${said.exam.title}` }));
  for (const name of ['Côté-Lemay', 'O’Brien', 'D’Astous']) {
    const row = page.getByRole('row', { name });
    await expect(row).toContainText(said.users.sent);
    await expect(row).toContainText(said.users.enrolled);
  }
}

async function cancelExam(page: Page, said: Words): Promise<void> {
  const { menu, deactivate, first, second, yes, no, done } = said.cancel;
  await openTab(page, said, 'cohorts');
  await pressOn(page.getByRole('button', { name: `${menu} ${said.exam.title}` }));
  await type(page, deactivate.slice(0, 3));
  await expect(page.getByRole('menuitem', { name: deactivate })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  for (const text of [first, second]) {
    await expect(question).toContainText(text);
    await expect(question.getByRole('button', { name: no })).toBeFocused();
    await pressOn(question.getByRole('button', { name: yes }));
  }
  await expect(page.getByRole('listitem').filter({ hasText: done })).toBeVisible();
  await expect(page.getByRole('row', { name: said.exam.title })).toHaveCount(0);
}

async function readThatItIsCancelled(page: Page, said: Words): Promise<void> {
  const { course, cancelled, cancelledHeading } = said.platform;
  const code = new URL(page.url()).pathname.split('/').at(-1);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(course);
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('main')).toContainText(cancelled);
  await expect(page.getByRole('link', { name: said.exam.title })).toHaveCount(0);
  await page.goto(`/dc?orgId=${code}`);
  await expect(page.getByRole('heading', { level: 1, name: cancelledHeading })).toBeVisible();
}
