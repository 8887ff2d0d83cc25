import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const focusIsOnBody = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test('by keyboard alone, filtered candidates are taken out and put back, and others moved to another exam', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
  const [from, to] = [await staff.makeExam('Matin'), await staff.makeExam('Soir')];
  const lines = ['Quentin', 'Sacha', 'Tessa', 'Ulric', 'Vanna', 'Wanda'].map((name, n) =>
    lineOf(name, { language: n < 2 ? 'E' : 'F' }),
  );
  await staff.place(from, new Uint8Array(listOf(...lines)));
  const namesIn = async ({ id }: { id: number }) =>
    (await staff.listCandidates(id)).map(({ firstName }) => firstName);
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto(`/ilob/configuration?tab=users&exam=${from.id}`);
  const list = page.getByRole('table');
  await expect(list).toBeVisible();

  await pressOn(page.getByRole('button', { name: 'Filtrer' }));
  await tabTo(page.getByLabel('Langue'));
  await page.keyboard.press('End');
  await expect(list.getByRole('row')).toHaveCount(3);
  await tabTo(page.getByRole('button', { name: 'Sélectionner des personnes' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await pressOn(page.getByRole('button', { name: 'Sélectionner tous les résultats (2)' }));
  await pressOn(page.getByRole('button', { name: 'Désinscrire…' }));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Ces 2 personnes ne seront plus inscrites');
  await pressOn(question.getByRole('button', { name: 'Oui' }));
  await expect(page.getByText(/^2 personnes désinscrites/)).toBeVisible();
  await expect(question).toBeHidden();
  await expect.poll(() => namesIn(from)).toEqual(['Tessa', 'Ulric', 'Vanna', 'Wanda']);
  await expect.poll(() => focusIsOnBody(page)).toBe(false);
  await pressOn(page.getByRole('button', { name: 'Annuler ce changement' }));
  await expect(page.getByText(/^2 personnes sont de nouveau inscrites/)).toBeVisible();
  await expect.poll(() => namesIn(from)).toHaveLength(6);
  await expect.poll(() => focusIsOnBody(page)).toBe(false);

  await pressOn(page.getByRole('button', { name: 'Retirer les filtres' }));
  await tabTo(page.getByLabel(/^Chercher/), 'Shift+Tab');
  await type(page, 'vanna');
  await expect(list.getByRole('row')).toHaveCount(2);
  await pressOn(page.getByRole('button', { name: 'Tout désélectionner' }));
  await tabTo(page.getByRole('checkbox', { name: /^Sélectionner Vanna/ }));
  await page.keyboard.press('Space');
  await tabTo(page.getByRole('button', { name: 'Déplacer…' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Déplacer Vanna .*vers un autre examen$/ });
  await tabTo(dialog.getByLabel('Nouvel examen', { exact: true }));
  await type(page, 'Soir');
  await pressOn(dialog.getByRole('button', { name: /^Déplacer (Vanna|Xenia)/ }));
  // The exam has no hour yet, and the convocation names one.
  await expect(page.getByRole('alertdialog')).toContainText('que l’examen n’a pas encore');
  await pressOn(page.getByRole('button', { name: 'Envoyer quand même' }));
  await expect(page.getByText(/^1 personne déplacée vers/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => focusIsOnBody(page)).toBe(false);
  expect(await namesIn(to)).toEqual(['Vanna']);
  expect(await namesIn(from)).toHaveLength(5);
  await expect
    .poll(async () => (await staff.listCandidates(to.id)).map(({ platformState }) => platformState))
    .toEqual(['done']);
});

test('by keyboard alone, one person is moved from their panel and back, which the history of the exam tells', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
  const [from, to] = [await staff.makeExam('Aube'), await staff.makeExam('Brune')];
  await staff.place(from, new Uint8Array(listOf(lineOf('Xenia'), lineOf('Yann'))));
  const count = async ({ id }: { id: number }) => (await staff.listCandidates(id)).length;
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto(`/ilob/configuration?tab=users&exam=${from.id}`);
  await pressOn(page.getByRole('button', { name: /^Voir les renseignements.*Xenia/ }));
  const panel = page.getByRole('dialog', { name: /^Xenia/ });
  await pressOn(panel.getByRole('button', { name: /^Déplacer vers un autre examen.: Aube$/ }));
  const dialog = page.getByRole('dialog', { name: /^Déplacer Xenia .*vers un autre examen$/ });
  await tabTo(dialog.getByLabel('Nouvel examen', { exact: true }));
  await type(page, 'Brune');
  // A mail that has left could not be taken back.
  await tabTo(dialog.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await pressOn(dialog.getByRole('button', { name: /^Déplacer (Vanna|Xenia)/ }));
  await expect(page.getByText(/^1 personne déplacée vers/)).toBeVisible();
  expect([await count(from), await count(to)]).toEqual([1, 1]);
  await expect(dialog).toBeHidden();
  await expect.poll(() => focusIsOnBody(page)).toBe(false);
  await pressOn(page.getByRole('button', { name: 'Annuler ce changement' }));
  await expect(page.getByText(/^1 personne est de nouveau inscrite/)).toBeVisible();
  expect([await count(from), await count(to)]).toEqual([2, 0]);
  await expect.poll(() => focusIsOnBody(page)).toBe(false);
  await page.goto(`/configuration/exams/7/${from.id}`);
  await expect(page.getByRole('listitem').filter({ hasText: /Personnes.: Xenia/ })).toHaveCount(2);
});
