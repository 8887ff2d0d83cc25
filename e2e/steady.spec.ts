import type { Locator, Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToFill });

/** As a person types. */
const pace = { delay: 40 };

const boxOf = async (control: Locator) => {
  const box = await control.boundingBox();
  if (!box) throw new Error('The control is not there.');
  return box;
};

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

test('a toast of a work page lies over none of its controls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto('/ilob/configuration?tab=email');
  await page.frameLocator('.body-editor iframe').locator('body').click();
  await page.keyboard.press('Control+s');
  // It stays for as long as the pointer is over it.
  await page.locator('[data-toast]').hover();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => page.evaluate(controlsBelowToast)).toEqual([]);
});

function controlsBelowToast(): string[] {
  const toast = document.querySelector('[data-toast]')?.getBoundingClientRect();
  if (!toast) return ['the toast is gone'];
  return [...document.querySelectorAll('a, button, input, select')]
    .filter((control) => {
      const box = control.getBoundingClientRect();
      const isBelow = box.left < toast.right && box.right > toast.left && box.top < toast.bottom;
      return isBelow && box.bottom > toast.top && box.width > 1 && !control.closest('[data-toast]');
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 100));
}
