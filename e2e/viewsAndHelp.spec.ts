import type { Page } from '@playwright/test';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';
import { demoPassword } from './fixtures/visitor.ts';

test.use({ settings: demoToFill });

test('an administrator keeps a search as a view, finds it at another computer, and reads the help, by keyboard alone', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page);
  await page.goto('/configuration/users');
  const search = page.getByRole('searchbox');
  const address = () => new URL(page.url()).searchParams;

  await test.step('a search is saved under a name', async () => {
    await tabTo(search);
    await type(page, 'e');
    await page.keyboard.press('Enter');
    await expect.poll(() => address().get('q')).toBe('e');
    await tabTo(page.getByRole('button', { name: 'Vues', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Vues enregistrées' });
    await tabTo(dialog.getByLabel('Nom de la nouvelle vue'));
    await type(page, 'Avec un e');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText('Avec un e');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Vues', exact: true })).toBeFocused();
  });

  await test.step('it is chosen again after the search was cleared', async () => {
    await pressOn(page.getByRole('button', { name: 'Effacer les filtres' }));
    await expect(search).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => address().get('q')).toBeNull();
    await tabTo(page.getByRole('button', { name: 'Vues', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await pressOn(page.getByRole('button', { name: 'Avec un e', exact: true }));
    await expect.poll(() => address().get('q')).toBe('e');
    await expect(search).toHaveValue('e');
  });

  await test.step('a page size that was chosen is there at the next visit', async () => {
    const size = page.getByLabel(/^Par page/);
    await tabTo(size, 'Shift+Tab');
    await page.keyboard.press('Home');
    await expect(size).toHaveValue('10');
    await page.goto('/configuration/users');
    await expect(page.getByLabel(/^Par page/)).toHaveValue('10');
  });

  await test.step('the view is there at another computer, and is deleted', async () => {
    const other = await browser.newContext({ baseURL: baseURL ?? '' });
    const elsewhere = await other.newPage();
    await signIn(elsewhere);
    await elsewhere.goto('/configuration/users');
    await expect(elsewhere.getByLabel(/^Par page/)).toHaveValue('25');
    await pressOn(elsewhere.getByRole('button', { name: 'Vues', exact: true }));
    await pressOn(elsewhere.getByRole('button', { name: /^Supprimer la vue/ }));
    const dialog = elsewhere.getByRole('dialog');
    await expect(dialog).toContainText('Vous n’avez pas encore de vue de cette liste.');
    await expect.poll(() => elsewhere.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    await other.close();
  });

  await test.step('the help of the screen opens and closes, in both languages; F1 stays the browser’s', async () => {
    const help = page.getByRole('button', { name: 'Aide de cette page' });
    await pressOn(help);
    const dialog = page.getByRole('dialog', { name: /^Aide.: Personnes$/ });
    await expect(dialog).toContainText('Ce qui est irréversible');
    await page.keyboard.press('Escape');
    await expect(help).toBeFocused();
    const next = await page.evaluateHandle(() => {
      const pressed = new Promise((tell) => {
        addEventListener('keydown', (event) => tell([event.key, event.defaultPrevented]), { once: true });
      });
      return { pressed };
    });
    await page.keyboard.press('F1');
    expect(await next.evaluate(({ pressed }) => pressed)).toEqual(['F1', false]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await pressOn(page.getByRole('button', { name: 'English' }));
    await pressOn(page.getByRole('button', { name: 'Help for this page' }));
    await expect(page.getByRole('dialog', { name: 'Help: Users' })).toContainText('What cannot be undone');
  });
});

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await tabTo(page.getByLabel('Adresse courriel'));
  await type(page, 'admin.dc@demo.example');
  await page.keyboard.press('Tab');
  await type(page, demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
}
