import {
  openUniversity,
  type University,
} from '../apps/server/src/identity/federation/fixtures/university.ts';
import { pressOn } from './fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from './fixtures/portal.ts';
import { demoPassword, enterAs } from './fixtures/visitor.ts';

const test = portalTest.extend<object, { university: University }>({
  university: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const university = await openUniversity();
      await use(university);
      university.close();
    },
    { scope: 'worker' },
  ],
  settings: [{ ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1' }, { scope: 'worker' }],
});

const button = 'Mon compte de l’université';

test('a super admin registers the university’s provider, and a candidate comes in by it, to the page that was wanted', async ({
  page,
  browser,
  portal,
  university,
}) => {
  await test.step('the provider is tried before it is saved', async () => {
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration');
    await pressOn(page.getByRole('link', { name: 'Fournisseurs d’identité' }));
    await expect(page.getByText('Aucun fournisseur n’est inscrit.')).toBeVisible();
    await pressOn(page.getByRole('button', { name: 'Inscrire un fournisseur' }));
    const dialog = page.getByRole('dialog', { name: 'Inscrire un fournisseur' });
    const type = async (label: string, text: string) => {
      await dialog.getByRole('textbox', { name: label, exact: true }).focus();
      await page.keyboard.type(text);
    };
    await type('Émetteur', `${university.issuer}/`);
    await type('Identifiant du client', 'guichet');
    await dialog.getByLabel('Secret du client').focus();
    await page.keyboard.type('secret du portail & plus');
    await type('Texte du bouton, en français', button);
    await type('Texte du bouton, en anglais', 'My university account');
    await type('Domaines d’adresse', 'universite.test');
    await pressOn(dialog.getByRole('button', { name: 'Faire un essai' }));
    await expect(dialog.getByRole('alert')).toContainText('un autre émetteur');
    await expect(dialog.getByRole('button', { name: 'Enregistrer hors service' })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Émetteur', exact: true }).press('End');
    await page.keyboard.press('Backspace');
    await pressOn(dialog.getByRole('button', { name: 'Faire un essai' }));
    await expect(dialog.getByText('Tout est en ordre')).toBeVisible();
    await pressOn(dialog.getByRole('button', { name: 'Inscrire un fournisseur' }));
    await expect(page.getByRole('row', { name: button })).toContainText('En service');
  });

  const theirs = await browser.newContext({ baseURL: portal.url, locale: 'fr-CA' });
  const candidate = await theirs.newPage();
  await test.step('the first time, the candidate confirms with the password that the account is theirs', async () => {
    university.behaviour.claims = { sub: 'c1', name: 'Camille', email: 'candidate.dc@demo.example' };
    await candidate.goto('/account');
    await pressOn(candidate.getByRole('button', { name: button }));
    await expect(candidate.getByRole('heading', { level: 1 })).toHaveText('Est-ce votre compte?');
    await expect(candidate.getByText('Camille, candidate.dc@demo.example')).toBeVisible();
    await candidate.getByLabel('Mot de passe', { exact: true }).pressSequentially(demoPassword);
    await candidate.keyboard.press('Enter');
    await expect(candidate).toHaveURL(/\/account$/);
    await expect(candidate.getByRole('row', { name: /Camille/ })).toContainText('avec son mot de passe');
  });

  await test.step('from then on the university’s account is enough; an address of its domain goes straight there', async () => {
    await candidate.goto('/logout');
    await candidate.getByLabel('Adresse courriel').pressSequentially('camille@universite.test');
    await candidate.keyboard.press('Enter');
    await expect(candidate).toHaveURL(/\/learning\/dc/);
    await candidate.goto('/account');
    await expect(candidate.getByRole('row', { name: /Camille/ })).toBeVisible();
    await candidate.goBack();
    await candidate.goBack();
    await candidate.goto('/account');
    await expect(candidate.getByRole('row', { name: /Camille/ })).toBeVisible();
  });

  await test.step('separated, the account opens nothing any more', async () => {
    await pressOn(candidate.getByRole('button', { name: 'Détacher Camille' }));
    await pressOn(candidate.getByRole('alertdialog').getByRole('button', { name: 'Oui' }));
    await expect(candidate.getByRole('row', { name: /Camille/ })).toBeHidden();
  });
  await theirs.close();

  await test.step('somebody unknown reads whom to write to; a refusal leads back to the sign-in page', async () => {
    const others = await browser.newContext({ baseURL: portal.url, locale: 'en-CA' });
    const stranger = await others.newPage();
    university.behaviour.claims = { sub: 'x', name: 'Xavier', email: 'xavier@elsewhere.test' };
    await stranger.goto('/en/login');
    await pressOn(stranger.getByRole('button', { name: 'My university account' }));
    await expect(stranger.getByText(/No account on this portal has this address/)).toBeVisible();
    await pressOn(stranger.getByRole('button', { name: 'Back to sign-in' }));
    university.behaviour.error = 'access_denied';
    await pressOn(stranger.getByRole('button', { name: 'My university account' }));
    await expect(stranger.getByRole('alert')).toContainText('you turned back');
    await pressOn(stranger.getByRole('button', { name: 'Back to sign-in' }));
    await expect(stranger).toHaveURL(/\/en\/login$/);
    university.reset();
    await others.close();
  });
});
