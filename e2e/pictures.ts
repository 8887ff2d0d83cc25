import { join } from 'node:path';
import { expect, test } from './fixtures/portal.ts';
import { openScene, scenes } from './fixtures/scenes.ts';
import { enterAs } from './fixtures/visitor.ts';

const folder = join(import.meta.dirname, '../docs/pictures');

test.use({ settings: { DEMO: 'true' }, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
test.describe.configure({ mode: 'parallel' });

for (const language of ['fr', 'en'] as const) {
  for (const scene of scenes.filter(({ isPictured }) => isPictured)) {
    test(`${scene.name}, ${language}`, async ({ page }) => {
      if (scene.as) await enterAs(page, scene.as);
      await page.goto(`/${language}/${scene.as ? 'home' : 'login'}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await openScene(page, scene);
      // What a page loads in parts may begin a moment later.
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${scene.name}-${language}.png`) });
    });
  }
}
