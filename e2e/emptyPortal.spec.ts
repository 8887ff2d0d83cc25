import type { Page } from '@playwright/test';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { type Mailbox, openMailbox } from './fixtures/mailbox.ts';
import { expect, test as portalTest } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// Typed at a person's pace: under a minute on a quiet machine, minutes on a busy one.
portalTest.describe.configure({ timeout: 300_000 });

const chief = { email: 'directrice@example.ca', password: 'Premier#Jour1' };

/** A portal as after its first start, without the demo university. */
const test = portalTest.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    ({ mailbox }, use) =>
      use({
        SMTP_URL: mailbox.url,
        BOOTSTRAP_ADMIN_EMAIL: chief.email,
        BOOTSTRAP_ADMIN_PASSWORD: chief.password,
      }),
    { scope: 'worker' },
  ],
});

const listOf = (page: Page) => page.getByRole('region', { name: 'Premiers réglages' });
const linesOf = (page: Page) => listOf(page).getByRole('heading', { level: 3 });

test('on an empty portal each line of the first day is done from home, by keyboard, and gone when done', async ({
  page,
  mailbox,
}) => {
  await enterAs(page, chief.email, chief.password);
  await page.goto('/home');
  const lines = linesOf(page);
  const action = (name: string) =>
    listOf(page).getByRole(/^(M’|Mettre|Écrire|Dire)/.test(name) ? 'button' : 'link', { name });
  const lineOf = (title: string) => listOf(page).getByRole('listitem').filter({ hasText: title });
  await expect(lines).toHaveText([
    'Nom de l’université',
    'Adresse publique du portail',
    'Adresse d’expédition de chaque système',
    'Serveur de messagerie',
    'Deuxième personne à la superadministration',
    'Plateforme d’apprentissage',
    'Premier compte d’administration',
    'Sauvegarde',
  ]);

  await test.step('the university’s name, which the whole page then shows in the reader’s language', async () => {
    await pressOn(action('Écrire le nom'));
    await writeName(page, 'Université du Nord', 'University of the North');
    await expect(lines.filter({ hasText: 'Nom de l’université' })).toHaveCount(0);
    // The button went with its line; the focus stays in the list.
    const hasFocus = () => listOf(page).evaluate((list) => list.contains(document.activeElement));
    await expect.poll(hasFocus).toBe(true);
    await expect(page).toHaveTitle('Université du Nord – Accueil');
    await expect(page.getByRole('contentinfo')).toContainText('Université du Nord');
    await expect(page.getByRole('banner')).toContainText('Université du Nord');
    await page.goto('/en/home');
    await expect(page).toHaveTitle('University of the North – Home');
    await page.goto('/fr/home');
  });
  await test.step('a sender for each system', async () => {
    await pressOn(action('Indiquer les adresses'));
    await pressOn(page.getByRole('button', { name: 'La même valeur pour tous' }));
    const dialog = page.getByRole('dialog');
    await tabTo(dialog.getByLabel('Valeur'));
    await type(page, 'examens@nord.ca');
    await expect(dialog.getByRole('listitem')).toHaveCount(9);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    // Behind the button stand the cells of nine systems.
    await tabTo(page.getByRole('link', { name: 'Accueil', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(lines).toHaveCount(6);
  });
  await test.step('a test mail, under the university’s name', async () => {
    await pressOn(action('M’envoyer un courriel d’essai'));
    await expect(lines.filter({ hasText: 'Serveur de messagerie' })).toHaveCount(0);
    const mail = await mailbox.waitForMail(chief.email);
    expect(mail.from).toMatch(/^"?Université du Nord"? </);
    expect(mail.html).toContain('Université du Nord');
  });
  await test.step('the learning platform', async () => {
    await pressOn(action('Mettre à l’essai'));
    await expect(lines.filter({ hasText: 'Plateforme d’apprentissage' })).toHaveCount(0);
  });
  await test.step('a backup, which was made and restored elsewhere', async () => {
    await pressOn(action('Dire quand'));
    await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'C’est fait' }));
    await expect(lineOf('Faite et restaurée')).toBeVisible();
  });
  await test.step('the first administrator', async () => {
    await pressOn(lineOf('Premier compte d’administration').getByRole('link'));
    const dialog = page.getByRole('dialog', { name: 'Nouveau compte' });
    for (const [label, text] of [
      ['Adresse courriel', 'zoe.cote@nord.ca'],
      ['Prénom', 'Zoé'],
      ['Nom', 'Côté'],
    ] as const) {
      await tabTo(dialog.getByLabel(label, { exact: true }));
      await type(page, text);
    }
    await pressOn(dialog.getByRole('button', { name: 'Créer le compte' }));
    await expect(dialog).toBeHidden();
    await pressOn(page.getByRole('link', { name: 'Accueil', exact: true }));
    await expect(page.getByRole('link', { name: 'Examens DC', exact: true })).toBeVisible();
    await expect(lines).toHaveText([
      'Adresse publique du portail',
      'Deuxième personne à la superadministration',
      'Sauvegarde',
    ]);
  });
  await test.step('the name is changed later from the configuration', async () => {
    await page.goto('/configuration');
    await pressOn(page.getByRole('button', { name: 'Université', exact: true }));
    const field = page.getByRole('dialog').getByLabel('Nom en anglais');
    await expect(field).toHaveValue('University of the North');
    await tabTo(field);
    await page.keyboard.press('Control+a');
    await type(page, 'Northern University');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Université', exact: true })).toBeFocused();
    await page.goto('/en/configuration');
    await expect(page.getByRole('banner')).toContainText('Northern University');
  });
});

async function writeName(page: Page, french: string, english: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Université' });
  await tabTo(dialog.getByLabel('Nom en français'));
  await type(page, french);
  await tabTo(dialog.getByLabel('Nom en anglais'));
  await type(page, english);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}
