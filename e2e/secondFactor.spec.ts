import { codeOf, dialog, linkApp, plugInDevice, prove } from './fixtures/factorActs.ts';
import { expect, test } from './fixtures/portal.ts';
import { signIn, storedSession, submit } from './fixtures/signInPage.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: { DEMO: 'true', REQUIRE_SECOND_FACTOR: 'support' } });

const candidate = 'candidate.tep@demo.example';
const support = 'support.tep@demo.example';
const chief = 'super@demo.example';

test('a passkey made on the account page signs in alone', async ({ page }) => {
  await plugInDevice(page);
  await enterAs(page, candidate);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  await dialog(page).getByLabel('Nom de la clé d’accès').fill('Téléphone');
  await prove(page);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
  // On a phone all codes, and the ways to keep them, stand in the window at once.
  for (const [width, height] of [
    [320, 568],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(dialog(page).getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByRole('listitem').last()).toBeInViewport({ ratio: 1 });
    for (const name of ['Copier', 'Télécharger'])
      await expect(dialog(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width);
    expect(
      await dialog(page)
        .getByRole('list')
        .evaluate((list) => list.scrollWidth - list.clientWidth),
    ).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog(page).getByRole('button', { name: 'Je les ai conservés' }).click();
  const section = page.getByRole('region', { name: 'Vérification en deux étapes' });
  await expect(section.getByRole('listitem')).toContainText('Téléphone');
  await expect(section.getByText('Il reste 10 codes.')).toBeVisible();

  await page.goto('/logout');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Ouvrir une session avec une clé d’accès' }).click();
  await expect.poll(async () => (await storedSession(page)).username).toBe(candidate);
  await expect(page).not.toHaveURL(/login/);

  await page.goto('/logout');
  await page.goto('/login');
  await signIn(page, candidate);
  await page.getByRole('button', { name: 'Continuer avec la clé d’accès' }).click();
  await expect.poll(async () => (await storedSession(page)).username).toBe(candidate);
});

test('a role that demands it leads to the set-up, then on; the app and a recovery code sign in', async ({
  page,
}) => {
  await page.goto('/tep/configuration?tab=users');
  await signIn(page, support);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore une étape');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore une étape');
  const { secret, recoveryCodes } = await linkApp(page);
  await dialog(page).getByRole('button', { name: 'Je les ai conservés' }).click();
  await page.getByRole('button', { name: 'Continuer', exact: true }).click();
  // The page for which the session was opened.
  await expect(page).toHaveURL('/tep/configuration?tab=users');
  await expect(page.getByRole('tab', { name: 'Personnes' })).toBeVisible();

  await page.goto('/logout');
  await page.goto('/login');
  await signIn(page, support);
  const code = page.getByLabel('Code à six chiffres');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await submit(page).click();
  await expect(page.getByRole('alert')).toContainText('Ce code est inexact');
  // The next one: that of this moment has linked the app.
  await code.fill(codeOf(secret, 1));
  await submit(page).click();
  await expect(page).toHaveURL('/home');

  await page.goto('/logout');
  await page.goto('/login');
  await signIn(page, support);
  await page.getByRole('button', { name: 'Utiliser un code de récupération' }).click();
  await page.getByLabel('Code de récupération').fill(recoveryCodes[0] ?? '');
  await submit(page).click();
  await expect(page).toHaveURL('/home');
  await page.goto('/account');
  await expect(page.getByText('Il reste 9 codes.')).toBeVisible();
  await page.getByRole('button', { name: 'Retirer l’application' }).click();
  await dialog(page).getByLabel('Votre mot de passe').fill('Demo#2027');
  await dialog(page).getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Ajoutez une autre clé d’accès');

  await enterAs(page, chief);
  await page.goto(`/configuration/users?q=${encodeURIComponent(support)}`);
  await page.getByRole('button', { name: /^Voir les renseignements/ }).click();
  await dialog(page).getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('menuitem', { name: 'Réinitialiser la vérification' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Réinitialiser', exact: true }).click();
  await expect(page.getByText(/^Vérification en deux étapes réinitialisée\s: .*$/)).toBeVisible();
});
