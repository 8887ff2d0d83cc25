import type { Page, Route } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';
import { password, refusal, signIn, submit, username } from './fixtures/signInPage.ts';
import { allWords } from './fixtures/words.ts';

test.use({ settings: demo });

test('S1.2 S9.1 a first visit without stored language is French, whatever the browser prefers', async ({
  browser,
  baseURL,
}) => {
  const visit = await browser.newContext({ locale: 'en-CA', baseURL: baseURL ?? '' });
  const page = await visit.newPage();
  await page.goto('/login');
  expect(await page.evaluate(() => localStorage.getItem('guichet.language') ?? 'fr')).toBe('fr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenue' })).toBeVisible();
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ouvrir la session' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Tous droits réservés.');
  await visit.close();
});

test('S1.3 the toggle changes every word to English and back, and nothing that was typed', async ({
  page,
}) => {
  await page.goto('/login?systemId=3');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Examens DC');
  await signIn(page, 'zoe@exemple.ca', 'Pas#lebon1');
  await expect(refusal(page)).toBeVisible();
  await page.getByText('Où se trouve mon examen?').click();
  await expect(page.getByText('reçu votre convocation')).toBeVisible();
  const french = await allWords(page);

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('DC Exams');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('received your exam notice')).toBeVisible();
  const english = await allWords(page);
  expect(english).toHaveLength(french.length);
  expect(english.filter((word) => french.includes(word))).toEqual(['Guichet']);
  await expect(page).toHaveURL('/login?systemId=3');
  await expect(username(page)).toHaveValue('zoe@exemple.ca');
  await expect(password(page)).toHaveValue('Pas#lebon1');
  await expect(page.locator('details[open]')).toHaveCount(1);

  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Examens DC');
  await expect(page.getByText('reçu votre convocation')).toBeVisible();
  expect(await allWords(page)).toEqual(french);
  await expect(username(page)).toHaveValue('zoe@exemple.ca');
  await expect(password(page)).toHaveValue('Pas#lebon1');
});

test('S1.5 S2.16 without a system the home title shows, and none of a system’s three texts is asked', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bienvenue');
  await expect(page.getByText('Difficultés techniques')).toHaveCount(0);
  await expect(page.getByText('reçu votre convocation')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /systemcontent/i.test(url))).toEqual([]);
});

const titles = ['Éducation (TCL)', 'PDI', 'DC', 'NP', 'Telfer', 'AC', 'ILOB', 'TEP', 'CGPP'];
test('S1.5 with systemId=n the Title of system n shows', async ({ page }) => {
  for (const [at, title] of titles.entries()) {
    await page.goto(`/login?systemId=${at + 1}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(at === 0 ? title : `Examens ${title}`);
  }
});

test('S1.5 a system in the address that is no number chooses none, and the page stands', async ({ page }) => {
  for (const junk of ['abc', '-3', '0', '3.5', '99999999999999999999', '1e2', '%3Cb%3E', '3;drop']) {
    await page.goto(`/login?systemId=${junk}&lang=klingon`);
    await expect(page.getByRole('heading', { level: 1 }), junk).toHaveText('Bienvenue');
    await expect(submit(page)).toBeVisible();
    await expect(page.getByRole('link', { name: /Mot de passe oublié/ })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  }
});

test('S1.5 S2.14 of a system named twice the first counts, and what else the address carries changes nothing', async ({
  page,
}) => {
  const rest = new URLSearchParams({
    systemId: '4',
    redirect_uri: `https://elsewhere.example/${'x'.repeat(6000)}`,
    next: '<img src=x onerror="document.title=1">',
  });
  await page.goto(`/login?systemId=3&${rest}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Examens DC');
  await expect(page).toHaveTitle(/Ouvrir une session$/);
  await expect(page.getByRole('main')).not.toContainText('elsewhere');
  const forgot = page.getByRole('link', { name: /Mot de passe oublié/ });
  await expect(forgot).toHaveAttribute('href', '/forgot-password?systemId=3');
  await signIn(page, 'admin.tep@demo.example');
  await expect(page).toHaveURL('/home');
});

test('S1.5 the number of no system leaves the home title', async ({ page }) => {
  await page.goto('/login?systemId=4711');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bienvenue');
  await expect(submit(page)).toBeVisible();
});

test('S2.13 /login and /account/login show the same page', async ({ page }) => {
  await page.goto('/login?systemId=4');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Examens NP');
  await expect(page.getByText('reçu votre convocation')).toBeVisible();
  const first = await page.locator('#root').innerHTML();
  await page.goto('/account/login?systemId=4');
  await expect(page.getByText('reçu votre convocation')).toBeVisible();
  expect(await page.locator('#root').innerHTML()).toBe(first);
});

test('S2.14 there are user name, password, sign-in, and a forgot-password that keeps the system', async ({
  page,
}) => {
  await page.goto('/login?systemId=4');
  await expect(username(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(submit(page)).toHaveAttribute('type', 'submit');
  await page.getByRole('link', { name: /Mot de passe oublié/ }).click();
  await expect(page).toHaveURL('/forgot-password?systemId=4');
});

test.describe('the texts of a system', () => {
  const labels = ['Title', 'WelcomeMessage', 'TechDiff'] as const;
  const markup = '<b>Panne</b> & <img src=x onerror="document.title=1">';

  /** Lets system 3 have these texts and no other. */
  async function write(page: Page, texts: Partial<Record<(typeof labels)[number], string>>) {
    await page.route('**/api/SystemContent/3/**', (route) => {
      const label = labels.find((name) => route.request().url().endsWith(`/${name}`)) ?? 'Title';
      return route.fulfill({ json: [{ systemId: 3, label, languageId: 0, content: texts[label] ?? '' }] });
    });
  }

  test('S2.15 each of the three shows when it is not empty, as text and never as markup', async ({
    page,
  }) => {
    await write(page, {
      Title: `Titre ${markup}`,
      WelcomeMessage: `Mot ${markup}`,
      TechDiff: `Avis ${markup}`,
    });
    await page.goto('/login?systemId=3');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Titre ${markup}`);
    await expect(page.getByText(`Mot ${markup}`)).toBeVisible();
    await expect(page.getByText(`Avis ${markup}`)).toBeVisible();
    await expect(page.locator('main img:not([alt]), main b')).toHaveCount(0);
  });

  for (const shown of labels) {
    test(`S2.15 an only ${shown} shows alone`, async ({ page }) => {
      await write(page, { [shown]: 'Le seul texte' });
      await page.goto('/login?systemId=3');
      await expect(page.getByText('Le seul texte')).toHaveCount(1);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(shown === 'Title' ? 'Le seul texte' : 'Bienvenue');
      await expect(page.getByText('Difficultés techniques')).toHaveCount(shown === 'TechDiff' ? 1 : 0);
      await expect(page.locator('h1 + p')).toHaveCount(shown === 'WelcomeMessage' ? 1 : 0);
    });
  }

  test('S2.15 texts that come late, broken or never keep nobody from signing in', async ({ page }) => {
    const answers: readonly ((route: Route) => Promise<void>)[] = [
      (route) => route.fulfill({ status: 500, body: '' }),
      (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>nginx</h1>' }),
      (route) => route.fulfill({ json: [{ content: 7 }] }),
      (route) => route.abort('connectionreset'),
    ];
    for (const answer of answers) {
      await page.route('**/api/SystemContent/3/**', answer);
      await page.goto('/login?systemId=3');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bienvenue');
      await page.unrouteAll();
    }
    await page.route('**/api/SystemContent/3/**', () => undefined);
    await page.goto('/login?systemId=3');
    await signIn(page, 'support.pdi@demo.example');
    await expect(page).toHaveURL('/home');
  });

  test('S2.15 very long texts without a blank stay inside 320 pixels', async ({ page }) => {
    const long = `${'Anticonstitutionnellement'.repeat(12)} ${'mot '.repeat(400)}`;
    await write(page, { Title: long, WelcomeMessage: long, TechDiff: long });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/login?systemId=3');
    await expect(page.getByText('Difficultés techniques')).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(320);
    await expect(submit(page)).toBeVisible();
  });
});

test('S2.17 four questions open and close, by mouse and by keyboard', async ({ page }) => {
  await page.goto('/login');
  const questions = page.getByRole('region', { name: 'Questions fréquentes' }).locator('details');
  await expect(questions).toHaveCount(4);
  for (const question of await questions.all()) {
    const summary = question.locator('summary');
    const answer = question.locator('> div');
    await expect(answer).toBeHidden();
    await summary.click();
    await expect(answer).toBeVisible();
    await summary.click();
    await expect(answer).toBeHidden();
    for (const key of ['Enter', ' ']) {
      await summary.press(key);
      await expect(answer).toBeVisible();
      await summary.press(key);
      await expect(answer).toBeHidden();
    }
  }
});
