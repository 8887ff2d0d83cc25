import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { setGrade, moodleTest as test } from './fixtures/moodlePortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'America/Toronto' }).format();

test('by keyboard alone, attestations are marked by the grades of Moodle, and a grade that changes afterwards is shown', async ({
  page,
  portal,
  moodle: { site },
}) => {
  const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
  const cohort = await staff.makeCohort('Notes', today);
  await staff.place(
    cohort,
    new Uint8Array(listOf(...['Agathe', 'Basile', 'Carla'].map((name) => lineOf(name)))),
  );
  const course = () =>
    [...site.courses.values()].find(({ idnumber }) => idnumber === cohort.courseId)?.id ?? 0;
  await expect.poll(() => site.enrolments.get(course())?.size, { timeout: 60_000 }).toBe(3);
  const grade = (name: string, points: number) => setGrade(site, course(), name, points);
  grade('Agathe', 82);
  grade('Basile', 69.9);

  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto(`/configuration/exams/7/${cohort.id}/results`);
  const rule = page.getByLabel('Réussite à partir de (% des points)');
  await tabTo(rule);
  await page.keyboard.press('Control+A');
  await type(page, '70');
  await page.keyboard.press('Enter');
  const rowOf = (name: string) => page.getByRole('row', { name });
  await expect(rowOf('Agathe')).toContainText('82 / 100');
  await expect(rowOf('Agathe')).toContainText('À accorder');
  await expect(rowOf('Basile')).toContainText('Note sous le seuil');
  await expect(rowOf('Carla')).toContainText('Sans note');
  await pressOn(page.getByRole('button', { name: 'Enregistrer 1 changement' }));
  await expect(page.getByText('1 attestation accordée.')).toBeVisible();
  await expect(rowOf('Agathe')).toContainText('Déjà accordée');
  await expect(page.getByRole('button', { name: /^Enregistrer 0/ })).toHaveCount(0);

  grade('Agathe', 35);
  await pressOn(page.getByRole('button', { name: 'Relire les notes' }));
  await expect(rowOf('Agathe')).toContainText('35 / 100');
  await expect(rowOf('Agathe')).toContainText(/avant le .* 82 \/ 100/);
  await expect(rowOf('Agathe')).toContainText('À retirer');
});
