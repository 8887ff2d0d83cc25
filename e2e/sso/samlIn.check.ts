import type { Page } from '@playwright/test';
import { pressOn } from '../fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from '../fixtures/portal.ts';
import { demoPassword, enterAs } from '../fixtures/visitor.ts';
import { openSimpleSaml, person, type SimpleSaml } from './simpleSaml.ts';

const clock = new URL('../fixtures/shiftedClock.mjs', import.meta.url).href;
const settings = { ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1' };
const button = 'Mon compte de l’université';
const test = portalTest.extend<object, { idp: SimpleSaml }>({
  idp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const idp = await openSimpleSaml();
      await use(idp);
      idp.close();
    },
    { scope: 'worker' },
  ],
  settings: [settings, { scope: 'worker' }],
});

/** Enters name and password at the university. */
async function signInThere(page: Page): Promise<void> {
  await page.locator('#username').fill(person.name);
  await page.locator('#password').fill(person.password);
  await page.locator('#submit_button').click();
}

test('SimpleSAMLphp signs people in: the first time, again, after Back, a restart, another key and another clock', async ({
  page,
  portal,
  idp,
  browser,
}) => {
  test.setTimeout(240_000);
  await test.step('a super admin registers it, and gives it the metadata of the portal', async () => {
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration/providers');
    await pressOn(page.getByRole('button', { name: 'Inscrire un fournisseur' }));
    const dialog = page.getByRole('dialog', { name: 'Inscrire un fournisseur' });
    await dialog.getByText('SAML 2.0').click();
    const own = await dialog.getByRole('textbox', { name: /^Métadonnées du portail/ }).inputValue();
    const fields = {
      'Identifiant d’entité (entityID)': idp.entityId,
      'Métadonnées du fournisseur': idp.metadata,
      'Texte du bouton, en français': button,
      'Texte du bouton, en anglais': 'My university account',
    };
    for (const [label, text] of Object.entries(fields))
      await dialog.getByRole('textbox', { name: label, exact: true }).fill(text);
    const tryIt = dialog.getByRole('button', { name: 'Faire un essai' });
    await pressOn(tryIt);
    await expect(dialog.getByText(/Rien n’a confirmé l’adresse de retour/)).toBeVisible();
    await idp.admit(own);
    await pressOn(tryIt);
    await expect(dialog.getByText('Tout est en ordre')).toBeVisible();
    await pressOn(dialog.getByRole('button', { name: 'Inscrire un fournisseur' }));
    await expect(page.getByRole('row', { name: button })).toContainText('En service');
  });

  const theirs = await browser.newContext({ baseURL: portal.url, locale: 'fr-CA' });
  const candidate = await theirs.newPage();
  const leave = () => pressOn(candidate.getByRole('button', { name: button }));
  const arrive = () => candidate.waitForURL(/\/learning\//);

  await test.step('the first time, the candidate confirms with the password; the page that was wanted opens', async () => {
    await candidate.goto('/account');
    await leave();
    await signInThere(candidate);
    await expect(candidate.getByRole('heading', { level: 1 })).toHaveText('Est-ce votre compte?');
    await expect(candidate.getByText('Camille de l’université, candidate.dc@demo.example')).toBeVisible();
    await candidate.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
    await candidate.keyboard.press('Enter');
    await expect(candidate).toHaveURL(/\/account$/);
    await expect(candidate.getByRole('row', { name: /Camille de l’université/ })).toBeVisible();
  });

  await test.step('again, the university still knows them; Back leads to no error', async () => {
    await candidate.goto('/logout');
    await expect(candidate.getByRole('button', { name: button })).toBeVisible();
    await leave();
    await arrive();
    await candidate.goBack();
    await candidate.goto('/account');
    await expect(candidate.getByRole('row', { name: /Camille de l’université/ })).toBeVisible();
  });

  await test.step('a sign-out here offers to end the session there, which then asks for the password again', async () => {
    await candidate.goto('/logout');
    const link = candidate.getByRole('link', { name: 'Fermer la session de l’université' });
    const [tab] = await Promise.all([theirs.waitForEvent('page'), link.click()]);
    await tab.waitForURL(/\/login/);
    await tab.close();
    await leave();
    await signInThere(candidate);
    await arrive();
  });

  await test.step('a sign-out there ends the session here', async () => {
    const tab = await theirs.newPage();
    await tab.goto(`${idp.address}/saml2/idp/SingleLogoutService.php?ReturnTo=${idp.address}/`);
    await tab.close();
    await candidate.goto('/account');
    await expect(candidate).toHaveURL(/login/);
  });

  await test.step('the portal restarts while the person types their password there', async () => {
    await theirs.clearCookies();
    await candidate.goto('/logout');
    await leave();
    await expect(candidate.locator('#username')).toBeVisible();
    await portal.stop();
    await portal.startAgain();
    await signInThere(candidate);
    await arrive();
  });

  await test.step('a new key there counts at once', async () => {
    idp.makeKey();
    await candidate.goto('/logout');
    await leave();
    await arrive();
  });

  await test.step('a clock ten minutes ahead opens nothing, and the page says why', async () => {
    await candidate.goto('/logout');
    await expect(candidate.getByRole('button', { name: button })).toBeVisible();
    await portal.stop();
    await portal.startAgain({ NODE_OPTIONS: `--import=${clock}`, SHIFTED_CLOCK_MILLISECONDS: '600000' });
    await leave();
    await expect(candidate.getByText(/L’horloge du portail/)).toBeVisible();
    await portal.stop();
    await portal.startAgain();
  });

  await test.step('a group there brings a role here at the next sign-in', async () => {
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration/providers');
    await pressOn(page.getByRole('button', { name: `Modifier ${button}` }));
    const dialog = page.getByRole('dialog', { name: 'Modifier le fournisseur' });
    await dialog.getByRole('textbox', { name: /^Attribut ou claim/ }).fill('isMemberOf');
    await pressOn(dialog.getByRole('button', { name: 'Ajouter un groupe' }));
    await dialog.getByRole('textbox', { name: 'Groupe 1' }).fill('faculté-médecine');
    await dialog.getByLabel('Rôle du groupe 1').selectOption('student:4');
    await pressOn(dialog.getByRole('button', { name: 'Enregistrer' }));
    await expect(page.getByText(`Fournisseur enregistré : ${button}`)).toBeVisible();
    await candidate.goto('/logout');
    await expect(candidate.getByRole('button', { name: button })).toBeVisible();
    await leave();
    await expect(candidate.getByRole('link', { name: 'Examens NP', exact: true })).toBeVisible();
  });
  await theirs.close();
});
