import type { Page } from '@playwright/test';
import { LanguageWatch } from './fixtures/languageWatch.ts';
import { expect, test } from './fixtures/portal.ts';
import { openScene, type Scene, scenes } from './fixtures/scenes.ts';
import { enterAs } from './fixtures/visitor.ts';
import { allWords } from './fixtures/words.ts';

test.use({ settings: { DEMO: 'true' }, reducedMotion: 'reduce', trace: 'off' });
test.describe.configure({ mode: 'parallel' });

const french = {
  lang: 'fr',
  university: 'Université',
  rights: /^© \d{4} Université\. Tous droits réservés\.$/,
};
const english = {
  lang: 'en',
  university: 'University',
  rights: /^© \d{4} University\. All rights reserved\.$/,
};

/** Clicked where it stands: under an open dialog it lies out of reach of the pointer. */
const toggle = (page: Page, name: 'English' | 'Français') =>
  page
    .locator('header button', { hasText: name })
    .first()
    .evaluate((button: HTMLElement) => button.click());

for (const who of new Set(scenes.map((scene) => scene.as))) {
  test(`S1.3 S2.4 S2.5 S2.6 every word, title and footer follows the language, for ${who ?? 'somebody signed out'}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    if (who) await enterAs(page, who);
    await page.goto('/assets/favicon.svg');
    for (const scene of scenes.filter(({ as }) => as === who)) await inspect(page, scene);
  });
}

async function inspect(page: Page, scene: Scene): Promise<void> {
  const watch = new LanguageWatch(page);
  await page.evaluate(() => localStorage.setItem('guichet.language', 'fr'));
  await openScene(page, scene);
  await expectFrame(page, scene, french);
  const before = await allWords(page);
  const frenchTitle = await page.title();

  await toggle(page, 'English');
  await expectFrame(page, scene, english);
  expect
    .soft(await page.title(), `${scene.name}: the route's title`)
    .not.toContain(frenchTitle.split(' – ')[1]);
  const after = await allWords(page);
  // Anew in English, to learn what the server says in both languages.
  await openScene(page, scene);
  await expectFrame(page, scene, english);
  expect.soft(await watch.leftovers('en', before, after), `${scene.name}, after the toggle`).toEqual([]);
  const english2 = await allWords(page);
  expect.soft(await watch.leftovers('en', before, english2), `${scene.name}, loaded in English`).toEqual([]);
  watch.end();
}

async function expectFrame(page: Page, scene: Scene, words: typeof french): Promise<void> {
  await expect(page.locator('html'), scene.name).toHaveAttribute('lang', words.lang);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page, scene.name).toHaveTitle(new RegExp(`^${words.university} – \\S`));
  await expect(page.locator('footer').last()).toHaveText(words.rights);
  const bar = page.locator('body header').first();
  await expect(bar.locator('button[lang]')).toHaveText(words.lang === 'fr' ? 'English' : 'Français');
  await expect(bar.locator('a[href="/logout"]')).toHaveCount(scene.as === null ? 0 : 1);
}

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
