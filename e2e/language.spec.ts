import type { Page } from '@playwright/test';
import { LanguageWatch } from './fixtures/languageWatch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import type { Scene } from './fixtures/scene.ts';
import { openScene, scenes } from './fixtures/scenes.ts';
import { enterAs } from './fixtures/visitor.ts';
import { allWords } from './fixtures/words.ts';

// What other journeys type and upload is in whatever language they like.
test.use({ settings: { ...demo }, reducedMotion: 'reduce' });
test.describe.configure({ mode: 'parallel' });

interface Frame {
  readonly lang: 'fr' | 'en';
  readonly university: string;
  readonly rights: string;
  readonly otherLanguage: string;
}

const year = new Date().getFullYear();
const french: Frame = {
  lang: 'fr',
  university: 'Université',
  rights: `© ${year} Université. Tous droits réservés.`,
  otherLanguage: 'English',
};
const english: Frame = {
  lang: 'en',
  university: 'University',
  rights: `© ${year} University. All rights reserved.`,
  otherLanguage: 'Français',
};

/** What the title of each route says in both languages, after the name of the university. */
const titles: Readonly<Record<string, readonly [fr: string, en: string]>> = {
  '/login': ['Ouvrir une session', 'Sign in'],
  '/forgot-password': ['Mot de passe oublié', 'Forgotten password'],
  '/reset-password': ['Choisir un mot de passe', 'Choose a password'],
  '/confirm-email': ['Confirmer votre adresse', 'Confirm your address'],
  '/callback': ['Redirection en cours', 'Redirecting'],
  '/forbidden': ['Accès refusé', 'Access denied'],
  '/logout': ['À bientôt', 'See you soon'],
  '/dc': ['Redirection en cours', 'Redirecting'],
  '/home': ['Accueil', 'Home'],
  '/account': ['Mon compte', 'My account'],
  '/tep/configuration': ['Encore une étape', 'One more step'],
  '/configuration': ['Configuration', 'Configuration'],
  '/configuration/users': ['Utilisateurs', 'Users'],
  '/outbox': ['Boîte d’envoi', 'Outbox'],
  '/audit': ['Journal', 'Audit trail'],
  '/configuration/content/3': ['Contenu – Examens DC', 'Content – DC Exams'],
  '/dc/configuration': ['Configuration – Examens DC', 'Configuration – DC Exams'],
};

/** Clicked where it stands: under an open dialog it lies out of reach of the pointer. */
const toggle = (page: Page, { otherLanguage }: Frame) =>
  page
    .locator('header button', { hasText: otherLanguage })
    .first()
    .evaluate((button: HTMLElement) => button.click());

for (const who of new Set(scenes.map((scene) => scene.as))) {
  test(`S1.3 S2.4 S2.5 S2.6 every word, title and footer follows the language, for ${who ?? 'somebody signed out'}`, async ({
    page,
  }) => {
    test.setTimeout(400_000);
    if (who) await enterAs(page, who);
    else await page.goto('/assets/favicon.svg');
    for (const scene of scenes.filter(({ as }) => as === who)) await inspect(page, scene);
  });
}

async function inspect(page: Page, scene: Scene): Promise<void> {
  const watch = new LanguageWatch(page);
  await page.evaluate(() => localStorage.setItem('guichet.language', 'fr'));
  await openScene(page, scene);
  await expectFrame(page, scene, french);
  const before = await allWords(page);
  const address = page.url();

  await toggle(page, french);
  await expectFrame(page, scene, english);
  expect.soft(page.url(), `${scene.name} stays the same page`).toBe(address);
  const leftovers = await watch.leftovers('en', before, await allWords(page));
  if (!scene.holdsOwnWords) expect.soft(leftovers, scene.name).toEqual([]);

  await toggle(page, english);
  await expectFrame(page, scene, french);
  watch.end();
}

async function expectFrame(page: Page, scene: Scene, frame: Frame): Promise<void> {
  await expect(page.locator('html'), scene.name).toHaveAttribute('lang', frame.lang);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const title = titles[new URL(page.url()).pathname]?.[frame.lang === 'fr' ? 0 : 1];
  await expect.soft(page, scene.name).toHaveTitle(`${frame.university} – ${title}`);
  await expect.soft(page.locator('footer').last()).toHaveText(frame.rights);
  const bar = page.locator('body header').first();
  await expect.soft(bar.locator('button[lang]')).toHaveText(frame.otherLanguage);
  await expect.soft(bar.locator('a[href="/logout"]')).toHaveCount(scene.as === null ? 0 : 1);
}

test.describe('in a browser that speaks English', () => {
  test.use({ locale: 'en-US' });

  test('S1.2 S9.1 a first visit is in French; a choice of English is kept for the next one', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Ouvrir la session' })).toBeVisible();
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    expect(await page.evaluate(() => localStorage.getItem('guichet.language'))).not.toBe('en');
    await toggle(page, french);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('S2.3 a language in the address wins over the one chosen before, and stays', async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 });
    // Signed out, each path ends on sign-in, in the language that it named.
    for (const [path, lang, words] of [
      ['/en/pdi', 'en', 'Welcome'],
      ['/fr/np', 'fr', 'Bienvenue'],
      ['/en/tcl', 'en', 'Welcome'],
      ['/fr/nowhere', 'fr', 'Bienvenue'],
      ['/EN/home', 'en', 'Welcome'],
      ['/home', 'en', 'Welcome'],
    ] as const) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/login/);
      await expect(page.locator('html'), path).toHaveAttribute('lang', lang);
      await page.goto('/login');
      await expect(heading, path).toHaveText(words);
    }
  });
});

test('S1.3 what was typed in a form, a search and a date outlives the toggle', async ({ page }) => {
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/dc/configuration?tab=spaces');
  await page.getByLabel('Titre').fill('Été 2031 – à demi écrit');
  await page.getByLabel('Date de l’examen').fill('2031-07');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByLabel('Exam date')).toHaveValue('2031-07');
  await expect(page.getByLabel('Title')).toHaveValue('Été 2031 – à demi écrit');
  await page.goto('/audit?group=mails');
  await page.getByRole('searchbox').fill('Aurélie');
  await expect(page).toHaveURL(/q=Aur/);
  await page.getByLabel('From').fill('2027-0');
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.getByLabel('Du', { exact: true })).toHaveValue('2027-0');
  await expect(page.getByRole('searchbox')).toHaveValue('Aurélie');
  await expect(page).toHaveURL(/group=mails/);
});

test('S4.31 a change of language reloads the search list and the system’s texts', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(`${request.method()} ${new URL(request.url()).pathname.toLowerCase()}`),
  );
  const count = (call: string) => asked.filter((one) => one.startsWith(call)).length;

  await page.goto('/login?systemId=3');
  await expect(page.getByRole('heading', { level: 1, name: 'Examens DC' })).toBeVisible();
  expect(count('GET /api/systemcontent/3/1/')).toBe(0);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'DC Exams' })).toBeVisible();
  expect(count('GET /api/systemcontent/3/1/')).toBe(3);

  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/users');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  const before = count('POST /api/user/search');
  await page.getByRole('button', { name: 'Français' }).click();
  await expect.poll(() => count('POST /api/user/search')).toBe(before + 1);
});

test('S9.3 French shows dd/MM/y and 24-hour times, and the weeks of a calendar begin on Monday', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  const line = {
    ...{ id: 9, actorId: 1, actor: 'Zoé', onBehalfOf: null, systemId: 3, subject: null, subjectName: null },
    ...{ action: 'cohort.deactivated', detail: { examDate: '2027-04-30' } },
  };
  // Past noon, and past midnight, at the university: the day before in UTC's eyes is not the day here.
  const lines = ['2027-02-12T20:05:09Z', '2027-07-02T03:59:00Z'].map((at, id) => ({ ...line, id, at }));
  await page.route(/\/api\/audit\?/i, (route) => route.fulfill({ json: { lines, next: null } }));
  await page.goto('/audit');
  const times = page.locator('tbody time');
  await expect(times.nth(0)).toContainText(/12\/02\/2027\s15\sh\s05$/);
  await expect(times.nth(1)).toContainText(/01\/07\/2027\s23\sh\s59$/);

  await page.getByLabel('Du', { exact: true }).fill('2027-02-01');
  await page.getByRole('button', { name: 'Ouvrir le calendrier' }).first().click();
  const month = page.getByRole('grid', { name: /février 2027/i });
  await expect(month.locator('thead th')).toHaveText([
    /^lun/i,
    /^mar/i,
    /^mer/i,
    /^jeu/i,
    /^ven/i,
    /^sam/i,
    /^dim/i,
  ]);
  // The first of February 2027 is a Monday, the last day a Sunday.
  const week = month.locator('tbody tr');
  await expect(week.first().locator('td').first()).toHaveText('1');
  await expect(week.nth(3).locator('td').last()).toHaveText('28');
});
