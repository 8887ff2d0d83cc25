import type { Page } from '@playwright/test';
import { makePng } from '../apps/server/src/systems/banners/fixtures/pictures.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// A portal of its own: the frames of all systems change.
test.use({ settings: { ...demo } });

const contacts = '/configuration/contacts';
const cellOf = (page: Page, field: string, system: string) =>
  page.getByRole('textbox', { name: `${field} – ${system}`, exact: true });
/** A save shows nothing until the server has answered. */
const saved = (page: Page, cell: string) =>
  expect(page.getByRole('status').filter({ hasText: `Enregistré\u00a0: ${cell}` })).toBeAttached();

test('contact details are typed as in a sheet: Enter goes down, Tab to the right, Escape takes back, and an error stands in its cell', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto(contacts);
  const beyond = await page
    .getByRole('table')
    .evaluate(({ parentElement: frame }) => (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0));
  expect(beyond).toBe(0);
  await tabTo(cellOf(page, 'Téléphone', 'education/TCL'));
  await type(page, '613 555-0101');
  await page.keyboard.press('Enter');
  await expect(cellOf(page, 'Téléphone', 'PDI')).toBeFocused();
  await saved(page, 'Téléphone – education/TCL');
  await type(page, '613 555-0102');
  await page.keyboard.press('Tab');
  await saved(page, 'Téléphone – PDI');
  await expect(cellOf(page, 'Bureau, en français', 'PDI')).toBeFocused();
  await type(page, 'Bureau 12');
  await page.keyboard.press('Shift+Enter');
  await saved(page, 'Bureau, en français – PDI');
  await expect(cellOf(page, 'Bureau, en français', 'education/TCL')).toBeFocused();
  await type(page, 'par erreur');
  await page.keyboard.press('Escape');
  await expect(cellOf(page, 'Bureau, en français', 'education/TCL')).toHaveValue(/^Pavillon Laurier/);
  // The office in the other language applies where there is none.
  await tabTo(cellOf(page, 'Bureau, en anglais', 'PDI'));
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await saved(page, 'Bureau, en anglais – PDI');
  await expect(cellOf(page, 'Bureau, en anglais', 'PDI')).toHaveAttribute('placeholder', 'Bureau 12');

  const reply = cellOf(page, 'Adresse de réponse', 'PDI');
  await tabTo(reply, 'Shift+Tab');
  await type(page, 'pdi');
  await page.keyboard.press('Tab');
  await expect(reply).toHaveAttribute('aria-invalid', 'true');
  await expect(reply).toHaveAccessibleDescription(/^Entrez une adresse courriel complète/);
  // What is not saved is asked about.
  await pressOn(page.getByRole('link', { name: 'Accueil', exact: true }));
  await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Rester' }));
  await tabTo(reply);
  await page.keyboard.press('End');
  await type(page, '@nord.example');
  await page.keyboard.press('Tab');
  await saved(page, 'Adresse de réponse – PDI');
  await expect(reply).not.toHaveAttribute('aria-invalid', 'true');

  await page.reload();
  for (const [field, system, text] of [
    ['Téléphone', 'education/TCL', '613 555-0101'],
    ['Téléphone', 'PDI', '613 555-0102'],
    ['Bureau, en français', 'education/TCL', /^Pavillon Laurier/],
    ['Bureau, en français', 'PDI', 'Bureau 12'],
    ['Adresse de réponse', 'PDI', 'pdi@nord.example'],
  ] as const)
    await expect(cellOf(page, field, system)).toHaveValue(text);
});

test('one press gives the value of a cell to the systems without one, or to all, after showing which change', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto(contacts);
  const sender = (system: string) => cellOf(page, 'Nom de l’expéditeur', system);
  await tabTo(sender('DC'));
  await type(page, 'Examens');
  await page.keyboard.press('Enter');
  await type(page, 'Relations');
  await page.keyboard.press('Enter');
  await saved(page, 'Nom de l’expéditeur – NP');
  await tabTo(sender('DC'), 'Shift+Tab');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Champ')).toHaveValue('emailFromName');
  await expect(dialog.getByLabel('Valeur')).toHaveValue('Examens');
  await expect(dialog.getByRole('listitem')).toHaveCount(7);
  await pressOn(dialog.getByRole('button', { name: 'Remplir 7 systèmes' }));
  await expect(dialog).toBeHidden();
  await expect(sender('AC')).toHaveValue('Examens');
  await expect(sender('NP')).toHaveValue('Relations');

  // The button fills from the cell that was last typed in or clicked.
  await sender('DC').click();
  await pressOn(page.getByRole('button', { name: 'La même valeur pour tous' }));
  await expect(dialog.getByText('Rien ne change.')).toBeVisible();
  await tabTo(dialog.getByRole('radio', { name: 'Ceux qui n’en ont pas' }));
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('listitem')).toHaveText([/^NP\s: Relations → Examens$/]);
  await pressOn(dialog.getByRole('button', { name: 'Remplir 1 système' }));
  await expect(sender('NP')).toHaveValue('Examens');
});

test('an administrator sets the frame of their own system: logo, telephone, and a sender within the allowed domains', async ({
  page,
}) => {
  await enterAs(page, 'admin.tep@demo.example');
  await page.goto('/tep/configuration?tab=email');
  await pressOn(page.getByRole('link', { name: 'Expéditeur et coordonnées' }).first());
  await expect(page).toHaveURL(contacts);
  await expect(page.getByRole('rowheader')).toHaveText(['TEP']);
  await expect(page.getByText('la superadministration n’a permis aucun domaine')).toBeVisible();
  const sender = cellOf(page, 'Adresse d’expédition', 'TEP');
  await expect(cellOf(page, 'Adresse de réponse', 'TEP')).toBeVisible();
  await expect(sender).toHaveCount(0);

  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration');
  await pressOn(page.getByRole('button', { name: 'Université', exact: true }));
  const university = page.getByRole('dialog');
  await tabTo(university.getByLabel('Nom en français'));
  await type(page, 'Université');
  await tabTo(university.getByLabel('Domaines permis'));
  await type(page, 'nord.example');
  await page.keyboard.press('Enter');
  await expect(university).toBeHidden();

  await enterAs(page, 'admin.tep@demo.example');
  await page.goto(contacts);
  await tabTo(sender);
  await type(page, 'tep@sud.example');
  await page.keyboard.press('Enter');
  await expect(sender).toHaveAccessibleDescription(/hors des domaines/);
  await page.keyboard.press('Escape');
  await type(page, 'tep@nord.example');
  await page.keyboard.press('Tab');
  await saved(page, 'Adresse d’expédition – TEP');
  await pressOn(page.getByRole('button', { name: /^Choisir le logo\s: TEP$/ }));
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Logo en tête des courriels')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: makePng(480, 120) });
  await pressOn(dialog.getByRole('button', { name: 'Enregistrer' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Choisir le logo\s: TEP$/ }).locator('img')).toBeVisible();
});

test('the name of a system stays beside the cell in which one types, however far to the right, and covers no such cell', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await enterAs(page, 'super@demo.example');
  await page.goto(contacts);
  await cellOf(page, 'Adresse d’expédition', 'PDI').focus();
  const name = page.getByRole('rowheader', { name: 'PDI', exact: true });
  const fields = ['Adresse de réponse', 'Téléphone', 'Bureau, en français', 'Bureau, en anglais'];
  const names = ['Nom de l’expéditeur', 'Nom de l’expéditeur, en anglais'];
  const expectBeside = async () => {
    await expect(name).toBeInViewport({ ratio: 1 });
    const [left, cell] = [await name.boundingBox(), await page.locator(':focus').boundingBox()];
    expect(cell?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
    expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual(800);
  };
  for (const _ of [...fields, ...names]) {
    await page.keyboard.press('Tab');
    await expectBeside();
  }
  for (const _ of [...fields, ...names]) {
    await page.keyboard.press('Shift+Tab');
    await expectBeside();
  }
});
