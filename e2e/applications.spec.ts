import { type Application, openApplication } from './fixtures/application.ts';
import { pressOn } from './fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from './fixtures/portal.ts';
import { demoPassword, enterAs } from './fixtures/visitor.ts';

const test = portalTest.extend<object, { application: Application }>({
  application: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const application = await openApplication();
      await use(application);
      application.close();
    },
    { scope: 'worker' },
  ],
  settings: [{ ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1' }, { scope: 'worker' }],
});

test('a super admin registers an application, a candidate enters it with their account, and one sign-out ends both', async ({
  page,
  browser,
  portal,
  application,
}) => {
  await test.step('the application is registered, with what its makers say', async () => {
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration');
    await pressOn(page.getByRole('link', { name: 'Applications' }));
    await pressOn(page.getByRole('button', { name: 'Inscrire une application' }));
    const dialog = page.getByRole('dialog', { name: 'Inscrire une application' });
    await page.keyboard.type('Salle virtuelle');
    await dialog.getByLabel('Qui peut entrer').selectOption('DC');
    await dialog.getByRole('textbox', { name: 'Adresses de retour', exact: true }).focus();
    await page.keyboard.type(`${application.address}/callback`);
    await dialog.getByLabel('Les rôles dans ce programme').press('Space');
    await dialog.getByLabel('Page qui ouvre l’application').focus();
    await page.keyboard.type(`${application.address}/`);
    await dialog.getByLabel('Adresse à prévenir quand une session se ferme').focus();
    await page.keyboard.type(`${application.address}/logout`);
    await pressOn(dialog.getByRole('button', { name: 'Inscrire une application' }));
    const shown = page.getByRole('dialog', { name: 'À entrer dans Salle virtuelle' });
    await application.register({
      issuer: await shown.getByRole('textbox', { name: 'Émetteur' }).inputValue(),
      clientId: await shown.getByRole('textbox', { name: 'Identifiant du client' }).inputValue(),
      secret: await shown.getByRole('textbox', { name: 'Secret du client' }).inputValue(),
    });
    await pressOn(shown.getByRole('button', { name: 'C’est noté' }));
    await expect(page.getByRole('row', { name: /Salle virtuelle/ })).toContainText('DC');
  });

  const theirs = await browser.newContext({ baseURL: portal.url, locale: 'fr-CA' });
  const candidate = await theirs.newPage();
  await test.step('a candidate comes from the application, signs in, and is there', async () => {
    await candidate.goto(`${application.address}/`);
    await expect(candidate).toHaveURL(/\/login/);
    await candidate.getByLabel('Courriel').pressSequentially('candidate.dc@demo.example');
    await candidate.getByLabel('Mot de passe', { exact: true }).pressSequentially(demoPassword);
    await candidate.keyboard.press('Enter');
    await expect(candidate.getByRole('heading', { level: 1 })).toHaveText(/ – student$/);
  });

  await test.step('a second time there is nothing to do, and the link is on the home page and beside the exams', async () => {
    for (const page of ['/home', '/my-exams']) {
      await candidate.goto(page);
      const card = candidate.getByRole('region', { name: 'Applications' });
      await expect(card.getByRole('link', { name: 'Salle virtuelle' })).toBeVisible();
    }
    await pressOn(candidate.getByRole('link', { name: 'Salle virtuelle' }));
    await expect(candidate.getByRole('heading', { level: 1 })).toHaveText(/ – student$/);
  });

  await test.step('the portal’s sign-out ends the session of the application, and says so', async () => {
    await candidate.goto('/logout');
    await expect(candidate.getByText(/fermer aussi votre session\s: Salle virtuelle/)).toBeVisible();
    await expect.poll(() => application.loggedOut.length).toBe(1);
    await candidate.goto(`${application.address}/`);
    await expect(candidate).toHaveURL(/\/login/);
  });
  await theirs.close();

  await test.step('somebody of another system is not let in, and the application is told', async () => {
    const others = await browser.newContext({ baseURL: portal.url, locale: 'en-CA' });
    const stranger = await others.newPage();
    await enterAs(stranger, 'candidate.pdi@demo.example');
    await stranger.goto(`${application.address}/?ui_locales=en-CA`);
    await expect(stranger.getByText('Your account does not open Salle virtuelle')).toBeVisible();
    await pressOn(stranger.getByRole('button', { name: 'Go back to Salle virtuelle' }));
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('refused: access_denied');
    await others.close();
  });
});
