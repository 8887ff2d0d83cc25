import type { Browser, Locator, Page } from '@playwright/test';
import { listOf } from './fixtures/lists.ts';
import type { Mailbox } from './fixtures/mailbox.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { demoPassword } from './fixtures/visitor.ts';

test.describe.configure({ timeout: 90_000 });

const wrong = 'zoe.cotte@etu.example.ca';
const right = 'zoe.cote@etu.example.ca';
const married = 'zoe.roy@etu.example.ca';
const chosen = 'Tambour#27-hiver';
const told = /L’adresse de votre compte a changé/;

test('a wrong address in a list is corrected, the mail that failed arrives, and a later correction counts once it is confirmed', async ({
  page,
  browser,
  mailbox,
}) => {
  mailbox.refuse(wrong);
  await signIn(page, 'admin.dc@demo.example', demoPassword);
  await test.step('a list with a wrong address is imported', () => importList(page));
  const row = page.getByRole('row', { name: 'Côté-Correction' });
  await test.step('the mail to it fails', () => expect(row).toContainText('Échec', { timeout: 60_000 }));
  await test.step('the address is corrected, and the mail sent again', () => correctAndResend(page, row));
  await test.step('it arrives at the right address alone', async () => {
    await mailbox.waitForMail(right);
    await expect(row).toContainText('Envoyé');
    expect(mailbox.recipients()).not.toContain(wrong);
  });

  const hers = await test.step('she chooses a password through it', () => enter(browser, mailbox));
  await test.step('her new address does not count yet', async () => {
    const dialog = await openCorrection(page, row);
    await retype(dialog.getByLabel('Adresse courriel'), married);
    await dialog.getByRole('button', { name: 'Enregistrer les corrections' }).click();
    await expect(dialog).toContainText(`Un lien a été envoyé à ${married}.`);
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await expect(row).toContainText(right);
    await row.getByRole('button', { name: /^Voir les renseignements/ }).click();
    await expect(page.getByRole('dialog')).toContainText(`${married} attend d’être confirmée`);
    await page.keyboard.press('Escape');
  });
  await test.step('until she confirms it with her password; the old address is told, and her session ends', async () => {
    const link = await (await browser.newContext()).newPage();
    await link.setContent((await mailbox.waitForMail(married)).html);
    await link.getByRole('link', { name: 'Confirmer cette adresse' }).click();
    await link.getByLabel('Mot de passe de votre compte').pressSequentially(chosen);
    await link.getByRole('button', { name: 'Confirmer cette adresse' }).click();
    await expect(link.getByRole('heading', { level: 1 })).toHaveText('Merci, votre adresse est confirmée');
    await mailbox.waitForMail(right, told);
    await hers.goto('/home');
    await expect(hers).toHaveURL(/login|logout/);
    await signIn(link, married, chosen);
    await expect(link).toHaveURL(/\/learning\/dc|\/home|\/dc/);
    await page.reload();
    await expect(row).toContainText(married);
  });
  expect(mailbox.recipients().filter((to) => to === married)).toHaveLength(1);
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login?systemId=3');
  await page.getByLabel('Adresse courriel', { exact: true }).pressSequentially(email, { delay: 40 });
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially(password, { delay: 40 });
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
}

async function importList(page: Page): Promise<void> {
  await page.goto('/dc/configuration?tab=import');
  const list = listOf(`300123459;Côté-Correction;Zoé;${wrong};F;Licence en droit`);
  const [exam = ''] = await page.getByLabel('Examen', { exact: true }).selectOption({ index: 1 });
  await page.locator('input[type=file]').setInputFiles({ name: 'liste.csv', mimeType: '', buffer: list });
  await page.getByRole('button', { name: 'Vérifier le fichier' }).click();
  await page.getByRole('button', { name: /^Importer/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Personnes inscrites' })).toBeVisible();
  await page.getByRole('tab', { name: 'Personnes' }).click();
  await page.getByLabel('Examen', { exact: true }).selectOption(exam);
  await page
    .getByLabel('Chercher par nom, courriel, numéro ou rôle')
    .pressSequentially('correction', { delay: 40 });
}

async function openCorrection(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^Voir les renseignements/ }).click();
  await page.getByRole('button', { name: 'Corriger les renseignements', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Corriger les renseignements/ });
  await expect(dialog.getByLabel('Adresse courriel')).toBeVisible();
  return dialog;
}

async function retype(field: Locator, text: string): Promise<void> {
  await field.press('Control+A');
  await field.pressSequentially(text, { delay: 40 });
}

async function correctAndResend(page: Page, row: Locator): Promise<void> {
  const dialog = await openCorrection(page, row);
  const email = dialog.getByLabel('Adresse courriel');
  await retype(email, 'admin.dc@demo.example');
  await dialog.getByRole('button', { name: 'Enregistrer les corrections' }).click();
  await expect(email).toHaveAccessibleDescription(/Un autre compte a déjà cette adresse\./);
  await expect(email).toBeFocused();
  await retype(email, right);
  await dialog.getByRole('button', { name: 'Enregistrer les corrections' }).click();
  await dialog.getByRole('button', { name: `Renvoyer à ${right}` }).click();
  await expect(dialog).toBeHidden();
}

/** In a browser that has never seen the portal: her mail, its link, a password, a session. */
async function enter(browser: Browser, mailbox: Mailbox): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.setContent((await mailbox.waitForMail(right)).html);
  await page.locator('a[href*="/reset-password"]').first().click();
  await page.getByLabel('Nouveau mot de passe').pressSequentially(chosen, { delay: 40 });
  await page.getByLabel('Confirmez le mot de passe').pressSequentially(chosen, { delay: 40 });
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await page.getByRole('link', { name: 'Ouvrir une session' }).click();
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially(chosen, { delay: 40 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/learning\/dc/);
  return page;
}
