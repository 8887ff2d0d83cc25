import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { pressOn } from '../fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from '../fixtures/portal.ts';
import { demoPassword, enterAs } from '../fixtures/visitor.ts';

/** A real Moodle and its administrator, as `name:password`; it is left with one service and one account more. */
const { MOODLE_URL: moodle = '', MOODLE_ADMIN: administrator = '' } = process.env;
const service = `Guichet ${Date.now()}`;

/** Moodle speaks to services with TLS alone: a server that has it stands before the portal. */
const test = portalTest.extend<object, { tlsPort: number }>({
  tlsPort: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => use(await findFreePort()),
    { scope: 'worker' },
  ],
  settings: [
    async ({ tlsPort }, use) => use({ ...demo, PUBLIC_URL: `https://localhost:${tlsPort}` }),
    { scope: 'worker' },
  ],
});

function serveTls(port: number, portalUrl: string): Server {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-sso-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, '-days', '30'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const keys = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const { port: portalPort } = new URL(portalUrl);
  return createServer(keys, (asked, answer) => {
    const { method, url: path, headers } = asked;
    const passed = { ...headers, 'x-forwarded-proto': 'https' };
    const call = request(
      { host: '127.0.0.1', port: portalPort, method, path, headers: passed },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      },
    );
    call.on('error', () => answer.destroy());
    asked.pipe(call);
  }).listen(port, '127.0.0.1');
}

async function signInAtMoodle(page: Page): Promise<void> {
  const [name = '', password = ''] = administrator.split(':');
  await page.goto(`${moodle}/login/index.php`);
  await page.locator('#username').fill(name);
  await page.locator('#password').fill(password);
  await page.locator('#loginbtn').click();
  await expect(page.locator('#user-menu-toggle')).toBeVisible();
}

/** Sets the service up as docs/single-sign-on.md says. */
async function setUp(page: Page, { clientId, secret, issuer }: Record<string, string>): Promise<void> {
  await page.goto(`${moodle}/admin/settings.php?section=manageauths`);
  const enable = page.locator('a[href*="action=enable"][href*="auth=oauth2"]');
  if (await enable.count()) await enable.first().click();
  await page.goto(`${moodle}/admin/tool/oauth2/issuers.php`);
  await page.getByRole('button', { name: 'Custom' }).click();
  const fields = {
    name: service,
    clientid: clientId ?? '',
    clientsecret: secret ?? '',
    baseurl: issuer ?? '',
    loginscopes: 'openid profile email',
    loginscopesoffline: 'openid profile email',
  };
  for (const [name, text] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(text);
  await page.locator('[type=checkbox][name=basicauth]').check();
  await page.locator('[type=checkbox][name=requireconfirmation]').uncheck();
  await page.locator('[type=checkbox][name=acceptrisk]').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const row = page.getByRole('row', { name: service });
  await row.locator('a[href*="userfieldmappings"]').click();
  for (const [theirs, ours] of [
    ['sub', 'username'],
    ['key', 'idnumber'],
  ] as const) {
    await page.getByRole('button', { name: /^Create new user field mapping/ }).click();
    await page.locator('[name=externalfield]').fill(theirs);
    await page.locator('[name=internalfield]').selectOption(ours);
    await page.getByRole('button', { name: 'Save changes' }).click();
  }
}

test('Moodle lets in people whom the portal signs in, and says after its own sign-out what stays', async ({
  browser,
  portal,
  tlsPort,
}) => {
  test.skip(moodle === '' || administrator === '', 'MOODLE_URL and MOODLE_ADMIN name no Moodle');
  test.setTimeout(600_000);
  const baseURL = `https://localhost:${tlsPort}`;
  const tls = serveTls(tlsPort, portal.url);
  const open = (address: string) =>
    browser.newContext({ baseURL: address, locale: 'fr-CA', ignoreHTTPSErrors: true });
  // The helper that signs in trusts no certificate of its own making.
  const [ours, theirs] = [await open(portal.url), await open(baseURL)];
  try {
    const page = await ours.newPage();
    const told = { clientId: '', secret: '', issuer: '' };
    await test.step('a super admin registers it, without PKCE', async () => {
      await enterAs(page, 'super@demo.example');
      await page.goto('/configuration/applications');
      await pressOn(page.getByRole('button', { name: 'Inscrire une application' }));
      const dialog = page.getByRole('dialog', { name: 'Inscrire une application' });
      const fields = {
        Nom: 'Moodle',
        'Adresses de retour': `${moodle}/admin/oauth2callback.php`,
        'Page qui ouvre l’application': `${moodle}/my/`,
      };
      for (const [label, text] of Object.entries(fields))
        await dialog.getByRole('textbox', { name: label, exact: true }).fill(text);
      await dialog.getByLabel('Exiger PKCE').uncheck();
      await pressOn(dialog.getByRole('button', { name: 'Inscrire une application' }));
      const shown = page.getByRole('dialog', { name: 'À entrer dans Moodle' });
      const read = (name: string) => shown.getByRole('textbox', { name }).inputValue();
      told.issuer = await read('Émetteur');
      told.clientId = await read('Identifiant du client');
      told.secret = await read('Secret du client');
      await pressOn(shown.getByRole('button', { name: 'C’est noté' }));
    });

    await test.step('its administrator adds the service, which finds its addresses by itself', async () => {
      const admin = await (await browser.newContext({ locale: 'en-CA' })).newPage();
      await signInAtMoodle(admin);
      await setUp(admin, told);
      await admin.context().close();
    });

    const candidate = await theirs.newPage();
    const enter = async () => {
      await candidate.goto(`${moodle}/login/index.php`);
      await candidate.getByRole('link', { name: service }).click();
    };
    const isIn = () => expect(candidate.locator('#user-menu-toggle')).toBeVisible();

    await test.step('a candidate comes from its sign-in page, signs in, and has an account there', async () => {
      await enter();
      await expect(candidate).toHaveURL(/\/login/);
      await candidate.getByLabel('Courriel').fill('candidate.dc@demo.example');
      await candidate.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
      await candidate.keyboard.press('Enter');
      await isIn();
      await candidate.goto(`${moodle}/user/edit.php`);
      await expect(candidate.locator('[name=email]')).toHaveValue('candidate.dc@demo.example');
    });

    await test.step('a sign-out there leaves the session here, which signs straight back in', async () => {
      await candidate.locator('#user-menu-toggle').click();
      await candidate.getByRole('menuitem', { name: /^(?:Log out|Déconnexion)$/ }).click();
      await enter();
      await isIn();
    });

    await test.step('a sign-out here says that it stays open there', async () => {
      await candidate.goto(`${baseURL}/logout`);
      await expect(candidate.getByText(/Moodle/)).toBeVisible();
      await candidate.goto(`${moodle}/my/`);
      await isIn();
    });
  } finally {
    await ours.close();
    await theirs.close();
    tls.close();
  }
});
