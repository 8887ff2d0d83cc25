import type { Locator, Page } from '@playwright/test';
import { boxOf } from './fixtures/boxOf.ts';
import { Desk } from './fixtures/desk.ts';
import { EmailDesk } from './fixtures/emailDesk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToFill });

/** As a person types. */
const pace = { delay: 40 };

/** Presses beside whatever dialog is open. */
const clickBeside = (page: Page) => page.mouse.click(5, 400);

test('a click beside a filled dialog, Escape and Cancel ask before what was typed is lost; an empty one closes', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/applications');
  const dialog = page.getByRole('dialog', { name: 'Inscrire une application' });
  const question = page.getByRole('alertdialog', { name: 'Abandonner la saisie?' });
  const open = () => page.getByRole('button', { name: 'Inscrire une application' }).first().click();
  const leave = [
    () => clickBeside(page),
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Annuler' }).click(),
  ];
  for (const close of leave) {
    await open();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toHaveCount(0);
    await open();
    await dialog.getByLabel('Nom', { exact: true }).click();
    await page.keyboard.type('Wiki', pace);
    await close();
    await question.getByRole('button', { name: 'Continuer la saisie' }).first().click();
    await expect(question).toHaveCount(0);
    await expect(dialog.getByLabel('Nom', { exact: true })).toHaveValue('Wiki');
    await close();
    await question.getByRole('button', { name: 'Abandonner' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('in the dialog that moves people, nothing above the mail’s box moves while its consequences change', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Un examen à quitter');
  await staff.makeExam('Un examen à rejoindre');
  expect(await staff.place(exam, new Uint8Array(listOf(lineOf('Odile'))))).toBe(1);
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto(`/configuration/exams/5/${exam.id}`);
  await page.getByRole('button', { name: 'Sélectionner des personnes' }).click();
  await page.getByRole('checkbox', { name: 'Sélectionner Odile Essai' }).click();
  await page.getByRole('button', { name: /^Déplacer/ }).click();
  const mail = page.getByRole('dialog').getByRole('checkbox');
  const before = await boxOf(mail);
  await mail.click();
  expect(await boxOf(mail)).toEqual(before);
  await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 });
  await page.waitForLoadState('networkidle');
  expect(await boxOf(mail)).toEqual(before);
});

test('the columns of a list stay where they are on its other pages and with a filter', async ({ page }) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/users');
  const heads = page.locator('.rows-table thead th');
  await expect(page.locator('.rows-table tbody tr').nth(4)).toBeVisible();
  const widths = () => heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().x));
  const before = await widths();
  const firstName = page.locator('.rows-table tbody tr').first();
  const name = await firstName.textContent();
  await page.getByRole('button', { name: 'Page suivante' }).click();
  await expect(firstName).not.toHaveText(name ?? '');
  const moved = (await widths()).map((x, place) => Math.abs(x - (before[place] ?? 0)));
  expect(Math.max(...moved)).toBeLessThanOrEqual(1);
});

test('the buttons of two questions stay in place, and a double click does not answer the second', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Un examen à annuler');
  expect(await staff.place(exam, new Uint8Array(listOf(lineOf('Odette'))))).toBe(1);
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto(`/configuration/exams/5/${exam.id}`);
  const question = page.getByRole('alertdialog');
  const [no, yes] = ['Non', 'Oui'].map((name) => question.getByRole('button', { name })) as [
    Locator,
    Locator,
  ];
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('button', { name: /^Autres actions.*Un examen à annuler$/ }).click();
    await page.getByRole('menuitem', { name: /annuler l’examen/ }).click();
    await expect(question.getByRole('checkbox')).toBeVisible();
    // The last part of the question to arrive; later ones would move the buttons.
    await expect(question.getByText(/^Personne ne lit les réponses/)).toBeVisible();
    // A question longer than the window begins at its top: the reader scrolls to its buttons.
    await yes.scrollIntoViewIfNeeded();
    const before = [await boxOf(no), await boxOf(yes)];
    // One line of words.
    expect(before[1]?.height).toBeLessThan(45);
    await yes.dblclick();
    await expect(question).toContainText('Dernière question');
    await expect(yes).toHaveAccessibleName(/annuler l’examen$/);
    expect([await boxOf(no), await boxOf(yes)]).toEqual(before);
    await expect(question.getByRole('checkbox')).not.toBeChecked();
    await no.click();
    await expect(question).toHaveCount(0);
  }
});

test('what somebody else has saved meanwhile does not move the text being typed', async ({
  page,
  portal,
}) => {
  const other = await Desk.open(portal.url, 'super@demo.example', 5);
  const desk = await EmailDesk.open(page, 'telfer');
  const place = () =>
    page.locator('.body-editor').evaluate((editor) => {
      const main = editor.closest('main') as HTMLElement;
      return editor.getBoundingClientRect().top - main.getBoundingClientRect().top;
    });
  await desk.body.click();
  await page.keyboard.type('Bonjour', pace);
  const before = await place();
  await other.writeMessage('fr', { subject: 'Leur objet', body: '<p>Leur texte</p>' });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: /Une autre version/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Le message n’a pas été enregistré')).toBeVisible();
  expect(await place()).toBe(before);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Enregistrer mon texte' }).click();
  await expect(page.getByText(/Vérifiez qu’ils correspondent encore/)).toBeVisible();
  expect(await place()).toBe(before);
});
