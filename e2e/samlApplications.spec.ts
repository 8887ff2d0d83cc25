import { pressOn } from './fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from './fixtures/portal.ts';
import { openSamlApplication } from './fixtures/samlApplication.ts';
import { demoPassword, enterAs } from './fixtures/visitor.ts';

const test = portalTest.extend({ settings: [demo, { scope: 'worker' }] });

test('an application that speaks SAML is tried and registered, and people enter it from there and from the portal', async ({
  page,
  browser,
  portal,
}) => {
  const application = await openSamlApplication();
  let entry = '';
  await test.step('a super admin tries and registers it', async () => {
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration/applications');
    await pressOn(page.getByRole('button', { name: 'Inscrire une application' }));
    const dialog = page.getByRole('dialog', { name: 'Inscrire une application' });
    await dialog.getByLabel('SAML 2.0').press('Space');
    await dialog.getByRole('textbox', { name: 'Nom', exact: true }).focus();
    await page.keyboard.type('Brightspace');
    await dialog.getByLabel('Qui peut entrer').selectOption('DC');
    await dialog.getByRole('textbox', { name: 'Identifiant d’entité (entityID)' }).focus();
    await page.keyboard.type('https://autre.example.ca');
    await dialog.getByRole('textbox', { name: 'Métadonnées de l’application' }).focus();
    await page.keyboard.insertText(application.metadata);
    await pressOn(dialog.getByRole('button', { name: 'Faire un essai' }));
    await expect(dialog.getByText('Elles donnent un autre identifiant d’entité.')).toContainText(
      application.entityId,
    );
    await dialog.getByRole('textbox', { name: 'Identifiant d’entité (entityID)' }).press('Control+a');
    await page.keyboard.type(application.entityId);
    await pressOn(dialog.getByRole('button', { name: 'Faire un essai' }));
    await expect(dialog.getByText(/elle restera ouverte quand on quitte le portail/)).toBeVisible();
    await dialog.getByLabel('On peut y entrer depuis le portail').press('Space');
    await pressOn(dialog.getByRole('button', { name: 'Inscrire une application' }));
    const shown = page.getByRole('dialog', { name: 'À entrer dans Brightspace' });
    await application.admit(
      await shown.getByRole('textbox', { name: /^Métadonnées du portail/ }).inputValue(),
    );
    entry = await shown.getByRole('textbox', { name: 'Adresse d’entrée depuis le portail' }).inputValue();
    await pressOn(shown.getByRole('button', { name: 'C’est noté' }));
    await expect(page.getByRole('row', { name: /Brightspace/ })).toContainText('Reste ouverte');
  });

  const theirs = await browser.newContext({ baseURL: portal.url, locale: 'fr-CA' });
  const candidate = await theirs.newPage();
  const title = candidate.getByRole('heading', { level: 1 });
  await test.step('a candidate comes from it, signs in, and is there', async () => {
    await candidate.goto(`${application.address}/`);
    await expect(candidate).toHaveURL(/\/login/);
    await candidate.getByLabel('Courriel').pressSequentially('candidate.dc@demo.example');
    await candidate.getByLabel('Mot de passe', { exact: true }).pressSequentially(demoPassword);
    await candidate.keyboard.press('Enter');
    await expect(title).toHaveText(/candidate\.dc@demo\.example.* \| ici$/);
  });

  await test.step('signed in, they enter from the portal with nothing to do; Back leads to no error', async () => {
    await candidate.goto(entry);
    await expect(title).toHaveText(/candidate\.dc@demo\.example.* \| –$/);
    await candidate.goBack();
    await expect(title).toHaveText(/ \| ici$/);
  });

  await test.step('the portal says after the sign-out that it stays open', async () => {
    await candidate.goto('/logout');
    await expect(candidate.getByText(/Brightspace/)).toBeVisible();
  });
  await theirs.close();

  await test.step('somebody of another system reads why, and it is told', async () => {
    const others = await browser.newContext({ baseURL: portal.url, locale: 'en-CA' });
    const stranger = await others.newPage();
    await enterAs(stranger, 'candidate.pdi@demo.example');
    await stranger.goto('/en/home');
    await expect(stranger.locator('html')).toHaveAttribute('lang', 'en');
    await stranger.goto(`${application.address}/`);
    await expect(stranger.getByText('Your account does not open Brightspace')).toBeVisible();
    await pressOn(stranger.getByRole('button', { name: 'Go back to Brightspace' }));
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('RequestDenied | ici');
    await others.close();
  });
  application.close();
});
