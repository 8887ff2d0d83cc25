import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { registrarList } from './fixtures/lists.ts';
import { mailingTest } from './fixtures/mailingPortal.ts';
import { sendAnyway } from './fixtures/mailQuestion.ts';
import { expect } from './fixtures/portal.ts';
import { choose, writeHour } from './fixtures/sessionActs.ts';
import { withPortalOfItsOwn } from './fixtures/sessionLanguages.ts';
import { enterAs } from './fixtures/visitor.ts';
import { Waits } from './fixtures/waits.ts';

// Thousands of mails stay in its outbox.
const test = withPortalOfItsOwn(mailingTest, 'fr');

const size = 3000;
const admin = 'admin.ilob@demo.example';
const addresses = Array.from({ length: size }, (_, n) => `candidat${n + 1}@etu.example.ca`);
/** As the pages write it, with whatever space stands between the digits. */
const written = size.toLocaleString('fr-CA').replace(/\s/g, '\\s');
const withSize = (text: string) => new RegExp(text.replace('{size}', written));

test('an exam of 3,000 candidates is imported, moved and back, announced, reminded, cancelled, reactivated and undone, and every wait is told', async ({
  page,
  portal,
  mailbox,
}) => {
  test.setTimeout(900_000);
  const staff = await Desk.open(portal.url, admin, 7);
  const [exam, other] = [await staff.makeExam('Grande salle'), await staff.makeExam('Petite salle')];
  const waits = new Waits(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const question = page.getByRole('alertdialog');
  const readCounts = async () => [
    await readCount(page, 'Grande salle'),
    await readCount(page, 'Petite salle'),
  ];

  /** Each address has got exactly so many mails. */
  const expectMails = async (each: number) => {
    const mine = () => mailbox.recipients().filter((to) => /^candidat\d/.test(to));
    await expect.poll(() => mine().length, { timeout: 240_000 }).toBe(each * size);
    const counts = Map.groupBy(mine(), (to) => to);
    expect(addresses.filter((to) => counts.get(to)?.length !== each)).toEqual([]);
  };
  /** In the language of each of the two. */
  const expectSubjects = async (french: RegExp, english: RegExp) => {
    expect((await mailbox.waitForMail(addresses[0] ?? '', french)).language).toBe('fr');
    expect((await mailbox.waitForMail(addresses[1] ?? '', english)).language).toBe('en');
  };
  await enterAs(page, admin);

  await test.step('the list is checked and imported', async () => {
    await page.goto(`/ilob/configuration?tab=import&exam=${exam.id}`);
    const chooser = page.waitForEvent('filechooser', { timeout: 60_000 });
    await tabTo(page.getByLabel('Liste des personnes'));
    await page.keyboard.press('Enter');
    const buffer = registrarList(size, 2);
    await (await chooser).setFiles({ name: 'grande.csv', mimeType: '', buffer });
    const submit = button(withSize('^Importer {size} personnes'));
    await waits.during('check', () => button('Vérifier le fichier').click(), submit);
    const done = page.getByText(withSize('{size} personnes ont été inscrites à l’examen\\.'));
    const { signs } = await waits.during(
      'import',
      async () => {
        await pressOn(submit);
        await sendAnyway(page, done);
      },
      done,
    );
    expect(signs).toContain('Inscription des personnes');
    expect(await readCounts()).toEqual([size, 0]);
    await expectMails(1);
    await page.goto(`/outbox?exam=${exam.id}&state=sent`);
    await expect(page.getByText(withSize('sur {size}'))).toBeVisible();
    await expectSubjects(/./, /./);
  });

  await test.step('all that match are moved to the other exam, and back', async () => {
    await page.goto(`/ilob/configuration?tab=users&exam=${exam.id}`);
    await button('Sélectionner des personnes').click();
    await pressOn(button(withSize('^Sélectionner tous les résultats \\({size}\\)')));
    await expect(page.getByText(withSize('{size} personnes sélectionnées'))).toBeVisible();
    const dialog = page.getByRole('dialog', { name: /^Déplacer/ });
    const target = dialog.getByLabel('Nouvel examen', { exact: true });
    await waits.during('open the move', () => button('Déplacer…').click(), target);
    await tabTo(target);
    await type(page, 'Petite');
    // A mail that has left could not be taken back.
    await dialog.getByRole('checkbox').click();
    const submit = dialog.getByRole('button', { name: withSize('^Déplacer {size} personnes') });
    const moved = page.getByText(withSize('^{size} personnes déplacées vers'));
    const nobody = page.getByText('Aucune personne inscrite à cet examen');
    await waits.during('move', () => pressOn(submit), moved, nobody);
    const placed = async ({ id }: { id: number }) => (await staff.listCandidates(id)).length;
    expect([await placed(exam), await placed(other)]).toEqual([0, size]);
    const back = page.getByText(withSize('^{size} personnes sont de nouveau inscrites'));
    const list = page.getByText(withSize('sur {size}'));
    await waits.during('undo the move', () => button(/^Annuler ce changement/).click(), back, list);
    expect(await readCounts()).toEqual([size, 0]);
  });

  await test.step('its hour is changed and announced', async () => {
    await page.goto(`/configuration/exams/7/${exam.id}`);
    await writeHour(page.getByLabel('Heure de début'), '10:30');
    await waits.during('save the exam', () => button('Enregistrer').click(), question);
    await expect(question).toContainText(withSize('Annoncer le changement à {size} personnes inscrites'));
    const send = question.getByRole('button', { name: 'Envoyer', exact: true });
    const sent = page.getByText(withSize('{size} courriels seront envoyés'));
    await waits.during('announce', () => pressOn(send), sent);
    await page.reload();
    await expect(page.getByLabel('Heure de début')).toHaveValue('10\u00a0h\u00a030');
    await expect(button('Annoncer le changement')).toHaveCount(0);
    await expectMails(2);
    await expectSubjects(/^Changement/, /^Change to/);
  });

  await test.step('a reminder is sent by hand', async () => {
    const openMenu = async () => {
      await page.goto('/ilob/configuration?tab=cohorts');
      await button(/^Autres actions.*Grande salle/).click();
    };
    await openMenu();
    const send = button(/^Envoyer un rappel à/);
    await waits.during('open the reminders', () => choose(page, 'Rappels et lettres'), send);
    await expect(page.getByText(withSize('^Un rappel irait maintenant à {size} personnes'))).toBeVisible();
    await send.click();
    const yes = question.getByRole('button', { name: withSize('^Envoyer {size} courriels') });
    const sent = page.getByText(withSize('Rappel en cours d’envoi à {size} personnes'));
    await waits.during('remind', () => pressOn(yes), sent);
    await openMenu();
    await choose(page, 'Rappels et lettres');
    await expect(page.getByText('Il n’y a personne à relancer pour l’instant.')).toBeVisible();
    await expect(page.getByText(withSize('^{size} personnes ont un rappel'))).toBeVisible();
    await expectMails(3);
    await expectSubjects(/^Rappel/, /^Reminder/);
  });

  await test.step('it is cancelled with a mail, and reactivated', async () => {
    await page.goto('/ilob/configuration?tab=cohorts');
    await button(/^Autres actions.*Grande salle/).click();
    await choose(page, 'Désactiver');
    await pressOn(question.getByRole('button', { name: 'Oui' }));
    await expect(question.getByLabel(withSize('Écrire aux {size} personnes inscrites'))).toBeChecked();
    const cancelled = page.getByText(withSize('{size} courriels d’avis sont dans la boîte d’envoi'));
    await waits.during('cancel', () => pressOn(question.getByRole('button', { name: 'Oui' })), cancelled);
    await page.reload();
    await expect(page.getByRole('row', { name: /Petite salle/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Grande salle/ })).toHaveCount(0);
    await expectMails(4);
    await expectSubjects(/annulé/, /cancelled/);

    await page.getByRole('radio', { name: 'Annulés', exact: true }).click();
    await pressOn(button(/^Réactiver.*Grande salle/));
    await question.getByLabel(withSize('Écrire aux {size} personnes inscrites')).click();
    const yes = question.getByRole('button', { name: 'Oui' });
    await waits.during('reactivate', () => yes.click(), page.getByText(/a été réactivé\./));
    expect(await readCounts()).toEqual([size, 0]);
  });

  await test.step('the import is undone', async () => {
    await page.goto('/ilob/configuration?tab=import');
    const undo = page.getByRole('dialog').getByRole('button', { name: 'Annuler l’importation' });
    await waits.during('look at the undo', () => button(/^Annuler l’importation.*grande/).click(), undo);
    await expect(page.getByText(withSize('^{size} comptes créés par cette importation'))).toBeVisible();
    const done = page.getByText(withSize('est annulée\\. .*\\s: {size} inscriptions'));
    await waits.during('undo the import', () => pressOn(undo), done);
    await page.reload();
    await expect(page.getByRole('row', { name: /grande\.csv/ })).toContainText('Importation annulée');
    expect(await readCounts()).toEqual([0, 0]);
    await expectMails(4);
  });

  waits.expectTold();
});

/** The number of candidates that the list of exams shows, read anew. */
async function readCount(page: Page, title: string): Promise<number> {
  await page.goto('/ilob/configuration?tab=cohorts');
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(row).toBeVisible();
  const cell = row.locator('td').filter({ hasText: /^[\d\s]+$/ });
  return Number((await cell.textContent())?.replaceAll(/\s/g, ''));
}
