import type { Page } from '@playwright/test';
import { words } from './fixtures/firstHourWords.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: { ...demo } });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Accès rapide' });

/** Opens the palette, types, and follows the first command with this name. */
async function goTo(page: Page, text: string, command: RegExp): Promise<void> {
  await page.keyboard.press('Control+K');
  await type(page, text);
  await expect(palette(page).getByRole('option', { name: command, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

/** Names of the controls of each row that the Tab key reaches. */
const tabStops = (page: Page) =>
  page
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows
        .filter((row) => row.getClientRects().length > 0)
        .map((row) =>
          [...row.querySelectorAll<HTMLElement>('a, button, input')]
            .filter(({ tabIndex }) => tabIndex >= 0)
            .map((stop) => stop.ariaLabel || stop.textContent || stop.title),
        ),
    );

const placeOfFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tbody, main, body')?.tagName);

test('by keyboard alone, an administrator makes an exam, imports a list, takes one out, undoes it, and finds a person', async ({
  page,
}) => {
  const said = words.fr.list;
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // Its script arrives only when all has been typed.
  const typed = Promise.withResolvers<void>();
  await page.route(/CommandPalette/, (route) => typed.promise.then(() => route.continue()));
  await page.keyboard.press('Control+K');
  await type(page, 'creer un examen');
  typed.resolve();
  await expect(
    palette(page).getByRole('option', { name: /^Créer un examen\s: /, selected: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  await tabTo(page.getByLabel('Titre', { exact: true }));
  await type(page, 'Clavier');
  await tabTo(page.getByLabel('Date de l’examen'));
  await type(page, '2099-02-12');
  await pressOn(page.getByRole('button', { name: 'Créer l’examen' }));
  await expect(page.getByText(/^Examen créé.*Clavier/)).toBeVisible();

  await goTo(page, 'importer', /^Importer une liste/);
  await tabTo(page.getByLabel(said.exam, { exact: true }));
  await type(page, 'Clavier');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page.getByLabel(said.file));
  await page.keyboard.press('Enter');
  const list = listOf(...['Wilma', 'Xavier', 'Yseult'].map((name) => lineOf(name)));
  await (await chooser).setFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: list });
  await pressOn(page.getByRole('button', { name: said.check }));
  await pressOn(page.getByRole('button', { name: 'Importer 3 personnes' }));
  await expect(page.getByRole('status').filter({ hasText: said.done })).toBeVisible();

  await tabTo(page.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowRight');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Clavier')).toBeVisible();
  for (const stops of await tabStops(page)) expect(stops.length, stops.join()).toBeLessThanOrEqual(2);
  await pressOn(page.getByRole('link', { name: /^Voir les personnes inscrites\s: Clavier/ }));
  await expect(row('Yseult')).toBeVisible();
  expect(await tabStops(page)).toEqual(
    ['Wilma', 'Xavier', 'Yseult'].map((name) => [
      `${name} Essai`,
      `Changer le mot de passe\u00a0: ${name} Essai`,
    ]),
  );

  // From the name to the actions, and there from one to the next.
  await tabTo(page.getByRole('button', { name: 'Xavier Essai', exact: true }));
  await page.keyboard.press('Tab');
  for (const key of ['End', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Xavier Essai');
  await pressOn(question.getByRole('button', { name: 'Oui' }));
  await expect(row('Xavier')).toHaveCount(0);
  await expect.poll(() => placeOfFocus(page)).toBe('TBODY');
  await expect(row('Yseult').locator(':focus')).toHaveCount(1);

  await pressOn(page.getByRole('button', { name: 'Annuler ce changement' }));
  await expect(row('Xavier')).toBeVisible();
  await expect.poll(() => placeOfFocus(page)).not.toBe('BODY');

  await goTo(page, 'yseult', /^Yseult Essai/);
  const person = page.getByRole('dialog', { name: /Yseult Essai/ });
  await expect(person).toContainText('yseult@etu.example.ca');
  await page.keyboard.press('Escape');
  await expect(person).toHaveCount(0);
  await expect.poll(() => placeOfFocus(page)).not.toBe('BODY');
});
