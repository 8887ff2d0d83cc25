import type { Page } from '@playwright/test';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// What is typed into the form of a new exam.
test.use({ settings: demo });

const titleField = (page: Page) => page.getByLabel('Titre', { exact: true });
const dateField = (page: Page) => page.getByLabel('Date de l’examen');
const create = (page: Page) => page.getByRole('button', { name: 'Créer l’examen' });

test.beforeEach(async ({ page }) => {
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/np/configuration?tab=spaces');
  await expect(create(page)).toBeVisible();
});

test('a day in words is understood as it is left, one in digits at once, and an ambiguous one is asked about', async ({
  page,
}) => {
  for (const [text, day] of [
    ['8 janvier 2099', '2099-01-08'],
    ['Jan 8 2099', '2099-01-08'],
    ['jeudi 8 janvier 2099', '2099-01-08'],
  ] as const) {
    await dateField(page).fill(text);
    await titleField(page).click();
    await expect(dateField(page)).toHaveValue(day);
  }
  await dateField(page).fill('31/12/2099');
  await page.getByRole('button', { name: 'Utiliser 2099-12-31' }).click();
  await expect(dateField(page)).toHaveValue('2099-12-31');
  await dateField(page).fill('8/1/2099');
  await expect(page.getByText(/se lire de deux façons/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Utiliser / })).toHaveText([
    'Utiliser 2099-01-08',
    'Utiliser 2099-08-01',
  ]);
  await page.getByRole('button', { name: 'Utiliser 2099-01-08' }).click();
  await titleField(page).fill('');
  await dateField(page).fill('');
});

test('what was typed for a new exam stays over a link, the way back and a reload, until it is created', async ({
  page,
}) => {
  await titleField(page).fill('À garder');
  await dateField(page).fill('2099-06-01');
  await page.getByRole('button', { name: /^Titre en anglais, heures/ }).click();
  await page.getByLabel('Lieu en français', { exact: true }).fill('Salle 112');
  const expectKept = async () => {
    await expect(titleField(page)).toHaveValue('À garder');
    await expect(dateField(page)).toHaveValue('2099-06-01');
    await expect(page.getByLabel('Lieu en français', { exact: true })).toHaveValue('Salle 112');
  };
  await page.getByRole('link', { name: 'Boîte d’envoi' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Boîte d’envoi' })).toBeVisible();
  await page.goBack();
  await expectKept();
  await page.reload();
  await expectKept();
  await create(page).click();
  await expect(page.getByText(/^Examen créé.*À garder/)).toBeVisible();
  // The form is shorter now: its page begins at its heading, and no toast lies over the way on.
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.getByRole('link', { name: 'Ouvrir la page de l’examen' }).click({ trial: true, timeout: 2000 });
  await expect(titleField(page)).toHaveValue('');
  await page.reload();
  await expect(titleField(page)).toHaveValue('');
});
