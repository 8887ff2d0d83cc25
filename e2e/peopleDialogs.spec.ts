import type { Page } from '@playwright/test';
import { makePerson } from './fixtures/newPeople.ts';
import { PersonDialog } from './fixtures/peopleDialogs.ts';
import { openSearch } from './fixtures/peopleSearch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';
import { demoPassword, enterAs, tokenOf } from './fixtures/visitor.ts';

test.use({ settings: demo });

/** Opens the dialog that changes the password of somebody. */
async function openPassword(page: Page, portal: { url: string }, firstName: string, roles = ['DC']) {
  const email = `${firstName.toLowerCase()}@cle.example`;
  await makePerson(portal.url, { email, firstName, roles });
  await openSearch(page, undefined, `?q=${email}`);
  await page.getByRole('button', { name: `Changer le mot de passe\u00A0: ${firstName} Côté` }).click();
  return { dialog: new PersonDialog(page), email };
}

async function expectSignIn(portal: { url: string }, username: string, password: string) {
  const signIn = await fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  expect(await signIn.json()).toMatchObject({ success: true });
}

test('S5.3 S5.4 S5.5 S5.6 S5.7 S5.8 S5.9 an administrator’s change of a password keeps the same rule', async ({
  page,
  portal,
}) => {
  const { dialog } = await openPassword(page, portal, 'Regle');
  const calls = watch(page, '/api/user/updatePassword');
  await expect(dialog.password).not.toHaveAttribute('aria-invalid');
  for (const [password, says] of [
    ['', /^Entrez le nouveau mot de passe\.$/],
    ['Aa1!567', /8\sà\s25\scaractères/],
    [`Aa1!${'x'.repeat(22)}`, /8\sà\s25\scaractères/],
    ['Tambour!!', /au moins un chiffre/],
    ['tambour27!', /une lettre majuscule/],
    ['TAMBOUR27!', /une lettre minuscule/],
    ['Tambour2027', /!\s@\s#\s\$\s%\s\^\s&\s\*\s_/],
  ] as const) {
    await dialog.fillPasswords(password, 'autre chose');
    await dialog.button('Enregistrer le mot de passe').click();
    await expect(dialog.password, password).toHaveAccessibleDescription(says);
    await expect(dialog.confirmation).toHaveAccessibleDescription(/ne sont pas identiques/);
  }
  expect(calls).toEqual([]);
});

test('S4.34 S8.17 a changed password is told by a toast, the dialog closes after two seconds, and it signs in', async ({
  page,
  portal,
}) => {
  const { dialog, email } = await openPassword(page, portal, 'Changee');
  await dialog.button('Générer un mot de passe').click();
  const password = await dialog.password.inputValue();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await dialog.button('Enregistrer le mot de passe').click();
  await expect(page.getByRole('listitem').getByText('Sauvegarde OK')).toBeVisible();
  await page.clock.runFor(1900);
  await expect(dialog.frame).toBeVisible();
  await page.clock.runFor(200);
  await expect(dialog.frame).toBeHidden();
  await expectSignIn(portal, email, password);
});

test('the password of a super admin takes the reader’s own, and the form stays behind a wrong one', async ({
  page,
  portal,
}) => {
  const { dialog, email } = await openPassword(page, portal, 'Cheffe', ['Super Admin']);
  await dialog.button('Générer un mot de passe').click();
  const password = await dialog.password.inputValue();
  await dialog.button('Enregistrer le mot de passe').click();
  const proof = page.getByRole('dialog', { name: 'Confirmer le nouveau mot de passe\u00A0: Cheffe Côté' });
  const own = proof.getByLabel('Votre mot de passe', { exact: true });
  await own.fill('Faux#Mot1');
  await page.keyboard.press('Enter');
  await expect(own).toHaveAttribute('aria-invalid', 'true');
  await own.fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(proof).toBeHidden();
  await expect(page.getByRole('listitem').getByText('Sauvegarde OK')).toBeVisible();
  await expectSignIn(portal, email, password);
});

test('what was typed stays when a password could not be saved', async ({ page, portal }) => {
  const { dialog } = await openPassword(page, portal, 'Tenace');
  await page.route('**/api/user/updatePassword', (route) =>
    route.fulfill({ status: 502, body: '<h1>Proxy</h1>' }),
  );
  await dialog.fillPasswords('Tambour#27');
  await dialog.button('Enregistrer le mot de passe').click();
  await expect(dialog.frame.getByRole('alert')).toBeVisible();
  await expect(dialog.password).toHaveValue('Tambour#27');
});

test('the information of a person names roles and keys, and closes back to its button', async ({ page }) => {
  await openSearch(page, undefined, '?q=candidate.dc@demo.example');
  const open = page.getByRole('button', { name: /^Voir les renseignements.: / });
  await open.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('candidate.dc@demo.example');
  await expect(dialog.getByText('Candidature – DC', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

/** The Users tab of system 4 with one person in it, and the question whether to delete her. */
async function askToDelete(page: Page, portal: { url: string }, email: string, roles: readonly string[]) {
  await makePerson(portal.url, { email, firstName: 'Delphine', lastName: email, roles });
  await enterAs(page, 'super@demo.example');
  await page.goto(`/np/configuration?tab=users&q=${email}`);
  await page.getByRole('button', { name: `Supprimer Delphine ${email}` }).click();
  return page.getByRole('alertdialog', { name: `Supprimer Delphine ${email}?` });
}

test('the longest name without a space wraps in the title of the panel, beside the cross', async ({
  page,
  portal,
}) => {
  const email = 'longue@cle.example';
  await makePerson(portal.url, { email, firstName: 'Wilhelmina'.repeat(10), lastName: 'Ó'.repeat(100) });
  await page.setViewportSize({ width: 320, height: 640 });
  await openSearch(page, undefined, `?q=${email}`);
  await page.getByRole('button', { name: /^Voir les renseignements.: Wilhelmina/ }).click();
  const panel = page.getByRole('dialog');
  const title = panel.getByRole('heading', { name: /^Wilhelmina/ });
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await expect(panel.getByRole('button', { name: 'Fermer', exact: true }).first()).toBeInViewport({
    ratio: 1,
  });
});

test('S4.35 somebody with roles elsewhere is not deleted: their systems are named, and Yes stays shut', async ({
  page,
  portal,
}) => {
  const linked = watch(page, '/api/user/getlistentity/4');
  const gone = watch(page, '/api/user/delete/4');
  const question = await askToDelete(page, portal, 'ailleurs@suppr.example', ['NP', 'DC', 'TEP']);
  await expect(question).toContainText(/tant que la personne a un rôle dans\s: DC, TEP/);
  await expect(question.getByRole('button', { name: 'Oui' })).toBeDisabled();
  expect(linked).toHaveLength(1);
  await question.getByRole('button', { name: 'Non' }).click();
  expect(gone).toEqual([]);
});

test('S4.5 S4.36 S8.12 S2.53 with no role elsewhere Yes deletes, the list reloads, and the row is gone', async ({
  page,
  portal,
}) => {
  const email = 'partante@suppr.example';
  const question = await askToDelete(page, portal, email, ['NP']);
  await expect(question.getByRole('button', { name: 'Oui' })).toBeEnabled();
  const lists = watch(page, '/api/user/getusersystem/4');
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(page.getByRole('listitem').getByText('Sauvegarde OK')).toBeVisible();
  await expect(page.getByRole('cell', { name: email, exact: true })).toHaveCount(0);
  expect(lists.length).toBeGreaterThan(0);
  const bearer = { authorization: `Bearer ${await tokenOf(portal.url, 'super@demo.example')}` };
  const free = await fetch(`${portal.url}/api/user/CheckIfEmailAvailable?email=${email}`, {
    headers: bearer,
  });
  expect(await free.json()).toBe(true);
});

test('S8.12 a deletion that fails is told by “Erreur”, and the person stays', async ({ page, portal }) => {
  const email = 'restante@suppr.example';
  const question = await askToDelete(page, portal, email, ['NP']);
  await page.route('**/api/user/delete/4', (route) => route.fulfill({ status: 500, json: {} }));
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(page.getByRole('alert').getByText('Erreur', { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Non' }).click();
  await expect(page.getByRole('cell', { name: email, exact: true }).first()).toBeVisible();
});

test('S4.4 no list is asked for before the system of an address is known, and one when it is', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  const lists = watch(page, '/api/user/getusersystem/9');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/home', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/cgpp/configuration?tab=users');
  await page.waitForTimeout(300);
  expect(lists).toEqual([]);
  gate.resolve();
  await expect(page.getByRole('table')).toBeVisible();
  expect(lists).toHaveLength(1);
});
