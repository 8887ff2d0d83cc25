import { openTab, signIn } from './fixtures/firstHourActs.ts';
import { pressOn } from './fixtures/keyboard.ts';
import { lineOf } from './fixtures/lists.ts';
import { test as base, demo, expect } from './fixtures/portal.ts';
import {
  checkLines,
  chooseForExam,
  type ExamToMake,
  makeWholeExam,
  openCandidates,
  placeLines,
  someone,
  titleFor,
} from './fixtures/sessionActs.ts';
import { cancelExam, correctAddress, movePerson, planReminder, takeOut } from './fixtures/sessionChanges.ts';
import { languagesOfSessions, withPortalOfItsOwn } from './fixtures/sessionLanguages.ts';
import { ScreenReader } from './fixtures/speech.ts';
import { spokenSession } from './fixtures/spokenSession.ts';
import type { SpokenStep } from './fixtures/spokenSteps.ts';

const first: ExamToMake = { title: 'Droit civil A', titleEn: 'Civil law A', day: '2099-02-12' };
const second: ExamToMake = { title: 'Reprise B', titleEn: 'Resit B', day: '2099-02-19' };
const people = ['Zoé', 'Émile', 'Liam'];
const corrected = 'emile.corrige@etu.example.ca';

base.use({ settings: { ...demo } });

for (const language of languagesOfSessions) {
  const test = withPortalOfItsOwn(base, language);
  test(`an administrator's whole session in ${language} by keyboard alone, as a screen reader says it`, async ({
    page,
  }) => {
    // Nothing else is waited for: two minutes on a busy machine.
    test.setTimeout(400_000);
    const reader = await ScreenReader.listenTo(page);
    const admin = someone(page, language);
    const { said, t } = admin;
    const { home, preview, exam, steps } = spokenSession[language];
    const hears = (step: SpokenStep, act: Promise<unknown>) =>
      test.step(step, async () => {
        await act;
        await expect(async () => expect(await reader.listen()).toEqual(steps[step])).toPass({
          timeout: 20_000,
        });
        await reader.forget(steps[step]);
      });
    const lines = people.map((name, n) => lineOf(name, { email: `oreille.${n}@etu.example.ca` }));

    await hears('signIn', signIn(page, said));
    await hears('openSystem', pressOn(page.getByRole('link', { name: said.manage })));
    await hears('makeExam', makeWholeExam(admin, first));
    await hears('makeSecond', makeWholeExam(admin, second));
    await hears('checkList', checkLines(admin, first, lines));
    await expect(page.getByRole('main')).toMatchAriaSnapshot(preview);
    await hears('importList', placeLines(admin, lines.length));
    await hears('openExams', openTab(page, said, 'cohorts'));
    await hears('openExam', pressOn(page.getByRole('link', { name: titleFor(admin, first), exact: true })));
    await expect(page.getByRole('main')).toMatchAriaSnapshot(exam);
    await hears('goBack', pressOn(page.getByRole('navigation').getByRole('link', { name: home })));
    await hears('openCandidates', openCandidates(admin, first));
    await hears('correct', correctAddress(admin, 'Émile Essai', corrected));
    await hears('move', movePerson(admin, 'Zoé', second, 'Zoé Essai'));
    await hears('takeOut', takeOut(admin, ['Liam']));
    await hears('undo', pressOn(page.getByRole('button', { name: t('Attest.Undo') })));
    await hears('openExamsAgain', openTab(page, said, 'cohorts'));
    await hears('openReminders', chooseForExam(admin, first, t('Exam.Reminders')));
    await hears('planReminder', planReminder(admin, first));
    await hears('cancel', cancelExam(admin, second));
    await hears('signOut', pressOn(page.getByRole('link', { name: t('Shell.SignOut') })));
  });
}
