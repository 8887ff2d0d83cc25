import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { buildPages, layPages } from './fixtures/builtPages.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { CallLog, letRunOut } from './fixtures/renewals.ts';
import { signIn } from './fixtures/signInPage.ts';
import { tokenOf } from './fixtures/visitor.ts';

test.use({ settings: demo });

const admin = 'admin.tep@demo.example';

/** What a browser keeps of the session, and where. */
async function keptIn(page: Page, context: BrowserContext) {
  const stored = await page.evaluate(() => ({
    local: localStorage.getItem('guichet.session'),
    session: sessionStorage.getItem('guichet.session'),
  }));
  const cookie = (await context.cookies()).find(({ name }) => name === 'guichet.session');
  return { ...stored, cookie: cookie ? decodeURIComponent(cookie.value) : null };
}

const tokenIn = (kept: string | null): unknown => JSON.parse(kept ?? '{}').state?.token;

async function enter(page: Page, email = admin, password?: string): Promise<void> {
  await page.goto('/login');
  await signIn(page, email, password);
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bonjour');
  await page.waitForLoadState('networkidle');
}

test.describe('pages built with VITE_SESSION_STORE=session', () => {
  let pages: string;
  test.beforeAll(async () => {
    pages = await buildPages('session');
  });
  test.afterAll(() => rmSync(pages, { recursive: true, force: true }));
  test.beforeEach(({ context }) => layPages(context, pages));

  test('keep the session in the tab alone, where it is renewed and outlasts a reload', async ({
    page,
    context,
  }) => {
    await enter(page);
    const kept = await keptIn(page, context);
    expect(kept).toEqual({ local: null, session: expect.any(String), cookie: null });
    await letRunOut(context, tokenIn(kept.session));
    const log = new CallLog(context);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bonjour');
    expect(log.refreshes).toHaveLength(1);
    const renewed = await keptIn(page, context);
    expect(renewed).toEqual({ local: null, session: expect.any(String), cookie: null });
    expect(tokenIn(renewed.session)).not.toBe(tokenIn(kept.session));

    const other = await context.newPage();
    await other.goto('/home');
    await expect(other).toHaveURL('/login');
  });
});

test.describe('pages built with VITE_SESSION_STORE=cookie', () => {
  let pages: string;
  test.beforeAll(async () => {
    pages = await buildPages('cookie');
  });
  test.afterAll(() => rmSync(pages, { recursive: true, force: true }));
  test.beforeEach(({ context }) => layPages(context, pages));

  test('keep the session in a cookie of this site, for all tabs, until the browser closes or one signs out', async ({
    page,
    context,
  }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await enter(page);
    const kept = await keptIn(page, context);
    expect(kept).toEqual({ local: null, session: null, cookie: expect.any(String) });
    const cookie = (await context.cookies()).find(({ name }) => name === 'guichet.session');
    expect(cookie).toMatchObject({ sameSite: 'Strict', path: '/', expires: -1, domain: 'localhost' });

    const other = await context.newPage();
    await other.goto('/home', { waitUntil: 'networkidle' });
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Bonjour');
    await letRunOut(context, tokenIn(kept.cookie));
    const log = new CallLog(context);
    await Promise.all([page.reload(), other.reload()]);
    for (const tab of [page, other])
      await expect(tab.getByRole('heading', { level: 1 })).toContainText('Bonjour');
    expect(log.refreshes).toHaveLength(1);
    expect(tokenIn((await keptIn(page, context)).cookie)).not.toBe(tokenIn(kept.cookie));

    await other.goto('/logout');
    await expect(other).toHaveURL('/account/login');
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page).toHaveURL('/login');
    expect(warnings).toEqual([]);
  });

  test('S9.12 warn in the console when the cookie has over 4096 bytes, and the page goes on without it', async ({
    page,
    context,
    portal,
  }) => {
    const person = { email: `${'e'.repeat(60)}@${'long.'.repeat(30)}example.ca`, password: 'Tres#Long1' };
    const headers = {
      authorization: `Bearer ${await tokenOf(portal.url, 'super@demo.example')}`,
      'content-type': 'application/json',
    };
    const roles = ['TCL', 'PDI', 'DC', 'NP', 'Telfer', 'Ac', 'ILOB', 'TEP', 'Odell'];
    const made = await fetch(`${portal.url}/api/user/newUser`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        ...{ userName: person.email, firstName: 'É'.repeat(100), lastName: 'Ü'.repeat(100) },
        ...{ newPassword: person.password, confirmNewPassword: person.password },
        roleList: roles.flatMap((name) => [`Admin - ${name}`, `Support - ${name}`]),
      }),
    });
    expect(made.status).toBe(200);

    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.goto('/login');
    await signIn(page, person.email, person.password);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Fermer la session' })).toBeVisible();
    const bytes = /^The session cookie has (\d+) bytes; browsers drop what is above 4096\.$/;
    await expect.poll(() => warnings).toContainEqual(expect.stringMatching(bytes));
    expect(Number(bytes.exec(warnings[0] ?? '')?.[1])).toBeGreaterThan(4096);
    expect(await keptIn(page, context)).toEqual({ local: null, session: null, cookie: null });
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByRole('link', { name: 'Guichet, accueil' }).click();
    await expect(page.getByRole('link', { name: 'Fermer la session' })).toBeVisible();
  });
});
