import type { Page } from '@playwright/test';
import { choosePassword, findPasswordLink, placePeople } from './fixtures/people.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { password, refusal, signIn, storedSession, submit, username } from './fixtures/signInPage.ts';
import { demoPassword, enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

/** The paths that the page goes through, from now on. */
function pathsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) paths.push(new URL(frame.url()).pathname);
  });
  return paths;
}

test('S1.8 S4.19 S2.7 somebody with roles in two systems goes home, and reaches both after one sign-in', async ({
  page,
  portal,
}) => {
  const email = 'deux.portes@etu.example.ca';
  await placePeople(portal.url, [email], 4);
  await choosePassword(portal.url, await findPasswordLink(portal.url, email), demoPassword);
  await placePeople(portal.url, [email], 6, false);
  const signIns: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/auth/login') && signIns.push(request.url()));
  await page.goto('/login?systemId=4');
  await signIn(page, email);
  await expect(page).toHaveURL('/home');
  expect((await storedSession(page)).role).toEqual(['NP', 'AC']);
  await expect(page.getByRole('row')).toHaveCount(3);
  for (const [name, slug] of [
    ['Examens NP', 'np'],
    ['Examens AC', 'ac'],
  ] as const) {
    await page.goto('/home');
    await page.getByRole('link', { name: `Plateforme d’apprentissage : ${name}` }).click();
    await expect(page).toHaveURL(new RegExp(`/learning/${slug}`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dalia');
  }
  expect(signIns).toHaveLength(1);
});

for (const email of ['super@demo.example', 'admin.education@demo.example', 'admin.cgpp@demo.example']) {
  test(`S4.20 a single role that contains Admin goes home: ${email}`, async ({ page }) => {
    await page.goto('/login?systemId=3');
    await signIn(page, email);
    await expect(page).toHaveURL('/home');
    expect((await storedSession(page)).role).toContain('Admin');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bonjour');
  });
}

const slugs = ['education', 'pdi', 'dc', 'np', 'telfer', 'ac', 'ilob', 'tep', 'cgpp'];
for (const slug of slugs) {
  for (const language of slug === 'dc' || slug === 'ac' ? ['fr', 'en'] : ['fr']) {
    test(`S4.21 a candidate of ${slug} goes to /${language}/${slug}`, async ({ page }) => {
      await page.route('**/api/redirectsystem/**', () => undefined);
      await page.goto(language === 'fr' ? '/login' : '/en/login');
      const paths = pathsOf(page);
      await signIn(page, `candidate.${slug}@demo.example`);
      await expect.poll(() => paths).toContain(`/${language}/${slug}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const words = language === 'fr' ? 'Redirection en cours' : 'Redirecting';
      await expect(page.getByRole('heading', { level: 1 })).toContainText(words);
    });
  }
}

const deep = '/dc/configuration?tab=cohorts';

test('S2.2 whom a page sent to sign-in is led back to it, after a wrong try and in the other language too', async ({
  page,
}) => {
  await page.goto(deep);
  await expect(page).toHaveURL('/login?systemId=3');
  await signIn(page, 'admin.dc@demo.example', 'Faux#2027');
  await expect(refusal(page)).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await signIn(page, 'admin.dc@demo.example');
  await expect(page).toHaveURL(deep);
  await expect(page.getByRole('tab', { name: 'Cohorts' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page).toHaveURL('/login?systemId=3');
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/home');
});

test('S2.2 S2.32 sign-in leads back with the whole query, from an alias and from home too, but never to a refusal', async ({
  page,
}) => {
  await page.route('**/api/redirectsystem/**', () => undefined);
  for (const [wanted, shown, email, end] of [
    ['/idp?orgId=1', '/login?systemId=2', 'candidate.pdi@demo.example', '/en/pdi?orgId=1'],
    ['/home?systemId=3', '/login?systemId=3', 'candidate.dc@demo.example', '/home?systemId=3'],
    ['/configuration?systemId=4', '/login?systemId=4', 'admin.np@demo.example', '/home'],
    ['/', '/login', 'candidate.dc@demo.example', '/dc'],
  ] as const) {
    await page.goto(wanted);
    await expect(page).toHaveURL(shown);
    await username(page).pressSequentially(email, { delay: 10 });
    await password(page).pressSequentially(demoPassword, { delay: 10 });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(end);
    await page.goto('/en/logoutfrombs/4');
    await expect(page).toHaveURL('/account/login?systemId=4');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect((await storedSession(page)).isAuthenticated).toBe(false);
    await page.getByRole('button', { name: 'Français' }).click();
  }
});

test('S2.2 S4.21 a session that is over leads to sign-in and back; a candidate is led to the own landing', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'admin.dc@demo.example');
  const { token } = await storedSession(page);
  const headers = { authorization: `Bearer ${token}` };
  await fetch(new URL('/api/auth/logout', portal.url), { method: 'POST', headers });
  for (const [email, path] of [
    ['admin.dc@demo.example', deep],
    ['candidate.dc@demo.example', '/dc'],
  ] as const) {
    await page.goto(deep);
    await expect(page).toHaveURL('/login?systemId=3');
    await page.route('**/api/redirectsystem/**', () => undefined);
    await signIn(page, email);
    await expect(page).toHaveURL(path);
    await page.goto('/logout');
    await expect(page).toHaveURL('/account/login');
  }
});

test('S2.18 after logout Back shows nothing of what was open', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, 'admin.np@demo.example');
  await expect(page).toHaveURL('/home');
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('link', { name: /^Administrer/ }).click();
  await expect(page.getByRole('tab')).toHaveCount(5);
  await page.getByRole('banner').getByRole('link', { name: 'Fermer la session' }).click();
  await expect(page).toHaveURL('/account/login');
  for (let back = 0; back < 3; back++) {
    await page.goBack();
    await expect(page).toHaveURL(/\/login(\?systemId=4)?$/);
    await expect(page.getByRole('button', { name: 'Ouvrir la session' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByText(name.replace('Bonjour, ', ''))).toHaveCount(0);
  }
});

test('S4.18 S2.18 isAuthenticated is false at first, true after sign-in, false after logout', async ({
  page,
  portal,
}) => {
  await page.goto('/login');
  expect((await storedSession(page)).isAuthenticated ?? false).toBe(false);
  await signIn(page, 'admin.np@demo.example');
  await expect(page).toHaveURL('/home');
  const session = await storedSession(page);
  expect(session).toMatchObject({
    isAuthenticated: true,
    username: 'admin.np@demo.example',
    role: 'Admin - NP',
  });

  await page.getByRole('banner').getByRole('link', { name: 'Fermer la session' }).click();
  await expect(page).toHaveURL('/account/login');
  expect(await storedSession(page)).toEqual({
    ...{ isAuthenticated: false, token: null, refreshToken: null, username: null, role: null },
    ...{ decodedToken: null, isImpersonating: false, impersonationToken: null },
  });
  await expect(page.getByRole('button', { name: 'Ouvrir la session' })).toBeVisible();
  const headers = { authorization: `Bearer ${session.token}` };
  expect((await fetch(new URL('/api/home', portal.url), { headers })).status).toBe(401);
});

test('S2.18 a server that does not hear of the logout keeps nobody signed in', async ({ page }) => {
  await enterAs(page, 'support.tep@demo.example');
  await page.route('**/api/auth/logout', (route) => route.abort('internetdisconnected'));
  await page.goto('/logout?systemId=8');
  await expect(page).toHaveURL('/account/login?systemId=8');
  expect(await storedSession(page)).toMatchObject({
    isAuthenticated: false,
    token: null,
    refreshToken: null,
  });
});

for (const [path, end] of [
  ['/logout', '/account/login'],
  ['/logoutfrombs/3', '/account/login?systemId=3'],
] as const) {
  test(`S2.18 S2.19 S9.7 ${path} waits 1000 ms, empties the session and ends on ${end}`, async ({ page }) => {
    await enterAs(page, 'support.tep@demo.example');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(path, { waitUntil: 'networkidle' });
    const heading = page.getByRole('heading', { level: 1, name: 'À bientôt' });
    // React itself may hold a page back for some milliseconds; the second begins when the page shows.
    for (let step = 0; step < 50 && (await heading.count()) === 0; step++) await page.clock.runFor(10);
    await page.clock.runFor(985);
    await expect(page).toHaveURL(path);
    expect((await storedSession(page)).isAuthenticated).toBe(true);
    await page.clock.runFor(20);
    await expect(page).toHaveURL(end);
    expect(await storedSession(page)).toMatchObject({
      isAuthenticated: false,
      token: null,
      refreshToken: null,
    });
    await page.clock.resume();
    await expect(page.getByRole('button', { name: 'Ouvrir la session' })).toBeVisible();
  });
}

test('a press on the button of sign-in is not lost when the words of the system come meanwhile', async ({
  page,
}) => {
  const words = Promise.withResolvers<void>();
  await page.route('**/api/SystemContent/**', async (route) => {
    await words.promise;
    await route.continue();
  });
  await page.goto('/login?systemId=3');
  await username(page).fill('candidate.dc@demo.example');
  await password(page).fill(demoPassword);
  await expect(page.locator('main img').first()).toBeVisible();
  await submit(page).hover();
  await page.mouse.down();
  words.resolve();
  await expect(page.getByText('Ouvrez une session avec l’adresse courriel')).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/learning\/dc/);
});
