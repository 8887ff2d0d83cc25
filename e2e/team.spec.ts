import { demoToChange, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToChange });

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
    .getByRole('link', { name: /retirer ce rôle/ })
    .first()
    .press('Enter');
  await expect(page).toHaveURL(/\/configuration\/users\?role=Admin/);
  await expect(page.getByLabel('Rôle', { exact: true })).toHaveValue('Admin - NP');
  await expect(page.getByRole('row').filter({ hasText: 'admin.np@demo.example' })).toBeVisible();
});

test('an administrator gives their role in that dialog to somebody of support, by keys, and sees them there', async ({
  page,
}) => {
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/np/configuration');
  await page.getByRole('button', { name: 'Équipe' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Équipe.*Examens NP/ });
  const administration = dialog.locator('section', {
    has: page.getByRole('heading', { name: 'Administration', exact: true }),
  });
  await administration.getByRole('button', { name: 'Ajouter à l’administration' }).press('Enter');
  await administration.getByLabel(/^Courriel de la personne/).pressSequentially('support.np@demo.example');
  await administration.getByRole('button', { name: /^Donner ce rôle à / }).press('Enter');
  await expect(administration.getByRole('link', { name: 'support.np@demo.example' })).toBeVisible();
});
