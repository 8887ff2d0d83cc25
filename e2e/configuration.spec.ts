import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const slugs = ['education', 'pdi', 'dc', 'np', 'telfer', 'ac', 'ilob', 'tep', 'cgpp'];
const tabsInFrench = ['Espaces', 'Courriel', 'Importation', 'Cohortes', 'Personnes'];
const tabsInEnglish = ['Spaces', 'Email', 'Import', 'Cohorts', 'Users'];

test('S2.39 the nine configuration pages exist, and each acts on its own system', async ({ page }) => {
  await enterAs(page, 'super@demo.example');
  for (const [place, slug] of slugs.entries()) {
    const asked = page.waitForRequest(/\/api\/cohort\/\d+/);
    await page.goto(`/${slug}/configuration?tab=cohorts`);
    expect(new URL((await asked).url()).pathname).toBe(`/api/cohort/${place + 1}`);
    await expect(page.getByRole('tab')).toHaveCount(5);
    await expect(page.getByRole('table', { name: 'Examens à venir' })).toBeVisible();
  }
});

test('S2.40 S2.41 a breadcrumb leads home, and five tabs stand in their order in both languages', async ({
  page,
}) => {
  await enterAs(page, 'admin.ac@demo.example');
  await page.goto('/ac/configuration');
  await expect(page.getByRole('tab')).toHaveText(tabsInFrench);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('tab')).toHaveText(tabsInEnglish);
  const auditLog = page.getByRole('navigation', { name: 'Breadcrumb' });
  await auditLog.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('the tabs are walked by keyboard alone, and the address names the one that shows', async ({ page }) => {
  await enterAs(page, 'admin.ac@demo.example');
  await page.goto('/ac/configuration');
  await page.getByRole('tab', { name: 'Cohortes' }).click();
  await page.getByRole('tab', { name: 'Cohortes' }).press('Home');
  await expect(page.getByRole('tab', { name: 'Espaces' })).toBeFocused();
  for (const [place, name] of ['email', 'import', 'cohorts', 'users'].entries()) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: tabsInFrench[place + 1] ?? '' })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`tab=${name}$`));
  }
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Cohortes' })).toHaveAttribute('aria-selected', 'true');
});

test('what was typed and chosen stays through a change of language and a look at other tabs', async ({
  page,
}) => {
  await enterAs(page, 'admin.ac@demo.example');
  await page.goto('/ac/configuration?tab=spaces');
  await page.getByLabel('Titre').fill('Session d’été');
  await page.getByLabel('Date de l’examen').fill('2099-0');
  await page.getByRole('tab', { name: 'Importation' }).click();
  await page.getByLabel('Envoyer un courriel').uncheck();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from('Nom') });
  await page.getByRole('tab', { name: 'Personnes' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('tab', { name: 'Import' }).click();
  await expect(page.locator('input[type=file] + div')).toContainText('liste.csv');
  await expect(page.getByLabel('Send an email')).not.toBeChecked();
  await page.getByRole('tab', { name: 'Spaces' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Session d’été');
  await expect(page.getByLabel('Exam date')).toHaveValue('2099-0');
});

test('a tab whose script did not come ahead asks for it again when it is opened', async ({ page }) => {
  await enterAs(page, 'admin.ac@demo.example');
  const script = /\/ImportTab-[^/]*\.js$/;
  await page.route(script, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => script.test(request.url()));
  await page.goto('/ac/configuration?tab=spaces');
  await failed;
  await page.getByLabel('Titre').fill('Session gardée');
  await page.unroute(script);
  await page.getByRole('tab', { name: 'Importation' }).click();
  await expect(page.locator('input[type=file]')).toBeAttached();
  await page.getByRole('tab', { name: 'Espaces' }).click();
  await expect(page.getByLabel('Titre')).toHaveValue('Session gardée');
});

test('support finds the Users tab alone, and no other by its address', async ({ page }) => {
  await enterAs(page, 'support.ac@demo.example');
  await page.goto('/ac/configuration?tab=import');
  await expect(page.getByRole('tab')).toHaveText(['Personnes']);
  await expect(page.locator('input[type=file]')).toHaveCount(0);
});

test('a session that runs out asks for the password over the page, and what was typed stays', async ({
  page,
}) => {
  await enterAs(page, 'admin.ac@demo.example');
  await page.goto('/ac/configuration?tab=spaces');
  await page.getByLabel('Titre').fill('Session interrompue');
  await page.getByLabel('Date de l’examen').fill('2099-03-01');
  // What the server answers to everything once it has ended a session.
  await page.route(/\/api\/(exam|auth\/refresh)/, (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('button', { name: 'Créer l’examen' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Votre session est terminée' });
  await expect(dialog).toContainText('admin.ac@demo.example');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.unroute(/\/api\/(exam|auth\/refresh)/);

  await expect(dialog.getByLabel('Mot de passe', { exact: true })).toBeFocused();
  await page.keyboard.type('Faux#2027');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('Demo#2027');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Titre')).toHaveValue('Session interrompue');
  await page.getByRole('button', { name: 'Créer l’examen' }).click();
  await expect(page.getByText(/^Examen créé.*Session interrompue/)).toBeVisible();
});

test('whoever does not come back after a session ran out is led to sign-in, with the system', async ({
  page,
}) => {
  await enterAs(page, 'admin.ac@demo.example');
  await page.goto('/ac/configuration?tab=spaces');
  await expect(page.getByRole('button', { name: 'Créer l’examen' })).toBeVisible();
  await page.route(/\/api\/(cohort|auth\/refresh)/, (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('tab', { name: 'Cohortes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitter la page' }).click();
  await expect(page).toHaveURL(/\/login\?systemId=6$/);
  expect(await page.evaluate(() => localStorage.getItem('guichet.session'))).toContain(
    '"isAuthenticated":false',
  );
});

test('an address opens a tab that a narrow window would not show, and shows it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/dc/configuration?tab=users');
  await expect(page.getByRole('tab', { name: 'Personnes' })).toBeInViewport({ ratio: 1 });
});
