import type { Browser, Page } from '@playwright/test';
import { listIn } from './fixtures/firstHourList.ts';
import { texts, words } from './fixtures/firstHourWords.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import type { ReadMail } from './fixtures/mailbox.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { demoPassword } from './fixtures/visitor.ts';

type Language = keyof typeof words;
type Words = (typeof words)[Language];

// Typed at a person's pace: under half a minute each on a quiet machine, minutes on a busy one.
test.describe.configure({ timeout: 300_000 });

const newPassword = 'Tambour#27-hiver';

for (const language of ['fr', 'en'] as const) {
  test(`the first hour with the portal in ${language}: exam, messages, list, mail, a candidate who signs in, and the exam cancelled`, async ({
    page,
    browser,
    mailbox,
  }) => {
    const said = words[language];
    const emailOf = (name: string) => `${name}.${language}@etu.example.ca`;
    await test.step('an administrator signs in', () => signIn(page, said));
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
    expect(mailbox.recipients().filter((to) => to === hers)).toHaveLength(1);
  });
}

async function signIn(page: Page, said: Words): Promise<void> {
  await page.goto('/login?systemId=3');
  if (said.toggle) await pressOn(page.getByRole('button', { name: said.toggle }));
  await tabTo(page.getByLabel(said.username, { exact: true }));
  await type(page, 'admin.dc@demo.example');
  await tabTo(page.getByLabel(said.password, { exact: true }));
  await type(page, demoPassword);
  await page.keyboard.press('Enter');
  await pressOn(page.getByRole('link', { name: said.manage }));
}

/** From tab to tab with the arrows, as the row of tabs is one stop of the Tab key. */
async function openTab(page: Page, said: Words, tab: keyof Words['tabs']): Promise<void> {
  const names: string[] = Object.values(said.tabs);
  const tabAt = (place: number) => page.getByRole('tab', { name: names[place] ?? '' });
  const open = page.getByRole('tab', { selected: true });
  await tabTo(open);
  const wanted = names.indexOf(said.tabs[tab]);
  let place = names.indexOf((await open.textContent()) ?? '');
  while (place !== wanted) {
    await page.keyboard.press(place < wanted ? 'ArrowRight' : 'ArrowLeft');
    place += place < wanted ? 1 : -1;
    await expect(tabAt(place)).toHaveAttribute('aria-selected', 'true');
  }
}

async function makeExam(page: Page, said: Words): Promise<void> {
  const { titleField, dateField, create, title, day } = said.exam;
  await tabTo(page.getByLabel(titleField, { exact: true }));
  await type(page, title);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(dateField)).toBeFocused();
  await type(page, '2099-02-12');
  await pressOn(page.getByRole('button', { name: create }));
  await expect(page.getByRole('row', { name: title })).toContainText(day);
}

async function writeMessages(page: Page, said: Words): Promise<void> {
  await openTab(page, said, 'email');
  for (const language of ['fr', 'en'] as const) {
    await tabTo(page.getByRole('radio', { checked: true, name: /^(?:Français|Anglais|French|English)/ }));
    if (language === 'en') await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: said.message.heading[language] })).toBeVisible();
    await writeMessage(page, said, language);
    const preview = page.getByRole('region', { name: said.message.preview[language] });
    const { before, after, second, button } = texts[language];
    await expect(preview).toContainText(texts[language].subject.trim());
    await expect(preview.locator('iframe').contentFrame().locator('body')).toContainText(
      new RegExp(`${before}\\S+${after}\\s*${second}\\s*${button}`),
    );
    await pressOn(page.getByRole('button', { name: said.message.save, exact: true }));
    await expect(page.getByRole('listitem').filter({ hasText: said.message.saved }).first()).toBeVisible();
  }
}

async function writeMessage(page: Page, said: Words, language: Language): Promise<void> {
  const text = texts[language];
  const { subject, examTitle, firstName, setPasswordUrl } = said.message;
  const body = page.frameLocator('.body-editor iframe').locator('body');
  await tabTo(page.getByLabel(subject, { exact: true }));
  await page.keyboard.press('Control+A');
  await type(page, text.subject);
  await insert(page, said, examTitle, 'Tab');
  await expect(page.getByLabel(subject, { exact: true })).toHaveValue(`${text.subject}{{examTitle}}`);
  await tabTo(body);
  await page.keyboard.press('Control+A');
  await type(page, text.before);
  await insert(page, said, firstName);
  await expect(body).toBeFocused();
  await type(page, text.after);
  await page.keyboard.press('Enter');
  await type(page, text.second);
  await page.keyboard.press('Enter');
  await insert(page, said, setPasswordUrl);
  const lines = [`${text.before}{{firstName}}${text.after}`, text.second, text.button];
  await expect(body.locator('p')).toHaveText(lines);
}

/** By the button between subject and text, and the first letters of the entry. */
async function insert(
  page: Page,
  said: Words,
  placeholder: string,
  key: 'Tab' | 'Shift+Tab' = 'Shift+Tab',
): Promise<void> {
  const button = page.getByRole('button', { name: said.message.insert });
  await tabTo(button, key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await type(page, placeholder.slice(0, 12));
  await expect(page.getByRole('menuitem', { name: placeholder })).toBeFocused();
  await page.keyboard.press('Enter');
}

async function importList(page: Page, said: Words, list: { name: string; bytes: Buffer }): Promise<void> {
  const { cohort, file, check, read, languages, import: submit, done } = said.list;
  const chooser = page.waitForEvent('filechooser');
  await openTab(page, said, 'import');
  await tabTo(page.getByLabel(cohort, { exact: true }));
  await type(page, said.exam.title.slice(0, 6));
  await tabTo(page.getByLabel(file));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: list.name, mimeType: '', buffer: list.bytes });
  await pressOn(page.getByRole('button', { name: check }));
  await expect(page.getByText(read)).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  for (const [at, name] of ['Zoé Côté-Lemay', 'Siobhán O’Brien', 'Loïc D’Astous'].entries())
    await expect(rows.nth(at + 1)).toContainText(new RegExp(`${name}.*${languages[at]}`));
  await pressOn(page.getByRole('button', { name: submit }));
  await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible();
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

/** In a browser that has never seen the portal: her mail, its link, a password, and sign-in to the platform. */
async function enterFromMail(browser: Browser, said: Words, email: string, mail: ReadMail): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const { title, once, again, save, done, onward } = said.choose;
  await page.setContent(mail.html);
  await pressOn(page.getByRole('link', { name: texts[mail.language === 'fr' ? 'fr' : 'en'].button }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await tabTo(page.getByLabel(once));
  await type(page, newPassword);
  await tabTo(page.getByLabel(again));
  await type(page, newPassword);
  await pressOn(page.getByRole('button', { name: save }));
  await expect(page.getByRole('heading', { level: 1, name: done })).toBeFocused();
  await pressOn(page.getByRole('link', { name: onward }));
  // Her address stands there already, and what she types next is the password.
  await expect(page.getByLabel(said.username, { exact: true })).toHaveValue(email);
  await expect(page.getByLabel(said.password, { exact: true })).toBeFocused();
  await type(page, newPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/learning\/dc/);
  await expect(page.getByRole('heading', { name: said.platform.greeting })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(said.platform.confirmed);
  await pressOn(page.getByRole('link', { name: said.exam.title }));
  await expect(page.getByRole('heading', { level: 1, name: said.exam.title })).toBeVisible();
  return page;
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
  const { course, cancelled, doorstep } = said.platform;
  const code = new URL(page.url()).pathname.split('/').at(-1);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(course);
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('main')).toContainText(cancelled);
  await expect(page.getByRole('link', { name: said.exam.title })).toHaveCount(0);
  await page.goto(`/dc?orgId=${code}`);
  await expect(page.getByRole('heading', { level: 1, name: doorstep })).toBeVisible();
}
