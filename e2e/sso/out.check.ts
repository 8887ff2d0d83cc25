import type { Page } from '@playwright/test';
import { typeCommand } from '../../apps/server/test/typed.ts';
import { pressOn } from '../fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from '../fixtures/portal.ts';
import { demoPassword, enterAs } from '../fixtures/visitor.ts';
import { makeMellon, makeOpenIdc } from './services.ts';
import { makeShibboleth } from './shibboleth.ts';

const clock = new URL('../fixtures/shiftedClock.mjs', import.meta.url).href;
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

/** OpenID Connect asks first whether to sign out of everything; SAML does not. */
async function leaveEverywhere(page: Page): Promise<void> {
  const everywhere = page.getByRole('button', { name: 'Tout fermer' });
  if (await everywhere.isVisible()) await pressOn(everywhere);
}

for (const make of [makeMellon, makeShibboleth, makeOpenIdc])
  test(`${make.name.slice(4)} lets in people whom the portal signs in, and both sides sign out of both`, async ({
    page,
    portal,
    browser,
  }) => {
    test.setTimeout(300_000);
    const service = await make();
    const theirs = await browser.newContext({ baseURL: portal.url, locale: 'fr-CA' });
    const candidate = await theirs.newPage();
    try {
      await test.step('a super admin registers it', async () => {
        await enterAs(page, 'super@demo.example');
        await page.goto('/configuration/applications');
        await pressOn(page.getByRole('button', { name: 'Inscrire une application' }));
        await service.register(page, portal.url);
        await pressOn(page.getByRole('button', { name: 'C’est noté' }));
        await expect(page.getByRole('row', { name: service.name })).toContainText('Prévenue');
      });

      const isIn = async () => {
        await expect(candidate.getByRole('heading', { level: 1 })).toHaveText('Tool');
        const told = candidate.locator('pre');
        await expect(told).toContainText(/^(?:mail|OIDC_CLAIM_email)=candidate\.dc@demo\.example$/m);
        await expect(told).toContainText(/^(?:groups|OIDC_CLAIM_roles)=student$/m);
        await expect(told).toContainText(/^REMOTE_USER=[\da-f-]{36}/m);
      };
      // Whoever leaves the page before it says so has not signed out.
      const leaveHere = async () => {
        await candidate.goto('/logout');
        await expect(candidate.getByText('fermer aussi votre session')).toContainText(service.name);
      };
      await test.step('a candidate comes from it, signs in, and is there; Back leads to no error', async () => {
        await candidate.goto(service.page);
        await signInHere(candidate, 'candidate.dc@demo.example');
        await isIn();
        await candidate.goBack();
        await candidate.goto(service.page);
        await isIn();
      });

      for (const [way, address] of Object.entries(service.signOuts))
        await test.step(`a sign-out there, told ${way}, ends the session here`, async () => {
          await candidate.goto(address);
          await leaveEverywhere(candidate);
          await candidate.waitForURL(({ pathname }) => pathname === '/none');
          await candidate.goto('/account');
          await expect(candidate).toHaveURL(/login/);
          await candidate.goto(service.page);
          await signInHere(candidate, 'candidate.dc@demo.example');
          await isIn();
        });

      await test.step('the portal restarts while the person types their password', async () => {
        await theirs.clearCookies();
        await leaveHere();
        await candidate.goto(service.page);
        await expect(candidate.getByLabel('Courriel')).toBeVisible();
        await portal.stop();
        await portal.startAgain();
        await signInHere(candidate, 'candidate.dc@demo.example');
        await isIn();
      });

      await test.step('a portal whose clock is twenty minutes ahead lets nobody in, and a page says so', async () => {
        const { isAfter, text } = service.clockRefusal;
        // The portal may stop before it has told the application.
        await theirs.clearCookies();
        await leaveHere();
        await portal.stop();
        const ahead = { NODE_OPTIONS: `--import=${clock}`, SHIFTED_CLOCK_MILLISECONDS: '1200000' };
        await portal.startAgain(ahead);
        await candidate.goto(service.page);
        if (isAfter) await signInHere(candidate, 'candidate.dc@demo.example');
        await expect(candidate.getByText(text).first()).toBeVisible();
        await expect(candidate.getByRole('heading', { name: 'Tool' })).toHaveCount(0);
        await portal.stop();
        await portal.startAgain();
      });

      await test.step('new keys on both sides count at once, for a sign-in and for a sign-out', async () => {
        await candidate.goto('/logout');
        const { code, err } = await typeCommand(
          portal.dataDir,
          { DATA_DIR: portal.dataDir },
          'replace-keys',
          '--yes',
        );
        expect(code, err).toBe(0);
        await service.renewKeys(portal.url);
        const [address = ''] = Object.values(service.signOuts);
        for (const then of ['signed out', 'in']) {
          await candidate.goto(service.page);
          await signInHere(candidate, 'candidate.dc@demo.example');
          await isIn();
          if (then === 'in') break;
          await candidate.goto(address);
          await leaveEverywhere(candidate);
          await candidate.waitForURL(({ pathname }) => pathname === '/none');
        }
      });

      await test.step('a sign-out here ends the session there, and says so', async () => {
        await leaveHere();
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
        await expect(candidate.getByRole('heading', { name: 'Tool' })).toHaveCount(0);
      });
    } finally {
      await service.close();
      await theirs.close();
    }
  });
