import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const desk = (portal: { url: string }) => Desk.open(portal.url, 'admin.ilob@demo.example', 7);

async function openExams(page: Page) {
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto('/ilob/configuration?tab=cohorts');
  await expect(page.getByRole('table')).toBeVisible();
}

/** Asks for the deactivation of an exam, and answers the question that comes. */
async function askToDeactivate(page: Page, title: string) {
  await page.getByRole('button', { name: `Autres actions\u00A0: ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Désactiver' }).click();
  return page.getByRole('alertdialog');
}

test('S2.52 S4.10 the exams stand by exam date, each with title, date, count and what can be done', async ({
  page,
  portal,
}) => {
  const staff = await desk(portal);
  await staff.makeExam('Troisième', '2099-12-01');
  const exam = await staff.makeExam('Première', '2099-02-01');
  await staff.makeExam('Deuxième', '2099-06-15');
  await staff.place(exam, new Uint8Array(listOf(lineOf('Aline'), lineOf('Boris'))));
  await openExams(page);
  const made = page.getByRole('row', { name: /Première|Deuxième|Troisième/ });
  await expect(made).toHaveText([/Première/, /Deuxième/, /Troisième/]);
  const first = made.first();
  await expect(first).toContainText(/1er\sfévrier\s2099/);
  await expect(first.getByRole('cell').nth(1)).toHaveText('2');
  const dates = (await staff.listExams()).map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted());
  await first.getByRole('link', { name: 'Voir les personnes inscrites : Première' }).click();
  await expect(page.getByRole('row', { name: /Aline/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Boris/ })).toBeVisible();
});

test('S4.7 S4.9 an exam goes after two questions and not before, also from the list that is loaded anew', async ({
  page,
  portal,
}) => {
  await (await desk(portal)).makeExam('Sans lendemain');
  await openExams(page);
  const deletions = watch(page, /\/api\/cohort\/7\/\d+$/);
  const question = await askToDeactivate(page, 'Sans lendemain');
  await expect(question).toContainText(/disparaît des listes/);
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(question).toContainText(/Dernière question.*«\sSans lendemain\s»/);
  expect(deletions).toEqual([]);
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(question).toBeHidden();
  const row = page.getByRole('row', { name: /Sans lendemain/ });
  await expect(row).toHaveCount(0);
  expect(deletions.map((deletion) => deletion.method())).toEqual(['DELETE']);
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('S4.8 No at the first or at the second question sends nothing and keeps the exam', async ({
  page,
  portal,
}) => {
  await (await desk(portal)).makeExam('Gardée');
  await openExams(page);
  const deletions = watch(page, /\/api\/cohort\/7\/\d+$/);
  for (const yeses of [0, 1]) {
    const question = await askToDeactivate(page, 'Gardée');
    for (let n = 0; n < yeses; n++) await question.getByRole('button', { name: 'Oui' }).click();
    await question.getByRole('button', { name: 'Non' }).click();
    await expect(question).toBeHidden();
  }
  await expect(page.getByRole('row', { name: /Gardée/ })).toBeVisible();
  expect(deletions).toEqual([]);
});

test('a deactivation that fails is told, and the exam stays', async ({ page, portal }) => {
  await (await desk(portal)).makeExam('Résiste');
  await openExams(page);
  await page.route(/\/api\/cohort\/7\/\d+$/, (route) => route.fulfill({ status: 500, json: {} }));
  const question = await askToDeactivate(page, 'Résiste');
  await question.getByRole('button', { name: 'Oui' }).click();
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(question.getByRole('alert')).toBeVisible();
  await question.getByRole('button', { name: 'Non' }).click();
  await expect(page.getByRole('row', { name: /Résiste/ })).toBeVisible();
});
