import type { Page } from '@playwright/test';
import { english, expectFrame, french, toggle } from './fixtures/frame.ts';
import { LanguageWatch } from './fixtures/languageWatch.ts';
import { inspectLook, type Look } from './fixtures/looks.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import type { Scene } from './fixtures/scene.ts';
import { openScene, scenes } from './fixtures/scenes.ts';
import { enterAs } from './fixtures/visitor.ts';
import { allWords } from './fixtures/words.ts';

// What other journeys type and upload is in whatever language they like.
test.use({ settings: { ...demo }, reducedMotion: 'reduce' });
test.describe.configure({ mode: 'parallel' });

/** The first is the look in which the languages are compared. */
const looks = [
  { language: 'fr', width: 1280, otherWidth: 320 },
  { language: 'en', width: 320, otherWidth: 1280 },
] as const;

/** Scenes that one journey goes through: few enough for two workers to share them evenly. */
const atOnce = 12;

for (const who of new Set(scenes.map((scene) => scene.as))) {
  const seen = scenes.filter(({ as }) => as === who);
  for (let first = 0; first < seen.length; first += atOnce) {
    const part = seen.slice(first, first + atOnce);
    test(`S1.3 S2.4 S2.5 S2.6 every word, title and footer follows the language, axe finds nothing and nothing sticks out, for ${who ?? 'somebody signed out'}, ${part[0]?.name} to ${part.at(-1)?.name}`, async ({
      page,
    }) => {
      test.setTimeout(400_000);
      if (who) await enterAs(page, who);
      else await page.goto('/assets/favicon.svg');
      for (const scene of part) await inspect(page, scene);
    });
  }
}

async function inspect(page: Page, scene: Scene): Promise<void> {
  const [wide, narrow] = looks;
  const judgedIn = looksAt(scene);
  const watch = new LanguageWatch(page);
  await openIn(page, scene, wide);
  await compareLanguages(page, scene, watch);
  watch.end();
  if (judgedIn.includes(wide)) await inspectLook(page, scene, wide);
  if (!judgedIn.includes(narrow)) return;
  await openIn(page, scene, narrow);
  await inspectLook(page, scene, narrow);
}

/**
 * Every second scene in one look and the rest in the other, since each kind of page is in both; with `EVERY_LOOK=true`
 * every scene in both.
 */
function looksAt(scene: Scene): readonly Look[] {
  if (process.env.EVERY_LOOK === 'true') return looks;
  return looks.filter((_, index) => scenes.indexOf(scene) % looks.length === index);
}

async function openIn(page: Page, scene: Scene, { language, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate((kept) => localStorage.setItem('guichet.language', kept), language);
  await openScene(page, scene);
}

async function compareLanguages(page: Page, scene: Scene, watch: LanguageWatch): Promise<void> {
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
}
