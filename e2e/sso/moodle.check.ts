import type { Page } from '@playwright/test';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { pressOn } from '../fixtures/keyboard.ts';
import { choosePassword, findConfirmLink, findPasswordLink, placePeople } from '../fixtures/people.ts';
import { demo, expect, test as portalTest } from '../fixtures/portal.ts';
import { demoPassword, enterAs, tokenOf } from '../fixtures/visitor.ts';
import { serveTls } from './tlsServer.ts';

/**
 * A real Moodle and its administrator, as `name:password`; it is left with one service and four accounts more. `MOODLE_DATA`: its
 * `dataroot`, where Moodle looks for the certificates that it trusts.
 */
const { MOODLE_URL: moodle = '', MOODLE_ADMIN: administrator = '', MOODLE_DATA: dataroot } = process.env;
const stamp = Date.now();
const service = `Guichet ${stamp}`;
const addresses = {
  changed: `changed${stamp}@demo.example`,
  known: `known${stamp}@demo.example`,
  named: `named${stamp}@demo.example`,
};

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
  await page.locator('[name=showonloginpage]').selectOption({ label: 'Login page only' });
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

/** Makes an account there by hand, as its administrator. */
async function makeAccount(page: Page, username: string, lastname: string, email: string): Promise<void> {
  await page.goto(`${moodle}/user/editadvanced.php?id=-1`);
  const fields = { username, firstname: 'Ancien', lastname, email };
  for (const [name, text] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(text);
  await page.locator('[type=checkbox][name=createpassword]').check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.waitForURL(({ pathname }) => !pathname.endsWith('editadvanced.php'));
}

/** Gives a candidate another address, as a super admin does; the candidate confirms it with the mailed link. */
async function changeAddress(url: string, from: string, email: string): Promise<void> {
  const [token, own] = await Promise.all([tokenOf(url, 'super@demo.example'), tokenOf(url, from)]);
  const { sub } = JSON.parse(Buffer.from(own.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.text()).toBe(200);
  };
  const names = { firstName: 'Zoé', lastName: 'Côté', languageId: 1, newsLetter: false };
  await post('/api/user/correct', { id: Number(sub), ...names, email });
  const { userName, token: secret } = await findConfirmLink(url, email);
  await post('/api/account/confirmemail', { userName, token: secret, password: demoPassword });
}

test('Moodle lets in people whom the portal signs in, and says after its own sign-out what stays', async ({
  browser,
  portal,
  tlsPort,
}) => {
  test.skip(moodle === '' || administrator === '', 'MOODLE_URL and MOODLE_ADMIN name no Moodle');
  test.setTimeout(600_000);
  const baseURL = `https://localhost:${tlsPort}`;
  const tls = serveTls(tlsPort, portal.url, dataroot);
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
      await makeAccount(admin, `known${stamp}`, 'known', addresses.known);
      await makeAccount(admin, addresses.named, 'named', `other${stamp}@example.test`);
      await admin.context().close();
    });

    const candidate = await theirs.newPage();
    const enter = async () => {
      await candidate.goto(`${moodle}/login/index.php`);
      await candidate.getByRole('link', { name: service }).click();
    };
    const signInHere = async (email: string) => {
      await expect(candidate).toHaveURL(/\/login/);
      await candidate.getByLabel('Courriel').fill(email);
      await candidate.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
      await candidate.keyboard.press('Enter');
    };
    const isIn = () => expect(candidate.locator('#user-menu-toggle')).toBeVisible();
    /** The account that is in, as its page says. */
    const readAccount = async () => {
      await candidate.goto(`${moodle}/user/edit.php`);
      const read = (name: string) =>
        candidate.locator(`form[action*="edit.php"] [name=${name}]`).first().inputValue();
      return { id: await read('id'), lastName: await read('lastname'), email: await read('email') };
    };

    let first = { id: '', lastName: '', email: '' };
    await test.step('a candidate comes from its sign-in page, signs in, and has an account there', async () => {
      await enter();
      await signInHere('candidate.dc@demo.example');
      await isIn();
      first = await readAccount();
      expect(first.email).toBe('candidate.dc@demo.example');
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

    const signInAs = async (email: string) => {
      await candidate.goto(`${baseURL}/logout`);
      await candidate.waitForURL(/\/login/);
      await theirs.clearCookies();
      await enter();
      await signInHere(email);
      await isIn();
      return readAccount();
    };

    const { known, named } = addresses;
    await placePeople(portal.url, [known, named], 3);
    for (const email of [known, named])
      await choosePassword(portal.url, await findPasswordLink(portal.url, email), demoPassword);

    await test.step('somebody whose address has changed keeps the account, which takes the new one', async () => {
      await changeAddress(portal.url, 'candidate.dc@demo.example', addresses.changed);
      expect(await signInAs(addresses.changed)).toEqual({ ...first, email: addresses.changed });
    });

    await test.step('an account that was there with the address is joined, and keeps its name', async () => {
      expect(await signInAs(known)).toMatchObject({ email: known, lastName: 'known' });
    });

    await test.step('one with the address as its user name, and another address, stays apart', async () => {
      expect(await signInAs(named)).toMatchObject({ email: named, lastName: 'Deux-Portes' });
    });
  } finally {
    await ours.close();
    await theirs.close();
    tls.close();
  }
});
