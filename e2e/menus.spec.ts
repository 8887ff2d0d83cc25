import { openPlaceholders } from './fixtures/emailActs.ts';
import { demoToLookAt, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// Without a transition the menu is under the pointer soonest.
test.use({ settings: demoToLookAt, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });

test('a click on the button of a long menu opens it, and its release chooses nothing', async ({ page }) => {
  await enterAs(page, 'admin.dc@demo.example');
  for (let attempt = 0; attempt < 4; attempt++) {
    await page.goto('/dc/configuration?tab=email');
    await openPlaceholders(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Insérer un champ de fusion' })).toBeFocused();
    await expect(page.getByText('Non enregistré')).toHaveCount(0);
  }
});
