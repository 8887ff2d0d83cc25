import type { Page } from '@playwright/test';
import { pressOn } from '../fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from '../fixtures/portal.ts';
import { demoPassword, enterAs } from '../fixtures/visitor.ts';
import { makeMellon, makeShibboleth } from './services.ts';

const test = portalTest.extend({
  settings: [{ ...demo, LEARNING_PRIVATE_HOSTS: 'localhost' }, { scope: 'worker' }],
});

/** Enters the address and the password at the portal. */
async function signInHere(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Courriel').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
}

for (const make of [makeMellon, makeShibboleth])
  test(`${make.name.slice(4)} lets in people whom the portal signs in, and both sides sign out of both`, async ({
    page,
    portal,
    browser,
  }) => {
    test.setTimeout(120_000);
    const service = await make();
    const theirs = await browser.newContext({ baseURL: portal.url, locale: 'fr-CA' });
    const candidate = await theirs.newPage();
    try {
      await test.step('a super admin tries and registers it', async () => {
        const portalMetadata = await (await fetch(`${portal.url}/saml/metadata`)).text();
        const metadata = await service.open(portalMetadata);
        await enterAs(page, 'super@demo.example');
        await page.goto('/configuration/applications');
        await pressOn(page.getByRole('button', { name: 'Inscrire une application' }));
        const dialog = page.getByRole('dialog', { name: 'Inscrire une application' });
        await dialog.getByText('SAML 2.0').click();
        const fields = {
          Nom: service.name,
          'Identifiant d’entité (entityID)': service.entityId,
          'Métadonnées de l’application': metadata,
        };
        for (const [label, text] of Object.entries(fields))
          await dialog.getByRole('textbox', { name: label, exact: true }).fill(text);
        await dialog.getByLabel('Qui peut entrer').selectOption('DC');
        await dialog.getByLabel('Les rôles dans ce programme').check();
        await pressOn(dialog.getByRole('button', { name: 'Faire un essai' }));
        await expect(dialog.getByText('Tout est en ordre')).toBeVisible();
        await pressOn(dialog.getByRole('button', { name: 'Inscrire une application' }));
        await pressOn(page.getByRole('button', { name: 'C’est noté' }));
        await expect(page.getByRole('row', { name: service.name })).toContainText('Prévenue');
      });

      const isIn = async () => {
        await expect(candidate.getByRole('heading', { level: 1 })).toHaveText('Tool');
        await expect(candidate.locator('pre')).toContainText('mail=candidate.dc@demo.example');
        await expect(candidate.locator('pre')).toContainText('groups=student');
        await expect(candidate.locator('pre')).toContainText(/REMOTE_USER=[\da-f-]{36}/);
      };
      await test.step('a candidate comes from it, signs in, and is there; Back leads to no error', async () => {
        await candidate.goto(service.page);
        await signInHere(candidate, 'candidate.dc@demo.example');
        await isIn();
        await candidate.goBack();
        await candidate.goto(service.page);
        await isIn();
      });

      await test.step('a sign-out there ends the session here', async () => {
        await candidate.goto(service.signOut);
        await candidate.goto('/account');
        await expect(candidate).toHaveURL(/login/);
      });

      await test.step('a sign-out here ends the session there, and says so', async () => {
        await candidate.goto(service.page);
        await signInHere(candidate, 'candidate.dc@demo.example');
        await isIn();
        await candidate.goto('/logout');
        await expect(candidate.getByText(`se ferment aussi`)).toContainText(service.name);
        await expect
          .poll(async () => {
            await candidate.goto(service.page);
            return candidate.url();
          })
          .toMatch(/\/(?:login|account\/application)/);
      });

      await test.step('somebody of another system is not let in, and it is told', async () => {
        await signInHere(candidate, 'candidate.pdi@demo.example');
        await expect(candidate.getByText(`Votre compte ne donne pas accès à ${service.name}`)).toBeVisible();
        await pressOn(candidate.getByRole('button', { name: `Retourner à ${service.name}` }));
        await candidate.waitForURL((url) => url.origin === new URL(service.page).origin);
        await expect(candidate.locator('pre')).toHaveCount(0);
      });
    } finally {
      await theirs.close();
      service.close();
    }
  });
