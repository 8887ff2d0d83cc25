import type { Locator } from '@playwright/test';
import { signIn } from './fixtures/firstHourActs.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { expect } from './fixtures/portal.ts';
import { importLines, makeWholeExam, type Someone, titleFor, write } from './fixtures/sessionActs.ts';
import { languagesOfSessions } from './fixtures/sessionLanguages.ts';
import {
  choosePassword,
  examDay,
  leave,
  sessionTest as test,
  type WholeSession,
} from './fixtures/wholeSession.ts';

const email = 'leonie.aube@etu.example.ca';
const name = 'Léonie Aubé';
const password = 'Tambour#27-hiver';

for (const language of languagesOfSessions) {
  test(`a support agent's whole session in ${language}: a candidate who has lost their mail, until the day of the exam`, async ({
    session,
  }) => {
    const { mailbox, days, exam } = session;
    const arrive = async (): Promise<Someone> => {
      const agent = await session.atLaptop(language);
      await signIn(agent.page, agent.said, 'support.dc@demo.example');
      const system = language === 'fr' ? 'Examens DC' : 'DC Exams';
      await pressOn(agent.page.getByRole('link', { name: agent.t('HomePage.Support.Of', { system }) }));
      return agent;
    };

    await test.step('an administrator makes the exam and imports two people', async () => {
      const admin = await session.administrator('fr');
      await makeWholeExam(admin, exam);
      await importLines(admin, exam, [
        `300777001;Aubé;Léonie;${email};F;Droit`,
        '300777002;Intrus;Marc;marc.intrus@etu.example.ca;F;Droit',
      ]);
      await leave(admin);
      await mailbox.waitForMail(email);
    });

    await days.passUntil(2, '10:00');
    await test.step('she finds her by her number, and sends the invitation and a link again', async () => {
      const agent = await arrive();
      const { page, t } = agent;
      const events = await openPerson(agent, '300777001');
      await expect(events.filter({ hasText: t('Support.Event.imported') })).toContainText('liste.csv');
      await expect(events.filter({ hasText: t('Support.Event.linkOpened') })).toHaveCount(0);
      const panel = page.getByRole('dialog', { name });
      await expect(panel).toContainText(t('Support.WhoMay.Beyond'));
      await pressOn(
        panel.getByRole('button', { name: t('Support.Invite', { title: titleFor(agent, exam) }) }),
      );
      await expect(panel.getByRole('status')).toContainText(email);
      await expect.poll(() => mailbox.recipients().filter((to) => to === email).length).toBe(2);
      await pressOn(panel.getByRole('button', { name: t('Support.Link') }));
      await expect(panel.getByRole('status')).toContainText('60');
      await leave(agent);
    });
    await test.step('the candidate opens it and chooses a password', async () => {
      const her = await session.withTelephone('fr');
      await choosePassword(her, await mailbox.waitForMail(email, /^Votre lien/), password);
      const done = { level: 1, name: her.said.choose.done };
      await expect(her.page.getByRole('heading', done)).toBeFocused();
      await leave(her);
    });

    await days.passUntil(5, '15:00');
    await test.step('she reads that the link was used, and takes out who should not be there', async () => {
      const agent = await arrive();
      const { page, said, t } = agent;
      const events = await openPerson(agent, '300777001');
      await expect(events.filter({ hasText: t('Audit.Action.account.passwordReset') })).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name })).toBeHidden();
      await tabTo(page.getByLabel(said.list.exam, { exact: true }));
      await type(page, titleFor(agent, exam));
      await write(page.getByLabel(t('Users.Search')), 'Intrus');
      await pressOn(page.getByRole('button', { name: t('Unenrol.Action', { name: 'Marc Intrus' }) }));
      await pressOn(page.getByRole('alertdialog').getByRole('button', { name: said.cancel.yes }));
      await expect(page.getByRole('row', { name: /Intrus/ })).toHaveCount(0);
      await leave(agent);
    });

    await days.passUntil(examDay, '09:05');
    await test.step('on the day the candidate enters, and she sees when', async () => {
      await enterExam(session);
      const agent = await arrive();
      const events = await openPerson(agent, '300777001');
      await expect(events.filter({ hasText: agent.t('Audit.Action.session.started') }).first()).toBeVisible();
      await expect(events.filter({ hasText: agent.t('Support.Event.onPlatform') })).toHaveCount(1);
      await leave(agent);
    });
  });
}

/** The panel of a person who is found among all of the agent's systems; returns what happened to her. */
async function openPerson({ page, t }: Someone, words: string): Promise<Locator> {
  await write(page.getByLabel(t('Users.Search')), words);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await pressOn(page.getByRole('button', { name: t('UserInfo.Of', { name }) }));
  const panel = page.getByRole('dialog', { name });
  return panel.getByRole('list', { name: t('Support.Title') }).getByRole('listitem');
}

async function enterExam(session: WholeSession): Promise<void> {
  const { title } = session.exam;
  const her = await session.withTelephone('fr');
  await signIn(her.page, her.said, email, password);
  await expect(her.page).toHaveURL(/\/learning\/dc/);
  await pressOn(her.page.getByRole('link', { name: title }));
  await expect(her.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await leave(her);
}
