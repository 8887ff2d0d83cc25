import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

test('an administrator sees who runs their system and what is planned, and goes on to its roles, by keys', async ({
  page,
}) => {
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/np/configuration');
  await page.getByRole('button', { name: 'Équipe' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Équipe.*Examens NP/ });
  for (const email of ['admin.np@demo.example', 'support.np@demo.example'])
    await expect(dialog.getByRole('link', { name: email })).toBeVisible();
  for (const part of ['Avis', 'Expéditeur et coordonnées', 'Envois prévus', 'En attente d’une réponse'])
    await expect(dialog.getByRole('heading', { name: part })).toBeVisible();
  await dialog
    .getByRole('link', { name: /^Donner ce rôle/ })
    .first()
    .press('Enter');
  await expect(page).toHaveURL(/\/configuration\/users\?role=Admin/);
  await expect(page.getByLabel('Rôle', { exact: true })).toHaveValue('Admin - NP');
  await expect(page.getByRole('row').filter({ hasText: 'admin.np@demo.example' })).toBeVisible();
});
