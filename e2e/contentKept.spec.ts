import { french } from './fixtures/contentPage.ts';
import { demoToChange, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// A portal of its own: others read the titles of theirs.
test.use({ settings: demoToChange });

test('typed text outlives a change of tab, of language and the loss of the session, and is asked about on leaving', async ({
  page,
}) => {
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto('/configuration/content/5');
  await french(page).fill('Pas encore enregistré');
  await page.getByRole('tab', { name: /Message d’accueil/ }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('tab', { name: /Title.*Unsaved changes/ }).click();
  await expect(page.getByLabel('French', { exact: true })).toHaveValue('Pas encore enregistré');

  await page.route(/\/api\/(SystemContent|auth\/refresh)/, (route) =>
    route.fulfill({ status: 401, json: {} }),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('admin.telfer@demo.example');
  await page.unroute(/\/api\/(SystemContent|auth\/refresh)/);
  await dialog.getByLabel('Password', { exact: true }).fill('Demo#2027');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('French', { exact: true })).toHaveValue('Pas encore enregistré');

  await page.getByRole('link', { name: 'Manage' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('French', { exact: true })).toHaveValue('Pas encore enregistré');
  await page.getByRole('link', { name: 'Manage' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/telfer\/configuration$/);
});
