import { pressOn } from './fixtures/keyboard.ts';
import { type Mailbox, openMailbox } from './fixtures/mailbox.ts';
import { demo, expect, test as portalTest } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

/** A portal that sends its mails to a mail server. */
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
  settings: [({ mailbox }, use) => use({ ...demo, SMTP_URL: mailbox.url }), { scope: 'worker' }],
});

test('on the first day a super admin tries the mail server and the platform from home, by keyboard, and hides the rest', async ({
  page,
  mailbox,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/home');
  const list = page.getByRole('region', { name: 'Premiers réglages' });
  const lines = list.getByRole('heading', { level: 3 });
  await expect(lines).toHaveText([
    'Nom de l’université',
    'Adresse publique du portail',
    'Adresse du premier compte',
    'Adresse d’expédition de chaque système',
    'Serveur de messagerie',
    // The demo has a second one, who has never come in.
    'Deuxième personne à la superadministration',
    'Plateforme d’apprentissage',
    'Sauvegarde',
  ]);
  await pressOn(list.getByRole('button', { name: 'M’envoyer un courriel d’essai' }));
  await expect(lines.filter({ hasText: 'Serveur de messagerie' })).toHaveCount(0);
  expect((await mailbox.waitForMail('super@demo.example')).subject).toBe('Essai du serveur de messagerie');
  // The button went with its line; the focus stays in the list.
  await expect(list.getByRole('list')).toBeFocused();
  await pressOn(list.getByRole('button', { name: 'Mettre à l’essai' }));
  await pressOn(list.getByRole('button', { name: 'Dire quand' }));
  const question = page.getByRole('alertdialog');
  await expect(question.getByLabel('Jour de la restauration')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await pressOn(question.getByRole('button', { name: 'C’est fait' }));
  // What was stated stays in sight, and can be taken back.
  await expect(list.getByRole('button', { name: 'Ce n’est pas fait' })).toBeVisible();
  await expect(lines).toHaveText([
    'Nom de l’université',
    'Adresse publique du portail',
    'Adresse du premier compte',
    'Adresse d’expédition de chaque système',
    'Deuxième personne à la superadministration',
    'Sauvegarde',
  ]);
  await pressOn(list.getByRole('link', { name: 'Indiquer les adresses' }));
  await expect(page).toHaveURL('/configuration/contacts');

  await page.goto('/home');
  await pressOn(list.getByRole('button', { name: 'Masquer cette liste' }));
  await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }));
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Examens DC', exact: true })).toBeVisible();
  await expect(list).toHaveCount(0);
});
