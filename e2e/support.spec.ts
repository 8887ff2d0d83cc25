import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { listOf } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { demoPassword } from './fixtures/visitor.ts';

const email = 'ludivine.aubin@etu.example.ca';

test('a support agent finds a person by their number, says what became of their mail, and sends the invitation again and a link', async ({
  page,
  browser,
  portal,
  mailbox,
}) => {
  const admin = await Desk.open(portal.url, 'admin.dc@demo.example', 3);
  // Another journey may have left a text without a link.
  const body =
    '<p>Bonjour {{firstName}},</p><p><a href="{{setPasswordUrl}}">Choisir mon mot de passe</a></p>';
  await admin.writeMessage('fr', { subject: 'Convocation : {{examTitle}}', body });
  const exam = await admin.makeExam('Examen suivi');
  await admin.place(exam, new Uint8Array(listOf(`300777009;Aubin;Ludivine;${email};F;Droit`)), true);
  const invitation = await mailbox.waitForMail(email);
  const hers = await browser.newContext();
  await test.step('the candidate opens the link in her mail', async () => {
    await openLink(await hers.newPage(), invitation);
  });

  await test.step('the agent signs in and finds her, with keys alone', async () => {
    await signIn(page, 'support.dc@demo.example');
    await page.goto('/dc/configuration');
    await page.getByLabel('Chercher par nom, courriel, numéro ou rôle').focus();
    await page.keyboard.type('300777009', { delay: 40 });
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await page.getByRole('button', { name: 'Voir les renseignements : Ludivine Aubin' }).focus();
    // She thinks better of it before the panel has come.
    for (const key of ['Enter', 'Escape']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Voir les renseignements : Ludivine Aubin' }).press('Enter');
  });

  const panel = page.getByRole('dialog', { name: 'Ludivine Aubin' });
  const events = panel.getByRole('list', { name: 'Parcours' }).getByRole('listitem');
  await test.step('she sees the import, the mail that left, and the link that was opened', async () => {
    await expect(events.filter({ hasText: 'Importation d’une liste' })).toContainText('liste.csv');
    await expect(events.filter({ hasText: invitation.subject })).toContainText('Envoyé');
    await expect(events.filter({ hasText: 'Lien d’un courriel ouvert' })).toContainText('Examen suivi');
    await expect(panel).toContainText('Examens DC');
    await expect(panel.getByRole('button', { name: 'Corriger les renseignements' })).toHaveCount(0);
  });

  await test.step('the invitation arrives once more, and the list tells so', async () => {
    await panel.getByRole('button', { name: /^Renvoyer la convocation/ }).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('status')).toContainText(email);
    const mails = events.filter({ hasText: invitation.subject });
    await expect(mails.filter({ hasText: 'CourrielEnvoyé' })).toHaveCount(2);
    expect(mailbox.recipients().filter((to) => to === email)).toHaveLength(2);
  });

  await test.step('the link arrives, opens the account, and the panel tells that it was used', async () => {
    await panel.getByRole('button', { name: 'Envoyer un lien de mot de passe' }).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('status')).toContainText('60');
    const form = await hers.newPage();
    await openLink(form, await mailbox.waitForMail(email, /^Votre lien/));
    await form.getByLabel('Nouveau mot de passe').pressSequentially('Tambour#27-hiver', { delay: 40 });
    await form.getByLabel('Confirmez le mot de passe').pressSequentially('Tambour#27-hiver', { delay: 40 });
    await form.keyboard.press('Enter');
    await expect(form.getByLabel('Nouveau mot de passe')).toHaveCount(0);
    await page.bringToFront();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: 'Voir les renseignements : Ludivine Aubin' }).press('Enter');
    await expect(events.first()).toContainText('Mot de passe choisi par un lien reçu par courriel');
  });
});

async function openLink(page: Page, { html }: { html: string }): Promise<void> {
  await page.setContent(html);
  await page.locator('a[href*="/reset-password"]').first().click();
  await expect(page.getByLabel('Nouveau mot de passe')).toBeVisible();
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto('/login?systemId=3');
  await page.getByLabel('Adresse courriel', { exact: true }).pressSequentially(address, { delay: 40 });
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially(demoPassword, { delay: 40 });
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
}
