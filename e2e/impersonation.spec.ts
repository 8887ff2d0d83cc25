import type { Page } from '@playwright/test';
import { banner, begin, endButton, openEntry, openImpersonation, openInfo } from './fixtures/actingAs.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { bearerOf, CallLog, letRunOut, toasts } from './fixtures/renewals.ts';
import { storedSession } from './fixtures/signInPage.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

test.use({ settings: demo });

const chief = 'super@demo.example';
const admin = 'admin.ilob@demo.example';
const search = `/configuration/users?q=${encodeURIComponent(admin)}`;

async function actAs(page: Page, email: string, reason = 'Demande 4711'): Promise<void> {
  await openImpersonation(page, email);
  await begin(page, reason);
  await expect(page).toHaveURL('/home');
  await expect(banner(page)).toBeVisible();
}

const statusOf = async (url: string, token: unknown) =>
  (await fetch(`${url}/api/home`, { headers: { authorization: `Bearer ${token}` } })).status;

test('S4.25 while impersonating every request carries the other token, and the normal one again afterwards', async ({
  page,
  context,
  portal,
}) => {
  await enterAs(page, chief);
  await openImpersonation(page, admin);
  const own = await storedSession(page);
  const log = new CallLog(context);
  await begin(page, 'Demande 4712');
  await expect(banner(page)).toContainText('Vous agissez pour Ingrid');
  const acting = await storedSession(page);
  expect(acting).toEqual({
    ...own,
    isImpersonating: true,
    impersonationToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  const claims = JSON.parse(
    Buffer.from(String(acting.impersonationToken).split('.')[1] ?? '', 'base64url').toString(),
  );
  expect(claims).toMatchObject({ username: admin, role: 'Admin - ILOB', act: { name: 'Solange Bélanger' } });
  // The half hour begins when it is written down, and the token is signed a moment later.
  expect(claims.exp - claims.iat).toBeLessThanOrEqual(1800);
  expect(claims.exp - claims.iat).toBeGreaterThan(1780);

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ingrid');
  await expect(page.getByRole('row')).toHaveCount(2);
  log.clear();
  for (const path of [
    '/home',
    '/ilob/configuration?tab=users',
    '/callback',
    '/forbidden?systemId=7',
    '/login',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(banner(page), path).toContainText('Ingrid');
    await expect(endButton(page), path).toBeVisible();
  }
  expect(log.requests.length).toBeGreaterThan(5);
  expect([...new Set(log.requests.map(bearerOf))]).toEqual([acting.impersonationToken]);
  // What the super admin may do is not what she may do as this person.
  await page.goto('/configuration');
  await expect(page).toHaveURL(/\/forbidden/);

  await endButton(page).click();
  await expect(page).toHaveURL(search);
  await expect(banner(page)).toHaveCount(0);
  await expect(toasts(page)).toHaveText('Vous agissez de nouveau en votre nom.');
  expect(await storedSession(page)).toEqual(own);
  log.clear();
  await page.goto('/home', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Solange');
  expect([...new Set(log.requests.map(bearerOf))]).toEqual([own.token]);
  expect(await statusOf(portal.url, acting.impersonationToken)).toBe(401);
  expect(await statusOf(portal.url, own.token)).toBe(200);
});

test('it asks why and for the own password, and says at its fields what is wrong', async ({ page }) => {
  await enterAs(page, chief);
  await openImpersonation(page, admin);
  const [reason, password] = [page.getByLabel('Motif'), page.getByLabel('Votre mot de passe')];
  await begin(page, '   ', '');
  await expect(reason).toBeFocused();
  for (const field of [reason, password])
    await expect(field).toHaveAccessibleDescription(/Entrez (?:le motif|votre mot de passe)\./);
  await begin(page, 'Elle ne voit pas sa cohorte', 'Demo#2028');
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/Ce n’est pas votre mot de passe/);
  await expect(reason).toHaveValue('Elle ne voit pas sa cohorte');
  expect((await storedSession(page)).isImpersonating).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abandonner' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(search);
});

test('it is offered to super admins alone, and neither for themselves nor for each other', async ({
  page,
}) => {
  await enterAs(page, admin);
  await openInfo(page, 'support.ilob@demo.example');
  await expect(await openEntry(page)).toHaveCount(0);
  await enterAs(page, chief);
  await openInfo(page, 'support.ilob@demo.example');
  await expect(await openEntry(page)).toBeVisible();
  await openInfo(page, chief);
  await expect(await openEntry(page)).toHaveCount(0);
});

test('what is done stands in the audit log under both names, and passwords stay out of reach', async ({
  page,
  portal,
}) => {
  await enterAs(page, chief);
  await actAs(page, admin, 'Demande 4713');
  await page.goto('/ilob/configuration?tab=spaces');
  await page.getByLabel('Titre').fill('Session au nom d’autrui');
  await page.getByLabel('Date de l’examen').fill('2099-05-06');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText('Session au nom d’autrui').first()).toBeVisible();

  const { impersonationToken } = await storedSession(page);
  const change = await fetch(`${portal.url}/api/account/changepassword`, {
    method: 'POST',
    headers: { authorization: `Bearer ${impersonationToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      currentPassword: 'x',
      newPassword: 'Neuf#Passe1',
      confirmNewPassword: 'Neuf#Passe1',
    }),
  });
  expect([change.status, (await change.json()).code]).toEqual([403, 'session.impersonating']);
  await endButton(page).click();
  await expect(banner(page)).toHaveCount(0);

  const headers = { authorization: `Bearer ${await tokenOf(portal.url, chief)}` };
  const auditLog = await fetch(`${portal.url}/api/audit?person=${encodeURIComponent(admin)}`, { headers });
  const { lines } = (await auditLog.json()) as { lines: Record<string, unknown>[] };
  const start = lines.findIndex(({ detail }) => (detail as { reason?: string }).reason === 'Demande 4713');
  const told = lines.slice(0, start + 1).filter(({ onBehalfOf }) => onBehalfOf !== null);
  expect(told.map(({ action }) => action).reverse()).toEqual(
    expect.arrayContaining([
      'session.impersonationStarted',
      'examSpace.created',
      'session.impersonationEnded',
    ]),
  );
  for (const line of told) {
    expect(line).toMatchObject({
      actor: 'Solange Bélanger',
      onBehalfOf: expect.stringContaining('Ingrid'),
    });
  }
});

test('it holds in every tab, and ends in every tab', async ({ page, context }) => {
  await enterAs(page, chief);
  const other = await context.newPage();
  await other.goto('/configuration');
  await actAs(page, admin);
  await expect(banner(other)).toContainText('Ingrid');
  await expect(other).toHaveURL(/\/forbidden/);
  await endButton(other).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Solange');
});

test('when its time is over the own session goes on where it was, and nothing was done in its name', async ({
  page,
  context,
}) => {
  await enterAs(page, chief);
  await actAs(page, admin);
  await page.goto('/ilob/configuration?tab=spaces');
  const { token, impersonationToken } = await storedSession(page);
  await page.getByLabel('Titre').fill('Trop tard');
  await page.getByLabel('Date de l’examen').fill('2099-05-07');
  await letRunOut(context, impersonationToken);
  const log = new CallLog(context);
  await page.locator('form button[type=submit]').click();
  await expect(toasts(page)).toContainText('Le délai pour agir au nom de cette personne est écoulé');
  await expect(toasts(page)).toHaveCount(1);
  await expect(page).toHaveURL(search);
  await expect(banner(page)).toHaveCount(0);
  expect(log.histories).toContain('POST /api/exam/7: 401 401');
  // Its own session was renewed, and what was tried again bore the other name still.
  expect(log.refreshes).toHaveLength(1);
  expect(await storedSession(page)).toMatchObject({
    token: expect.not.stringMatching(String(token)),
    isImpersonating: false,
    impersonationToken: null,
  });
});

test('ended a moment too late, it leads back once and says so once', async ({ page, context }) => {
  await enterAs(page, chief);
  await actAs(page, admin);
  await letRunOut(context, (await storedSession(page)).impersonationToken);
  await endButton(page).click();
  await expect(toasts(page)).toContainText('écoulé');
  await expect(page).toHaveURL(search);
  await expect(toasts(page)).toHaveCount(1);
});

test('the banner counts the minutes, and asks the server when they are over', async ({ page, context }) => {
  await page.clock.install();
  await enterAs(page, chief);
  await actAs(page, admin);
  await expect(banner(page)).toContainText('Il reste 30 minutes');
  await page.clock.fastForward('28:30');
  await expect(banner(page)).toContainText('Il reste 2 minutes');
  await letRunOut(context, (await storedSession(page)).impersonationToken);
  await page.clock.fastForward('01:31');
  await expect(toasts(page)).toContainText('écoulé');
  await expect(banner(page)).toHaveCount(0);
});

test('signing out meanwhile ends both sessions', async ({ page, portal }) => {
  await enterAs(page, chief);
  await actAs(page, admin);
  const { token, impersonationToken } = await storedSession(page);
  await page.getByRole('link', { name: 'Fermer la session' }).click();
  await expect(page).toHaveURL('/account/login');
  await expect(banner(page)).toHaveCount(0);
  expect(await storedSession(page)).toMatchObject({
    isAuthenticated: false,
    token: null,
    isImpersonating: false,
    impersonationToken: null,
  });
  for (const spent of [token, impersonationToken]) expect(await statusOf(portal.url, spent)).toBe(401);
});

test('it ends with the super admin’s own session, wherever that is closed', async ({ page, portal }) => {
  await enterAs(page, chief);
  await actAs(page, admin);
  const { token, impersonationToken } = await storedSession(page);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${portal.url}/api/auth/logout`, { method: 'POST', headers })).status).toBe(200);
  expect(await statusOf(portal.url, impersonationToken)).toBe(401);
  await page.goto('/ilob/configuration?tab=users');
  await expect(page).toHaveURL(/\/login/);
  await expect(banner(page)).toHaveCount(0);
  expect(await storedSession(page)).toMatchObject({ isAuthenticated: false, isImpersonating: false });
});
