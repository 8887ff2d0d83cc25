import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/portal.ts';
import { openScene, type Scene, scenes, settle } from './fixtures/scenes.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: { DEMO: 'true' }, reducedMotion: 'reduce', trace: 'off' });
test.describe.configure({ mode: 'parallel' });

const people = [...new Set(scenes.map((scene) => scene.as))];
const viewers = people.flatMap((who) => [1280, 320].map((width) => [who, width] as const));

for (const language of ['fr', 'en'] as const) {
  for (const [who, width] of viewers) {
    test(`axe finds nothing and nothing sticks out, ${language}, ${width} px, for ${who ?? 'somebody signed out'}`, async ({
      page,
    }) => {
      test.setTimeout(600_000);
      // Menus close when the window changes, so that each width has a test of its own.
      await page.setViewportSize({ width, height: 800 });
      if (who) await enterAs(page, who);
      await page.goto(`/${language}/${who ? 'home' : 'login'}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const scene of scenes.filter(({ as }) => as === who)) await inspect(page, scene, language, width);
    });
  }
}

async function inspect(page: Page, scene: Scene, language: string, width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (colorScheme === 'light' || scene.closesWithTheme) await openScene(page, scene);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${scene.name} is wider than ${width}`).toBeLessThanOrEqual(0);
    await settle(page);
    // The mail in its frame runs no script, not even this one.
    const axe = new AxeBuilder({ page }).exclude('iframe');
    // The dark page is the light one but for its colours.
    if (colorScheme === 'dark' && !scene.closesWithTheme) axe.withRules(['color-contrast']);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect.soft(found, `${scene.name}, ${language}, ${colorScheme}, ${width}`).toEqual([]);
  }
}
