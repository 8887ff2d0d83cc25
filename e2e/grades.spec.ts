import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { moodleTest, setGrade } from './fixtures/moodlePortal.ts';
import { pageTextsIn } from './fixtures/pageTexts.ts';
import { expect } from './fixtures/portal.ts';
import { plural } from './fixtures/sessionActs.ts';
import { languagesOfSessions, readIn, withPortalOfItsOwn } from './fixtures/sessionLanguages.ts';
import { enterAs } from './fixtures/visitor.ts';

const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'America/Toronto' }).format();

for (const language of languagesOfSessions) {
  const test = withPortalOfItsOwn(moodleTest, language);
  test(`by keyboard alone in ${language}, attestations are marked by the grades of Moodle, and a grade that changes afterwards is shown`, async ({
    page,
    portal,
    moodle: { site },
  }) => {
    const t = pageTextsIn(language);
    const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
    const exam = await staff.makeExam('Notes', today);
    await staff.place(
      exam,
      new Uint8Array(listOf(...['Agathe', 'Basile', 'Carla'].map((name) => lineOf(name)))),
    );
    const course = () =>
      [...site.courses.values()].find(({ idnumber }) => idnumber === exam.courseId)?.id ?? 0;
    await expect.poll(() => site.enrolments.get(course())?.size, { timeout: 60_000 }).toBe(3);
    const grade = (name: string, points: number) => setGrade(site, course(), name, points);
    grade('Agathe', 82);
    grade('Basile', 69.9);

    await enterAs(page, 'admin.ilob@demo.example');
    await page.goto(`/configuration/exams/7/${exam.id}/results`);
    await readIn(page, language);
    const rule = page.getByLabel(t('Grades.PassPercent'));
    await tabTo(rule);
    await page.keyboard.press('Control+A');
    await type(page, '70');
    await page.keyboard.press('Enter');
    const rowOf = (name: string) => page.getByRole('row', { name });
    await expect(rowOf('Agathe')).toContainText('82 / 100');
    await expect(rowOf('Agathe')).toContainText(t('Results.Outcome.marked'));
    await expect(rowOf('Basile')).toContainText(t('Grades.Outcome.failed'));
    await expect(rowOf('Carla')).toContainText(t('Results.Outcome.ungraded'));
    await pressOn(page.getByRole('button', { name: plural(t, 'Results.Apply', 1) }));
    await expect(page.getByText(plural(t, 'Attest.Marked', 1))).toBeVisible();
    await expect(rowOf('Agathe')).toContainText(t('Results.Outcome.granted'));
    await expect(page.getByRole('button', { name: /^(Enregistrer|Save) 0/ })).toHaveCount(0);

    grade('Agathe', 35);
    await pressOn(page.getByRole('button', { name: t('Grades.ReadAgain') }));
    await expect(rowOf('Agathe')).toContainText('35 / 100');
    await expect(rowOf('Agathe')).toContainText(/(avant le|until) .* 82 \/ 100/);
    await expect(rowOf('Agathe')).toContainText(t('Results.Outcome.unmarked'));
    const save = page.getByRole('button', { name: plural(t, 'Results.Apply', 1) });
    await expect(save).toBeVisible();
    await rule.fill('30');
    await expect(page.getByText(t('Grades.Outdated', { percent: 70 }))).toBeVisible();
    await expect(save).toHaveCount(0);
    await rule.fill('70');
    await pressOn(save);
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(plural(t, 'Results.Count.unmarked', 1));
    await pressOn(question.getByRole('button', { name: t('Dialog.Yes') }));
    await expect(page.getByText(plural(t, 'Attest.Unmarked', 1))).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
}
