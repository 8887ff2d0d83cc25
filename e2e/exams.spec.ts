import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { mailingTest as test } from './fixtures/mailingPortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

const admin = 'admin.ilob@demo.example';
const aline = 'aline@etu.example.ca';
const boris = 'boris@etu.example.ca';

test('an exam is edited, its candidates are told what changed, it is cancelled with a mail, and reactivated', async ({
  page,
  portal,
  mailbox,
}) => {
  const staff = await Desk.open(portal.url, admin, 7);
  const cohort = await staff.makeCohort('Oral');
  await staff.place(cohort, new Uint8Array(listOf(lineOf('Aline'), lineOf('Boris', { language: 'E' }))));
  await enterAs(page, admin);
  await page.goto('/ilob/configuration?tab=cohorts');

  await test.step('edit', async () => {
    await chooseInMenu(page, 'Modifier');
    await tabTo(page.getByLabel('Titre en anglais'));
    await type(page, 'Oral exam');
    await tabTo(page.getByLabel('Heure de début'));
    await type(page, '10 h 75');
    await page.keyboard.press('Enter');
    await expect(
      page.getByText(/^Entrez une heure de la journée, par exemple 9\sh ou 13\sh\s30\.$/),
    ).toBeVisible();
    await expect(page.getByLabel('Heure de début')).toBeFocused();
    await page.keyboard.press('Control+a');
    await type(page, '10:30');
    await tabTo(page.getByLabel('Heure de fin'));
    await expect(page.getByLabel('Heure de début')).toHaveValue('10\u00a0h\u00a030');
    await type(page, '9h');
    await tabTo(page.getByLabel('Lieu en français'));
    await type(page, 'Salle 112');
    await tabTo(page.getByLabel('Lieu en anglais'));
    await type(page, 'Room 112');
    await pressOn(page.getByRole('button', { name: 'Enregistrer' }));
    await expect(page.getByText('L’heure de fin doit suivre l’heure de début.')).toBeVisible();
    await expect(page.getByLabel('Heure de fin')).toBeFocused();
    await page.keyboard.press('Control+a');
    await type(page, '12');
    await page.keyboard.press('Enter');
  });

  await test.step('the mail that says what changed goes to both', async () => {
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Annoncer le changement à 2 personnes inscrites?');
    await pressOn(question.getByRole('button', { name: 'Envoyer' }));
    await expect(page.getByText('2 courriels seront envoyés.')).toBeVisible();
    const french = await mailbox.waitForMail(aline, /Changement/);
    expect(french.html).toMatch(/Heure\s: <strong>10\sh\s30 à 12\sh<\/strong><br>Auparavant\s: non précisé/);
    expect(french.html).toMatch(/Lieu\s: <strong>Salle 112<\/strong>/);
    const english = await mailbox.waitForMail(boris, /^Change to your exam: Oral exam$/);
    expect(english.html).toMatch(/Time: <strong>10:30\sa\.m\. to noon<\/strong>/);
    expect(english.html).toContain('<strong>Room 112</strong>');
  });

  await test.step('cancel, with a mail', async () => {
    await page.goto('/ilob/configuration?tab=cohorts');
    await chooseInMenu(page, 'Désactiver');
    const question = page.getByRole('alertdialog');
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    const box = question.getByLabel('Écrire aux 2 personnes inscrites que l’examen est annulé');
    await expect(box).toBeChecked();
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    await expect(page.getByRole('row', { name: /Oral/ })).toHaveCount(0);
    expect((await mailbox.waitForMail(aline, /annulé/)).html).toContain('est annulé');
    expect((await mailbox.waitForMail(boris, /cancelled/)).html).toContain('has been cancelled');
  });

  await test.step('reactivate', async () => {
    await tabTo(page.getByRole('radio', { name: 'Non annulés' }));
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Annulés', exact: true })).toBeChecked();
    await pressOn(page.getByRole('button', { name: /^Réactiver.*Oral$/ }));
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('2 personnes inscrites, qui pourront de nouveau le passer');
    await expect(
      question.getByLabel('Écrire aux 2 personnes inscrites que l’examen est rétabli'),
    ).toBeChecked();
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    await expect(page.getByText('L’examen « Oral » a été réactivé.')).toBeVisible();
    await tabTo(page.getByRole('radio', { name: 'Annulés', exact: true }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('row', { name: /Oral/ })).toBeVisible();
    expect(await staff.listCandidates(cohort.id)).toHaveLength(2);
  });
});

/** Opens the menu of the exam with the keyboard and chooses an entry. */
async function chooseInMenu(page: Page, entry: string): Promise<void> {
  await pressOn(page.getByRole('button', { name: /^Autres actions.*Oral$/ }));
  await type(page, entry.slice(0, 3));
  await expect(page.getByRole('menuitem', { name: entry })).toBeFocused();
  await page.keyboard.press('Enter');
}
