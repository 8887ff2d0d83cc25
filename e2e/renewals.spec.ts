import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { bearerOf, CallLog, letRunOut, refreshCall, toasts } from './fixtures/renewals.ts';
import { storedSession } from './fixtures/signInPage.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const exams = '/telfer/configuration?tab=cohorts';

/** Until home has asked all that it asks: on a busy machine the network is idle before the page has begun. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/home', { waitUntil: 'networkidle' });
  await expect(page.getByRole('row')).not.toHaveCount(0);
}

test('S7.5 S8.1 S4.26 a token that has run out is renewed once, each call repeated once, and nobody notices', async ({
  page,
  context,
}) => {
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto('/home');
  const before = await storedSession(page);
  await letRunOut(context, before.token);
  const log = new CallLog(context);
  await page.goto(exams, { waitUntil: 'networkidle' });
  await expect(page.getByRole('table', { name: 'Examens à venir' })).toBeVisible();

  expect(log.histories).toContainEqual(expect.stringMatching(/: 401 200$/));
  expect(log.histories.filter((history) => !/: (401 )?200$/.test(history))).toEqual([]);
  expect(log.refreshes).toHaveLength(1);
  const [refresh] = log.refreshes;
  const query = new URL(refresh?.url() ?? '').searchParams;
  expect([refresh?.method(), refresh?.postData() ?? null]).toEqual(['POST', null]);
  expect(Object.fromEntries(query)).toEqual({ token: before.token, refreshToken: before.refreshToken });

  const { token, refreshToken, ...rest } = await storedSession(page);
  expect([token, refreshToken]).not.toContain(before.token);
  expect([token, refreshToken]).not.toContain(before.refreshToken);
  expect(bearerOf(log.requests.at(-1) as never)).toBe(token);
  expect({ ...rest, token: before.token, refreshToken: before.refreshToken }).toEqual(before);
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('S7.5 an action that meets a token that has run out is done once', async ({ page, context, portal }) => {
  const title = 'Session d’un jeton échu';
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto('/telfer/configuration?tab=spaces', { waitUntil: 'networkidle' });
  await letRunOut(context, (await storedSession(page)).token);
  const log = new CallLog(context);
  await page.getByLabel('Titre').fill(title);
  await page.getByLabel('Date de l’examen').fill('2099-03-04');
  await page.locator('form button[type=submit]').click();
  await expect.poll(() => log.histories).toContain('POST /api/exam/5: 401 200');
  expect(log.refreshes).toHaveLength(1);
  const desk = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  expect((await desk.listExams()).filter((exam) => exam.title === title)).toHaveLength(1);
});

test('S7.5 two tabs whose token runs out together send one refresh call, and both go on', async ({
  page,
  context,
}) => {
  await enterAs(page, 'admin.telfer@demo.example');
  const other = await context.newPage();
  await page.goto(exams, { waitUntil: 'networkidle' });
  await openHome(other);
  const { token } = await storedSession(page);
  await letRunOut(context, token);
  // The refresh waits until both tabs have met their 401.
  const refused = new Set<unknown>();
  const bothRefused = new Promise<void>((resolve) => {
    context.on('response', (answer) => {
      if (answer.status() === 401 && refused.add(answer.frame().page()).size === 2) resolve();
    });
  });
  await context.route(refreshCall, async (route) => {
    await bothRefused;
    await route.fallback();
  });
  const log = new CallLog(context);
  await Promise.all([page.reload(), other.reload()]);
  await expect(page.getByRole('table', { name: 'Examens à venir' })).toBeVisible();
  await expect(other.getByRole('row')).toHaveCount(2);
  await page.waitForLoadState('networkidle');
  await other.waitForLoadState('networkidle');
  expect(refused.size).toBe(2);
  expect(log.refreshes).toHaveLength(1);
  expect(log.histories.filter((history) => !/: [\d ]*200$/.test(history))).toEqual([]);
  expect((await storedSession(other)).token).toBe((await storedSession(page)).token);
  expect((await storedSession(other)).token).not.toBe(token);
});

test('S8.2 a refused refresh leads to sign-in without a toast, and nothing asks again', async ({
  page,
  context,
  portal,
}) => {
  await enterAs(page, 'support.telfer@demo.example');
  await openHome(page);
  const headers = { authorization: `Bearer ${(await storedSession(page)).token}` };
  expect((await fetch(`${portal.url}/api/auth/logout`, { method: 'POST', headers })).status).toBe(200);

  const log = new CallLog(context);
  await page.goto(exams, { waitUntil: 'networkidle' });
  await expect(page).toHaveURL('/login?systemId=5');
  expect(log.refreshes).toHaveLength(1);
  expect(log.histories.filter((history) => /401 /.test(history))).toEqual([]);
  await expect(toasts(page)).toHaveCount(0);
  expect(await storedSession(page)).toMatchObject({
    isAuthenticated: false,
    token: null,
    refreshToken: null,
  });
});

test('S8.2 a refused refresh on an open page asks for the password, and what was typed is sent with the new session', async ({
  page,
  context,
  portal,
}) => {
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto('/telfer/configuration?tab=spaces', { waitUntil: 'networkidle' });
  await page.getByLabel('Titre').fill('Session reprise');
  await page.getByLabel('Date de l’examen').fill('2099-03-05');
  const headers = { authorization: `Bearer ${(await storedSession(page)).token}` };
  expect((await fetch(`${portal.url}/api/auth/logout`, { method: 'POST', headers })).status).toBe(200);

  const log = new CallLog(context);
  await page.locator('form button[type=submit]').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  expect(log.refreshes).toHaveLength(1);
  expect(log.histories).toContain('POST /api/exam/5: 401');

  await dialog.getByLabel('Mot de passe', { exact: true }).fill('Demo#2027');
  await dialog.getByRole('button', { name: 'Ouvrir la session' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Titre')).toHaveValue('Session reprise');
  await page.locator('form button[type=submit]').click();
  await expect.poll(() => log.histories).toContain('POST /api/exam/5: 401 200');
});

for (const [fault, status, body] of [
  ['a broken server', 500, '{"status":500,"code":"internal","title":"x","detail":"x"}'],
  ['a proxy’s page', 200, '<h1>Portail captif</h1>'],
  ['a lost network', 0, ''],
] as const) {
  test(`S8.2 when the refresh meets ${fault} the error shows with a way out, the session stays, nothing loops`, async ({
    page,
    context,
  }) => {
    await enterAs(page, 'support.telfer@demo.example');
    await openHome(page);
    const before = await storedSession(page);
    await letRunOut(context, before.token);
    await context.route(refreshCall, (route) =>
      status === 0 ? route.abort('internetdisconnected') : route.fulfill({ status, body }),
    );
    const log = new CallLog(context);
    await page.reload();
    const again = page.getByRole('button', { name: 'Réessayer' });
    await expect(again).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { length } = log.refreshes;
    // A query asks three times where the network is gone, and once where somebody answered.
    expect(length).toBe(status === 0 ? 3 : 1);
    expect(log.requests).toHaveLength(length);
    await expect(toasts(page)).toHaveCount(0);
    expect(await storedSession(page)).toEqual(before);

    await context.unroute(refreshCall);
    await again.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bonjour');
    expect(log.refreshes).toHaveLength(length + 1);
  });
}
