import { demo, expect, test } from './fixtures/portal.ts';
import { signIn, storedSession } from './fixtures/signInPage.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

test.use({ settings: demo });

test('S3.15 S9.13 sign-in stores these eight fields, in local storage and nowhere else', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await signIn(page, 'admin.telfer@demo.example');
  await expect(page).toHaveURL('/home');
  const session = await storedSession(page);
  const claims = JSON.parse(Buffer.from(String(session.token).split('.')[1] ?? '', 'base64url').toString());
  const { iss: _issuer, aud: _audience, ...decodedToken } = claims;
  expect(session).toEqual({
    isAuthenticated: true,
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refreshToken: expect.stringMatching(/^[\w-]{43}$/),
    username: 'admin.telfer@demo.example',
    role: 'Admin - Telfer',
    decodedToken,
    isImpersonating: false,
    impersonationToken: null,
  });
  expect(claims).toMatchObject({ role: 'Admin - Telfer', exp: expect.any(Number) });
  const inTab = await page.evaluate(() => JSON.stringify(sessionStorage));
  const cookies = JSON.stringify(await context.cookies());
  for (const secret of [session.token, session.refreshToken]) {
    expect(inTab).not.toContain(secret);
    expect(cookies).not.toContain(secret);
  }
});

test('S3.16 an administrator is whose token’s role contains admin, and nobody else', async ({
  page,
  portal,
}) => {
  const email = 'deux.roles@demo.example';
  const password = 'Brume#Verte1';
  const headers = {
    authorization: `Bearer ${await tokenOf(portal.url, 'super@demo.example')}`,
    'content-type': 'application/json',
  };
  const body = {
    ...{ userName: email, firstName: 'Rose', lastName: 'Roy', roleList: ['Support - NP', 'Admin - Ac'] },
    ...{ newPassword: password, confirmNewPassword: password },
  };
  const made = await fetch(`${portal.url}/api/user/newUser`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(made.status).toBe(200);
  await page.route('**/api/redirectsystem/**', () => undefined);
  for (const [who, secret, isAdmin] of [
    ['super@demo.example', undefined, true],
    ['admin.telfer@demo.example', undefined, true],
    [email, password, true],
    ['support.telfer@demo.example', undefined, false],
    ['candidate.telfer@demo.example', undefined, false],
  ] as const) {
    await enterAs(page, who, secret);
    await page.goto('/callback');
    const { decodedToken } = await storedSession(page);
    const { name, role } = decodedToken as { name: string; role: string | string[] };
    expect([role].flat().some((one) => /admin/i.test(one))).toBe(isAdmin);
    const bar = page.getByRole('banner');
    await expect(bar.getByText(name)).toBeVisible();
    await expect(bar.getByText('Administration'), who).toHaveCount(isAdmin ? 1 : 0);
  }
});

for (const [what, stored] of [
  ['no JSON', '{'],
  ['another thing', '"x"'],
  ['a session without tokens', '{"state":{"isAuthenticated":true},"version":0}'],
  [
    'tokens of nobody',
    '{"state":{"isAuthenticated":true,"token":"a.b.c","refreshToken":"d","role":"Super Admin"},"version":0}',
  ],
] as const) {
  test(`S8.2 a store that holds ${what} leads to sign-in`, async ({ page }) => {
    await page.goto('/assets/favicon.svg');
    await page.evaluate((text) => localStorage.setItem('guichet.session', text), stored);
    await page.goto('/configuration');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Ouvrir la session' })).toBeVisible();
  });
}
