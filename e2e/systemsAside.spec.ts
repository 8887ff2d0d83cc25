import { demoToChange, expect, test } from './fixtures/portal.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

// A portal of its own: others count the systems of theirs.
test.use({ settings: demoToChange });

test('a system that is not used is put aside by keys, leaves home and the lists, and comes back by one press', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'super@demo.example');
  const headers = {
    authorization: `Bearer ${await tokenOf(portal.url, 'super@demo.example')}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ id: 77, name: 'Philosophie' });
  expect((await fetch(`${portal.url}/api/System`, { method: 'POST', headers, body })).status).toBe(200);
  await page.goto('/configuration');
  await page.getByRole('button', { name: 'Mettre de côté : DC', exact: true }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/^DC a \d+ examens? à venir/)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Oui' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Mettre de côté : Philosophie', exact: true }).press('Enter');
  await expect(question.getByText(/Rien n’est supprimé/)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Oui' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Oui' })).toBeFocused();
  await page.keyboard.press('Enter');
  const aside = page.getByRole('table', { name: 'Systèmes mis de côté' });
  await expect(aside.getByRole('button', { name: 'Reprendre Philosophie' })).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: 'Système mis de côté : Philosophie' }),
  ).toBeVisible();

  await page.goto('/home');
  const programmes = page.getByRole('table', { name: 'Vos programmes' });
  await expect(programmes.locator('a[href="/dc/configuration"]').first()).toBeVisible();
  await expect(programmes.locator('a[href^="/philosophie/"]')).toHaveCount(0);
  await page.locator('main a[href="/philosophie/configuration?tab=users"]').press('Enter');
  await expect(page.getByText(/^Ce système est mis de côté/)).toBeVisible();
  await page.goto('/configuration/contacts');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Philosophie' })).toHaveCount(0);

  await page.goto('/configuration');
  await aside.getByRole('button', { name: 'Reprendre Philosophie' }).press('Enter');
  await expect(aside).toBeHidden();
  await page.goto('/home');
  await expect(programmes.locator('a[href="/philosophie/configuration"]').first()).toBeVisible();
});
