import type { Page } from '@playwright/test';
import { english, expectSaved, french, save } from './fixtures/contentPage.ts';
import { Desk } from './fixtures/desk.ts';
import { EmailDesk } from './fixtures/emailDesk.ts';
import { demoToChange, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// A portal of its own: others read the titles and messages of theirs.
test.use({ settings: demoToChange });

const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Une autre version a été enregistrée entre-temps' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('of two who save one message the second sees both texts and chooses; an earlier version comes back', async ({
  page,
  portal,
}) => {
  const desk = await EmailDesk.open(page, 'tep');
  const other = await Desk.open(portal.url, 'super@demo.example', 8);
  const dialog = conflict(page);

  // Go on editing: nothing has changed.
  await desk.subject.fill('Mon objet {{examTitle}}');
  await desk.body.fill('Apportez deux crayons.');
  await other.writeMessage('fr', { subject: 'Leur objet', body: '<p>Apportez une calculatrice.</p>' });
  await desk.save.click();
  await expect(dialog).toContainText('par Solange Bélanger');
  await expect(dialog.getByRole('region', { name: 'Votre texte' }).locator('mark')).toContainText([
    'Mon',
    /crayons/,
  ]);
  await expect(dialog.getByRole('region', { name: 'L’autre texte' })).toContainText('Leur objet');
  await dialog.getByText('Mise en forme').click();
  await expect(dialog.frameLocator('iframe').last().locator('body')).toHaveText('Apportez une calculatrice.');
  await press(page, 'Continuer la rédaction');
  await expect(dialog).toBeHidden();
  await expect(desk.subject).toHaveValue('Mon objet {{examTitle}}');
  expect((await other.readMessage('fr')).subject).toBe('Leur objet');

  // Take theirs: one's own waits beside it.
  await press(page, 'Comparer les deux textes');
  await dialog.getByRole('button', { name: 'Garder l’autre texte' }).click();
  await expect(desk.subject).toHaveValue('Leur objet');
  await expect(desk.body).toHaveText('Apportez une calculatrice.');
  await press(page, 'Reprendre la rédaction');
  await expect(desk.subject).toHaveValue('Mon objet {{examTitle}}');

  // Keep mine: theirs is among the versions.
  await other.writeMessage('fr', { subject: 'Leur second objet', body: '<p>Autre</p>' });
  await desk.save.click();
  await dialog.getByRole('button', { name: 'Enregistrer mon texte' }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.popup('Enregistrement du message')).toContainText('C’est enregistré.');
  expect((await other.readMessage('fr')).subject).toBe('Mon objet {{examTitle}}');

  await press(page, 'Versions antérieures');
  const versions = page.getByRole('dialog', { name: 'Versions du message en français' });
  await expect(versions.getByRole('listitem').first()).toContainText('Version actuelle');
  await versions.getByRole('button', { name: /Leur second objet/ }).click();
  await expect(versions.getByRole('region', { name: 'Cette version' }).locator('mark').first()).toBeVisible();
  await versions.getByRole('button', { name: 'Rétablir cette version' }).click();
  await expect(versions).toBeHidden();
  await expect(desk.subject).toHaveValue('Leur second objet');
  expect((await other.readMessage('fr')).subject).toBe('Leur second objet');
  await press(page, 'Versions antérieures');
  await expect(versions.getByRole('button', { name: /Mon objet/ }).first()).toBeVisible();
});

test('of two who save one content the second sees both texts and chooses; an earlier version comes back', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto('/configuration/content/7');
  await french(page).fill('Mon titre');
  const other = await Desk.open(portal.url, 'super@demo.example', 7);
  await other.writeContent('Title', 'fr', 'Leur titre');
  await save(page);
  const dialog = conflict(page);
  await expect(dialog.getByRole('region', { name: 'L’autre texte' })).toContainText('Leur titre');
  await expect(dialog).toContainText('par Solange Bélanger');
  await page.keyboard.press('Escape');
  await expect(french(page)).toHaveValue('Mon titre');
  expect(await other.readContent('Title', 'fr')).toBe('Leur titre');

  await press(page, 'Comparer les deux textes');
  await dialog.getByRole('button', { name: 'Garder l’autre texte' }).click();
  await expect(french(page)).toHaveValue('Leur titre');
  await press(page, 'Reprendre la rédaction');
  await other.writeContent('Title', 'fr', 'Leur second titre');
  await save(page);
  await dialog.getByRole('button', { name: 'Enregistrer mon texte' }).click();
  await expectSaved(page);
  await expect(page.getByText('Comparer les deux textes')).toHaveCount(0);
  expect(await other.readContent('Title', 'fr')).toBe('Mon titre');

  await press(page, 'Versions antérieures – Français');
  const versions = page.getByRole('dialog', { name: 'Versions\u00A0: Titre, en français' });
  await versions.getByRole('button', { name: /Leur second titre/ }).click();
  await versions.getByRole('button', { name: 'Rétablir cette version' }).click();
  await expect(versions).toBeHidden();
  await expect(french(page)).toHaveValue('Leur second titre');
  expect(await other.readContent('Title', 'fr')).toBe('Leur second titre');
});

test('a label that was removed comes back with both of its texts', async ({ page, portal }) => {
  const desk = await Desk.open(portal.url, 'admin.np@demo.example', 4);
  await desk.writeContent('Aide', 'fr', 'Demandez au guichet.');
  await desk.writeContent('Aide', 'en', 'Ask at the desk.');
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/configuration/content/4?label=Aide');
  await press(page, 'Retirer le texte «\u00a0Aide\u00a0»');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }).click();
  await expect(page.getByRole('tab', { name: /^Aide/ })).toHaveCount(0);
  await press(page, 'Textes retirés');
  await press(page, 'Rétablir Aide');
  await expect(page.getByRole('tab', { name: 'Aide' })).toHaveAttribute('aria-selected', 'true');
  await expect(french(page)).toHaveValue('Demandez au guichet.');
  await expect(english(page)).toHaveValue('Ask at the desk.');
});
