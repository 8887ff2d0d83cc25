import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/portal.ts';
import { openScene, type Scene, scenes, settle } from './fixtures/scenes.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: { DEMO: 'true' }, reducedMotion: 'reduce', trace: 'off' });
test.describe.configure({ mode: 'parallel' });

for (const language of ['fr', 'en'] as const) {
  for (const who of new Set(scenes.map((scene) => scene.as))) {
    test(`axe finds nothing and nothing sticks out, ${language}, for ${who ?? 'somebody signed out'}`, async ({
      page,
    }) => {
      test.setTimeout(300_000);
      if (who) await enterAs(page, who);
      await page.goto(`/${language}/${who ? 'home' : 'login'}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const scene of scenes.filter(({ as }) => as === who)) await inspect(page, scene, language);
    });
  }
}

/** Wide and narrow, light and dark. Menus close when the window changes, so each width opens the scene anew. */
async function inspect(page: Page, scene: Scene, language: string): Promise<void> {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await openScene(page, scene);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${scene.name} is wider than ${width}`).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      // The mail in its frame runs no script, not even this one.
      const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      expect.soft(found, `${scene.name}, ${language}, ${colorScheme}, ${width}`).toEqual([]);
    }
  }
}
