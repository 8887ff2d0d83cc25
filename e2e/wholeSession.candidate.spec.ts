import { openTab, signIn } from './fixtures/firstHourActs.ts';
import { pressOn, type } from './fixtures/keyboard.ts';
import { expect } from './fixtures/portal.ts';
import {
  chooseForExam,
  type ExamToMake,
  importLines,
  makeWholeExam,
  plural,
  type Someone,
  write,
  writeHour,
} from './fixtures/sessionActs.ts';
import { languagesOfSessions } from './fixtures/sessionLanguages.ts';
import {
  choosePassword,
  examDay,
  leave,
  sessionTest as test,
  type WholeSession,
} from './fixtures/wholeSession.ts';

const email = 'siobhan.obrien@etu.example.ca';
const password = 'Tambour#27-hiver';

// A candidate's first language is English here where an administrator's is French.
for (const language of languagesOfSessions.map((one) => (one === 'fr' ? 'en' : 'fr'))) {
  test(`a candidate's whole session in ${language} on a telephone, from their mail to the day after the exam`, async ({
    session,
  }) => {
    const { mailbox, days, exam } = session;
    const title = language === 'fr' ? exam.title : exam.titleEn;
    /** The way into the exam, which names its program beside the title. */
    const entry = (her: Someone) =>
      new RegExp(`^${her.t('MyExams.Enter.Of', { title: `${title} \\(.+\\)` })}$`);
    // In French, as somebody else does her work.
    const staff = () => session.administrator('fr');
    const comeBack = async (): Promise<Someone> => {
      const her = await session.withTelephone(language);
      await signIn(her.page, her.said, email, password);
      return her;
    };

    await test.step('an administrator makes the exam and imports her', async () => {
      const admin = await staff();
      await makeWholeExam(admin, exam);
      const letter = language === 'fr' ? 'F' : 'E';
      await importLines(admin, exam, [`300500009;O’Brien;Siobhan;${email};${letter};Law`]);
      await leave(admin);
    });
    await test.step('she follows the link in her mail, chooses a password and signs in', async () => {
      const her = await session.withTelephone(language);
      await chooseAndSignIn(her, session);
      await leave(her);
    });

    await days.passUntil(3, '20:00');
    await test.step('her page shows hours and place on the first screen; she asks for a correction', async () => {
      const her = await comeBack();
      await openMyExams(her);
      const mine = her.page.getByRole('region', { name: her.t('MyExams.Upcoming') });
      await expect(mine.getByRole('heading', { name: title })).toBeInViewport();
      await expect(mine).toContainText(language === 'fr' ? '9 h à 12 h' : '9:00 a.m. to noon');
      await expect(mine).toContainText(language === 'fr' ? 'salle 147' : 'room 147');
      await askForCorrection(her, 'Siobhán, with an accent');
      await leave(her);
    });

    await days.passUntil(4, '10:00');
    await test.step('an administrator corrects and answers it, moves the exam to two o’clock and says so', async () => {
      const admin = await staff();
      await answerCorrection(admin);
      await changeHours(admin, exam);
      await leave(admin);
      const told = await mailbox.waitForMail(email, language === 'fr' ? /Changement/ : /Change to/);
      expect(told.language).toBe(language);
    });

    await days.passUntil(examDay, '13:50');
    await test.step('on the day she reads both, and enters the exam', async () => {
      const her = await comeBack();
      await openMyExams(her);
      await expect(her.page.getByText('Merci, c’est fait.')).toBeVisible();
      const mine = her.page.getByRole('region', { name: her.t('MyExams.Upcoming') });
      await expect(mine).toContainText(her.t('MyExams.State.today'));
      await expect(mine).toContainText(language === 'fr' ? '14 h à 17 h' : '2:00 p.m. to 5:00 p.m.');
      await pressOn(her.page.getByRole('link', { name: entry(her) }));
      await expect(her.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await leave(her);
    });

    await days.passUntil(examDay + 1, '09:00');
    await test.step('the day after, it is over', async () => {
      const her = await comeBack();
      await openMyExams(her);
      const past = her.page.getByRole('region', { name: her.t('MyExams.Past') });
      await expect(past.getByRole('heading', { name: title })).toBeVisible();
      await expect(past.getByRole('link', { name: entry(her) })).toHaveCount(0);
      await leave(her);
    });
  });
}

async function chooseAndSignIn(her: Someone, { mailbox }: WholeSession): Promise<void> {
  const { page, said } = her;
  await choosePassword(her, await mailbox.waitForMail(email), password);
  await pressOn(page.getByRole('link', { name: said.choose.onward }));
  await expect(page.getByLabel(said.username, { exact: true })).toHaveValue(email);
  await type(page, password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/learning\/dc/);
}

async function openMyExams({ page, language, t }: Someone): Promise<void> {
  await expect(page).toHaveURL(/\/learning\/dc/);
  await pressOn(page.getByRole('link', { name: language === 'fr' ? /de mes examens$/ : /of my exams$/ }));
  await expect(page.getByRole('heading', { level: 1, name: t('MyExams.Title') })).toBeVisible();
}

async function askForCorrection({ page, t }: Someone, text: string): Promise<void> {
  await pressOn(page.getByRole('button', { name: t('MyData.Ask') }));
  const dialog = page.getByRole('dialog');
  await write(dialog.getByLabel(t('Correction.Request')), text);
  await pressOn(dialog.getByRole('button', { name: t('MyData.Ask.Submit') }));
  await expect(page.getByText(t('Correction.Open'))).toBeVisible();
}

async function answerCorrection({ page, t }: Someone): Promise<void> {
  await page.goto('/home');
  await pressOn(page.getByRole('link', { name: t('Corrections.Answer.All') }));
  await pressOn(page.getByRole('button', { name: t('Corrections.Answer.Of', { name: 'Siobhan O’Brien' }) }));
  const dialog = page.getByRole('dialog');
  await write(dialog.getByLabel(t('Corrections.Note')), 'Merci, c’est fait.');
  await pressOn(dialog.getByRole('button', { name: t('Corrections.Send') }));
  await expect(dialog).toBeHidden();
}

async function changeHours(admin: Someone, exam: ExamToMake): Promise<void> {
  const { page, said, t } = admin;
  await page.goto('/home');
  await pressOn(page.getByRole('link', { name: said.manage }));
  await openTab(page, said, 'cohorts');
  await chooseForExam(admin, exam, t('Exam.Edit'));
  await writeHour(page.getByLabel(t('Exam.Field.startTime')), '14:00');
  await writeHour(page.getByLabel(t('Exam.Field.endTime')), '17:00');
  await pressOn(page.getByRole('button', { name: t('Exam.Save'), exact: true }));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(plural(t, 'Exam.Announce.Title', 1));
  await pressOn(question.getByRole('button', { name: t('Exam.Announce.Send') }));
}
