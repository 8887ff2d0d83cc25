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
  for (const look of looksAt(scene)) {
    const watch = new LanguageWatch(page);
    await openIn(page, scene, look);
    await compareLanguages(page, scene, look, watch);
    watch.end();
    await inspectLook(page, scene, look);
  }
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

/** From the language in which the scene is open to the other one, and back. */
async function compareLanguages(
  page: Page,
  scene: Scene,
  { language }: Look,
  watch: LanguageWatch,
): Promise<void> {
  const [own, other] = language === 'fr' ? [french, english] : [english, french];
  await expectFrame(page, scene, own);
  const address = page.url();
  for (const [from, to] of [
    [own, other],
    [other, own],
  ] as const) {
    const before = await allWords(page);
    await toggle(page, from);
    await expectFrame(page, scene, to);
    expect.soft(page.url(), `${scene.name} stays the same page`).toBe(address);
    // Asked in both languages, for the watch to hear the data in both; in French the names of labels are English words.
    const leftovers = await watch.leftovers(to.lang, before, await allWords(page));
    if (to === english && !scene.holdsOwnWords) expect.soft(leftovers, scene.name).toEqual([]);
  }
}
