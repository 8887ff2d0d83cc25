import type { Locator, Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { listOf } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.describe.configure({ timeout: 120_000 });

const email = 'leonie.aube@etu.example.ca';
const name = 'Léonie Aubé';
const line = `300777001;Aubé;Léonie;${email};F;Droit`;

test('five calls about somebody in two programs, by keyboard: no mail, a wrong name, a wrong exam, an expired link, a lost app', async ({
  page,
  browser,
  portal,
  mailbox,
}) => {
  // PDI knows her first: of DC, where support answers, she is a guest.
  for (const [administrator, systemId, title] of [
    ['admin.pdi@demo.example', 2, 'Examen PDI'],
    ['admin.dc@demo.example', 3, 'Examen suivi'],
  ] as const) {
    const admin = await Desk.open(portal.url, administrator, systemId);
    await admin.place(await admin.makeExam(title), new Uint8Array(listOf(line)), systemId === 3);
  }
  const invitation = await mailbox.waitForMail(email);
  await enterAs(page, 'support.dc@demo.example');
  const panel = page.getByRole('dialog', { name, exact: true });
  const requests = panel.getByRole('listitem');

  await test.step('home begins with the search, which opens her panel', async () => {
    await page.goto('/home');
    await pressOn(page.getByRole('button', { name: /^Chercher une personne/ }));
    await type(page, 'Aubé');
    await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('heading', { name: 'Parcours' })).toBeVisible();
    await expect(panel).toContainText(/reviennent à qui administre tous ses programmes/);
  });
  await test.step('“no mail”: the text as she got it, and the invitation once more', async () => {
    await pressOn(panel.getByRole('button', { name: /^Lire le courriel/ }).first());
    const mail = page.getByRole('dialog', { name: 'Courriel' });
    await expect(mail).toContainText(invitation.subject);
    await page.keyboard.press('Escape');
    await expect(mail).toBeHidden();
    await pressOn(panel.getByRole('button', { name: /^Renvoyer la convocation/ }));
    await expect(panel.getByRole('status')).toContainText(email);
  });
  await test.step('“expired link”: a new one leaves', async () => {
    await pressOn(panel.getByRole('button', { name: 'Envoyer un lien de mot de passe' }));
    await expect(panel.getByRole('status')).toContainText('60');
    await mailbox.waitForMail(email, /^Votre lien/);
  });
  await test.step('“my name is wrong”, “no password link works”: written down, and passed on at once', async () => {
    await write(page, panel, 'Nom', 'Mon nom s’écrit Aubert.', /ira tout de suite à/);
    await write(page, panel, 'Mot de passe', 'Aucun lien; identité vérifiée.', /ira tout de suite à/);
    await expect(requests.filter({ hasText: 'Transmise par' })).toHaveCount(2);
  });
  await test.step('“wrong exam”: goes to the program', async () => {
    await write(page, panel, 'Un examen', 'Elle est inscrite au mauvais examen.', /ira à l’administration/, {
      exam: 'Examen suivi',
    });
    await expect(requests.filter({ hasText: 'mauvais examen' })).toContainText('En attente');
    await expect(requests.filter({ hasText: 'mauvais examen' })).toContainText('Examen suivi (');
    await expect(requests.filter({ hasText: 'mauvais examen' })).toContainText(/Devrait être.: Séance 3/);
  });
  await test.step('its administrator reads which exam, and moves her from there, which answers', async () => {
    const admin = await (await browser.newContext()).newPage();
    await enterAs(admin, 'admin.dc@demo.example');
    await admin.goto('/corrections');
    const asked = admin.getByRole('listitem').filter({ hasText: 'mauvais examen' }).first();
    await pressOn(asked.getByRole('button', { name: /^Déplacer.*Examen suivi/ }));
    const dialog = admin.getByRole('dialog', { name: /vers un autre examen$/ });
    await dialog.getByLabel('Nouvel examen', { exact: true }).selectOption({ index: 1 });
    await dialog.getByLabel('Envoyer la convocation du nouvel examen').uncheck();
    await pressOn(dialog.getByRole('button', { name: /^Déplacer/ }));
    await expect(asked).toHaveCount(0);
  });
  await test.step('the super admin finds both on home, corrects the name, which answers', async () => {
    const chief = await (await browser.newContext()).newPage();
    await enterAs(chief, 'super@demo.example');
    await chief.goto('/home');
    await expect(chief.getByText(`dans plusieurs programmes`)).toContainText(name);
    await pressOn(chief.getByRole('link', { name: 'Voir les demandes' }));
    const asked = chief.getByRole('listitem').filter({ hasText: 's’écrit Aubert' });
    await pressOn(asked.getByRole('button', { name: /^Corriger les renseignements/ }));
    const form = chief.getByRole('dialog');
    await tabTo(form.getByLabel('Nom', { exact: true }));
    await chief.keyboard.press('Control+A');
    await type(chief, 'Aubert');
    await chief.keyboard.press('Enter');
    await expect(form).toContainText('Corrections enregistrées');
    await pressOn(form.getByRole('button', { name: 'Fermer' }).last());
    await expect(asked).toHaveCount(0);
  });
  await test.step('support reads what became of it', async () => {
    await page.reload();
    await pressOn(page.getByRole('button', { name: /^Chercher une personne/ }));
    await type(page, 'Aubert');
    await expect(page.getByRole('option', { name: /Aubert/ })).toBeVisible();
    await page.keyboard.press('Enter');
    const corrected = page.getByRole('dialog', { name: 'Léonie Aubert' });
    await expect(corrected.getByRole('listitem').filter({ hasText: 's’écrit Aubert' })).toContainText(
      'Traitée',
    );
  });
});

/** Writes a request for the caller; `field` is the beginning of what it is about. */
async function write(
  page: Page,
  panel: Locator,
  field: string,
  text: string,
  goes: RegExp,
  { exam }: { exam?: string } = {},
): Promise<void> {
  await pressOn(panel.getByRole('button', { name: 'Écrire une demande' }));
  const dialog = page.getByRole('dialog', { name: /^Écrire une demande pour/ });
  await expect(dialog.getByLabel('Ce qui est à corriger')).toBeFocused();
  await type(page, field);
  await expect(dialog).toContainText(goes);
  if (exam) {
    await tabTo(dialog.getByLabel('Examen où la personne est inscrite'));
    await type(page, exam);
    await tabTo(dialog.getByLabel('Où la personne devrait être'));
    await type(page, 'Séance 3');
  }
  await tabTo(dialog.getByLabel('Ce que la personne demande'));
  await type(page, text);
  await pressOn(dialog.getByRole('button', { name: 'Envoyer la demande' }));
  await expect(dialog).toBeHidden();
}
