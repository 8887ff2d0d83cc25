import type { Page } from '@playwright/test';
import { BreakingLine } from './fixtures/breakingLine.ts';
import { Desk } from './fixtures/desk.ts';
import { ImportDesk } from './fixtures/importDesk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

/** An exam with the form in front of it, and what its candidates are. */
async function openWith(page: Page, portal: { url: string }, title: string) {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam(title);
  const form = await ImportDesk.open(page, exam);
  const names = async () => (await staff.listCandidates(exam.id)).map(({ firstName }) => firstName);
  return { staff, exam, form, names };
}

test('after a line that broke another try asks under the same number, and nobody is placed twice', async ({
  browser,
  portal,
}) => {
  const line = await BreakingLine.to(portal.url, '/api/import', 'passed');
  const page = await browser.newPage({ baseURL: line.url });
  const { form, names } = await openWith(page, portal, 'Ligne coupée');
  const ids: string[] = [];
  page.on('request', (request) => {
    const id = /\/api\/import\/([^/]+)\/progress/.exec(request.url())?.[1];
    if (id) ids.push(id);
  });
  await form.check(listOf(lineOf('Coupe'), lineOf('Reprise')));
  await form.importButton.click();
  await expect(page.getByRole('alert')).toContainText('personne ne sera inscrit ni averti deux fois');
  expect(await names()).toEqual(['Coupe', 'Reprise']);
  line.mend();
  await form.retryButton.click();
  await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);
  expect(await names()).toEqual(['Coupe', 'Reprise']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  await page.close();
  line.close();
});

test('a failure into one exam is not tried again into it once another exam is chosen', async ({
  page,
  portal,
}) => {
  const { staff, form, names } = await openWith(page, portal, 'Première cible');
  const second = await staff.makeExam('Seconde cible');
  await page.reload();
  await form.check(listOf(lineOf('Cible')));
  await page.route('**/api/import', (route) => route.abort('connectionreset'));
  await form.importButton.click();
  await expect(form.retryButton).toBeVisible();
  await page.unroute('**/api/import');
  await form.exam.selectOption(String(second.id));
  await expect(form.retryButton).toHaveCount(0);
  await form.importButton.click();
  await expect(form.done).toHaveText(/ 1 personne a été inscrite/);
  expect(await names()).toEqual([]);
  expect((await staff.listCandidates(second.id)).map(({ firstName }) => firstName)).toEqual(['Cible']);
  await page.getByRole('tab', { name: 'Cohortes' }).click();
  await page.getByRole('button', { name: /^Autres actions.*Première cible$/ }).click();
  await page.getByRole('menuitem', { name: 'Importer une liste' }).click();
  await expect(page.getByText('Choisissez un fichier')).toBeVisible();
  await expect(form.done).toHaveCount(0);
});

const failures = {
  'a 500': { status: 500, body: 'oops' },
  'a page of a proxy': { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
  'nothing that was agreed': { status: 200, contentType: 'application/json', body: '{}' },
} as const;

for (const [what, answer] of Object.entries(failures)) {
  test(`S8.11 ${what} shows the generic error at the check and at the import, and both can be tried again`, async ({
    page,
    portal,
  }) => {
    const { form, names } = await openWith(page, portal, `Panne : ${what}`);
    const generic = page.getByRole('alert').filter({ hasText: 'Une erreur est survenue.' });
    await page.route('**/api/import{,/preview}', (route) => route.fulfill(answer));
    await form.check(listOf(lineOf('Panne')));
    await expect(generic).toContainText('La liste n’a pas pu être vérifiée');
    await expect(page.locator('input[type=file] + div')).toContainText('liste.csv');
    await page.unroute('**/api/import{,/preview}');
    await form.retryButton.click();
    await expect(form.importButton).toBeEnabled();

    await page.route('**/api/import', (route) => route.fulfill(answer));
    await form.importButton.click();
    await expect(generic).toContainText('L’importation n’a pas abouti');
    expect(await names()).toEqual([]);
    await page.unroute('**/api/import');
    await form.retryButton.click();
    await expect(form.done).toHaveText(/ 1 personne a été inscrite/);
  });
}

test('a look at another tab leaves the import running; leaving the page is asked about first', async ({
  page,
  portal,
}) => {
  const { form, names } = await openWith(page, portal, 'Pendant ce temps');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/import', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await form.check(listOf(lineOf('Pendant')));
  await form.importButton.click();
  await page.getByRole('tab', { name: 'Cohortes' }).click();
  await expect(page.getByRole('row', { name: /Pendant ce temps/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Importation' }).click();
  await expect(form.busyButton).toBeVisible();

  const leaving = page.getByRole('alertdialog', { name: 'Quitter pendant l’importation?' });
  await page.getByRole('link', { name: 'Accueil', exact: true }).click();
  await leaving.getByRole('button', { name: 'Rester' }).click();
  await expect(leaving).toBeHidden();
  await expect(page).toHaveURL(/\/telfer\/configuration/);
  gate.resolve();
  await expect(form.done).toHaveText(/ 1 personne a été inscrite/);
  await page.getByRole('link', { name: 'Accueil', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(await names()).toEqual(['Pendant']);
});

test('a session that ran out before “Import” loses nothing of what was chosen', async ({ page, portal }) => {
  const { form, names } = await openWith(page, portal, 'Session perdue');
  await page.getByLabel('Envoyer un courriel').uncheck();
  await form.check(listOf(lineOf('Patience')));
  await expect(form.importButton).toBeEnabled();
  const ended = /\/api\/(import$|auth\/refresh)/;
  await page.route(ended, (route) => route.fulfill({ status: 401, json: {} }));
  await form.importButton.click();
  const dialog = page.getByRole('alertdialog', { name: 'Votre session est terminée' });
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('Demo#2027');
  await page.unroute(ended);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('input[type=file] + div')).toContainText('liste.csv');
  await expect(page.getByLabel('Envoyer un courriel')).not.toBeChecked();
  await form.retryButton.click();
  await expect(form.done).toHaveText(/ 1 personne a été inscrite/);
  expect(await names()).toEqual(['Patience']);
});

test('an exam that somebody else deactivated meanwhile takes nobody, and the page says so', async ({
  page,
  portal,
}) => {
  const { staff, exam, form } = await openWith(page, portal, 'Fermée ailleurs');
  const other = await staff.makeExam('Encore ouverte');
  await form.check(listOf(lineOf('Tardive')));
  await expect(form.importButton).toBeEnabled();
  await staff.deactivate(exam.id);
  await form.importButton.click();
  await expect(page.getByRole('alert')).toContainText(
    'Cet examen n’existe pas dans ce système, ou il a été annulé.',
  );
  await expect(form.exam.locator('option:checked')).toHaveText('Examen introuvable');
  await expect(form.checkButton).toBeDisabled();
  await form.exam.selectOption(String(other.id));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await form.importButton.click();
  await expect(form.done).toHaveText(/ 1 personne a été inscrite/);
});

test('the whole way by keyboard alone, through a change of language on the way', async ({ page, portal }) => {
  const { form, names } = await openWith(page, portal, 'Au clavier');
  await form.choose(listOf(lineOf('Clavier')));
  await form.checkButton.focus();
  await page.keyboard.press('Enter');
  await expect(form.importButton).toBeVisible();
  await page.getByRole('button', { name: 'English' }).press('Enter');
  const button = page.getByRole('button', { name: 'Import 1 candidate' });
  await button.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/1 person was enrolled in the exam\./)).toBeVisible();
  // The focus is not lost with the button: the next Tab leads on from the news.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'View candidates' })).toBeFocused();
  expect(await names()).toEqual(['Clavier']);
});
