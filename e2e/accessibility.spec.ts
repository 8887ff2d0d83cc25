import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';
import type { Scene } from './fixtures/scene.ts';
import { openScene, scenes, settle } from './fixtures/scenes.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo, reducedMotion: 'reduce' });
test.describe.configure({ mode: 'parallel' });

const people = [...new Set(scenes.map((scene) => scene.as))];

/** What axe judges of a page: all of it, or, where only the colours are new, those. */
type Judged = 'everything' | 'colours';

const judged = { light: 'everything', dark: 'colours' } as const;

const walks = [
  { language: 'fr', width: 1280, otherWidth: 320 },
  { language: 'en', width: 320, otherWidth: 1280 },
] as const;
type Walk = (typeof walks)[number];

/**
 * Every second scene in one walk and the rest in the other, since each kind of page is in both; with `EVERY_LOOK=true`
 * every scene in both.
 */
function scenesOf(walk: Walk): readonly Scene[] {
  if (process.env.EVERY_LOOK === 'true') return scenes;
  return scenes.filter((_, index) => index % walks.length === walks.indexOf(walk));
}

for (const walk of walks) {
  for (const who of people) {
    test(`axe finds nothing and nothing sticks out, ${walk.language}, ${walk.width} px, for ${who ?? 'somebody signed out'}`, async ({
      page,
    }) => {
      test.setTimeout(300_000);
      if (who) await enterAs(page, who);
      await page.goto(`/${walk.language}/${who ? 'home' : 'login'}`);
      await expect(page.locator('html')).toHaveAttribute('lang', walk.language);
      for (const scene of scenesOf(walk).filter(({ as }) => as === who)) await inspect(page, scene, walk);
    });
  }
}

async function inspect(page: Page, scene: Scene, { language, width, otherWidth }: Walk) {
  await page.setViewportSize({ width, height: 800 });
  for (const [colorScheme, what] of Object.entries(judged) as ['light' | 'dark', Judged][]) {
    await page.emulateMedia({ colorScheme });
    if (colorScheme === 'light' || scene.closesWithTheme) await openScene(page, scene);
    else await settle(page);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectWithin(page, scene, width);
    expect.soft(await listFaults(page, what), `${scene.name}, ${language}, ${colorScheme}`).toEqual([]);
  }
  // What was open may close when the window changes; the page under it is there in any case.
  await page.setViewportSize({ width: otherWidth, height: 800 });
  await expectWithin(page, scene, otherWidth);
}

async function expectWithin(page: Page, scene: Scene, width: number): Promise<void> {
  // What floats over the page is placed anew a moment after the window has changed.
  await expect
    .configure({ soft: true, timeout: 2000 })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
      message: `${scene.name} is wider than ${width}`,
    })
    .toBeLessThanOrEqual(0);
}

async function listFaults(page: Page, what: Judged): Promise<string[]> {
  // The mail in its frame runs no script, not even this one; without it there is one document to judge.
  const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode();
  if (what === 'colours') axe.withRules(['color-contrast']);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
