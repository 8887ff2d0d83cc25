import { makePerson } from './fixtures/newPeople.ts';
import { openNewUser } from './fixtures/peopleDialogs.ts';
import { openSearch, shownEmails } from './fixtures/peopleSearch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const call = '**/api/user/newUser';
const required =
  /^Entrez (?:l’adresse courriel de la personne|le (?:prénom|nom|nouveau mot de passe|mot de passe une seconde fois))\.$/;

test('S5.1 S5.2 S5.8 S5.9 S5.11 S5.12 a new user without name, address or password is refused field by field', async ({
  page,
}) => {
  await openSearch(page);
  const calls = watch(page, '/api/user/newUser');
  const dialog = await openNewUser(page);
  const fields = [dialog.email, dialog.field('Prénom'), dialog.field('Nom')];
  for (const field of fields) await expect(field).not.toHaveAttribute('aria-invalid');
  await dialog.create.click();
  for (const field of [...fields, dialog.password, dialog.confirmation])
    await expect(field).toHaveAccessibleDescription(required);
  await expect(dialog.email).toBeFocused();
  for (const email of ['zoe', 'zoe@', 'zoe cote@exemple.ca', 'zoe@exemple.ca, x@exemple.ca']) {
    await dialog.email.fill(email);
    await dialog.create.click();
    await expect(dialog.email, email).toHaveAccessibleDescription(/^Entrez une adresse courriel complète/);
  }
  expect(calls).toEqual([]);
});

test('S5.13 S5.14 the role starts as Admin - DC, and the nine of the programmes are offered as they are spelt', async ({
  page,
}) => {
  await openSearch(page);
  const dialog = await openNewUser(page);
  const role = dialog.field('Rôle');
  await expect(role).toHaveValue('Admin - DC');
  await expect(role).toHaveAccessibleDescription(/^Administration – DC\. Ce rôle est proposé d’office/);
  await expect(dialog.create).toHaveText(/^Créer le compte\s: Administration – DC$/);
  await expect(role.locator('optgroup[label="Administration"] option')).toHaveText([
    'Admin - TCL',
    'Admin - PDI',
    'Admin - DC',
    'Admin - NP',
    'Admin - Telfer',
    'Admin - Ac',
    'Admin - ILOB',
    'Admin - TEP',
    'Admin - Odell',
  ]);
});

test('S4.33 S5.25 the generator fills both fields with a password that keeps the rule, another one each time', async ({
  page,
}) => {
  await openSearch(page);
  const dialog = await openNewUser(page);
  const draw = dialog.button('Générer un mot de passe');
  const draws: string[] = [];
  for (let n = 0; n < 200; n++) {
    await draw.evaluate((button: HTMLButtonElement) => button.click());
    draws.push(await dialog.password.inputValue());
  }
  expect(await dialog.confirmation.inputValue()).toBe(draws.at(-1));
  for (const password of draws) {
    expect(password).toMatch(/^[A-Za-z\d!@#$%^&*_]{8}$/);
    const counts = [/[A-Z]/g, /\d/g, /[!@#$%^&*_]/g, /[a-z]/g].map((kind) => password.match(kind)?.length);
    expect(counts, password).toEqual([1, 1, 1, 5]);
  }
  const orders = draws.map((password) =>
    password
      .replace(/[A-Z]/, 'M')
      .replace(/\d/, '9')
      .replace(/[a-z]/g, 'm')
      .replace(/[^Mm9]/, '#'),
  );
  expect(new Set(draws).size).toBe(200);
  expect(new Set(orders).size).toBeGreaterThan(50);
});

test('a new account needs no password: with one key the person is left to choose theirs by the link of the mail', async ({
  page,
}) => {
  await openSearch(page);
  const dialog = await openNewUser(page);
  const calls = watch(page, '/api/user/newUser');
  await dialog.email.fill('sans.mot@dialogue.example');
  await dialog.field('Prénom').fill('Noëlle');
  await dialog.field('Nom').fill('Roy');
  await dialog.frame.getByRole('checkbox', { name: /^Sans mot de passe/ }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.password).toHaveCount(0);
  // Without the mail there is no link, so that a password is needed again.
  const sends = dialog.frame.getByRole('checkbox', { name: /^Envoyer un courriel/ });
  await sends.uncheck();
  await dialog.create.click();
  await expect(dialog.password).toHaveAccessibleDescription(required);
  await sends.check();
  await dialog.create.click();
  await expect(dialog.frame.getByText('OK', { exact: true })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test('S4.32 the button is shut with a spinner while it sends; then OK shows, for two seconds', async ({
  page,
}) => {
  const email = 'nouvelle@dialogue.example';
  await openSearch(page, undefined, '?q=demo&sort=-subscriptionDate');
  const dialog = await openNewUser(page);
  await dialog.email.fill(email);
  await expect(dialog.frame.getByText('Aucun compte n’a cette adresse.')).toBeVisible();
  await dialog.field('Prénom').fill('Noëlle');
  await dialog.field('Nom').fill('D’Aoust-Ménard');
  await dialog.button('Générer un mot de passe').click();
  const gate = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await dialog.create.click();
  const busy = dialog.button('Création du compte…');
  await expect(busy).toBeDisabled();
  await expect(busy.locator('.animate-spin')).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  gate.resolve();
  const ok = dialog.frame.getByText('OK', { exact: true });
  await expect(ok).toBeVisible();
  await page.clock.runFor(1900);
  await expect(ok).toBeVisible();
  await page.clock.runFor(200);
  await expect(dialog.frame).toBeHidden();
  await page.clock.resume();
  await openSearch(page, undefined, `?q=${email}`);
  await expect(shownEmails(page)).toHaveText([email]);
});

test('S8.5 a taken address is told in the words of the requirements, at its field', async ({
  page,
  portal,
}) => {
  const email = 'deja.la@dialogue.example';
  await makePerson(portal.url, { email });
  await openSearch(page);
  const dialog = await openNewUser(page);
  await dialog.email.fill(email.toUpperCase());
  await expect(dialog.frame.getByText('Un compte utilise déjà cette adresse.')).toBeVisible();
  await dialog.field('Prénom').fill('Zoé');
  await dialog.field('Nom').fill('Côté');
  await dialog.fillPasswords('Tambour#27');
  const answer = page.waitForResponse('**/api/user/newUser');
  await dialog.create.click();
  expect((await answer).status()).toBe(400);
  await expect(dialog.email).toHaveAccessibleDescription(`User ${email.toUpperCase()} already exist`);
  await expect(dialog.field('Prénom')).toHaveValue('Zoé');
});

for (const [what, answer] of [
  ['a falsy answer', { status: 200, json: false }],
  ['a failure', { status: 500, json: {} }],
] as const) {
  test(`S8.6 after ${what} a toast says Error, and the dialog keeps what was typed`, async ({ page }) => {
    await openSearch(page);
    await page.route(call, (route) => route.fulfill(answer));
    const dialog = await openNewUser(page);
    await dialog.email.fill('garde@dialogue.example');
    await dialog.field('Prénom').fill('Zoé');
    await dialog.field('Nom').fill('Côté');
    await dialog.fillPasswords('Tambour#27');
    await dialog.create.click();
    const toast = page.getByRole('alert').getByRole('listitem');
    await expect(toast.getByText('Error', { exact: true })).toBeVisible();
    await expect(dialog.email).toHaveValue('garde@dialogue.example');
    await expect(dialog.field('Nom')).toHaveValue('Côté');
    await expect(dialog.password).toHaveValue('Tambour#27');
    await expect(dialog.create).toBeEnabled();
  });
}

test('an administrator of one system is offered the roles of that system alone', async ({ page }) => {
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/np/configuration?tab=users');
  const dialog = await openNewUser(page);
  const role = dialog.field('Rôle');
  await expect(role).toHaveValue('Admin - NP');
  await expect(role.getByRole('option')).toHaveText(['Admin - NP', 'Soutien – NP', 'Candidature – NP']);
});

test('the buttons of a dialog that is longer than the window stay in view above the edge of the window, and cover no focused field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openSearch(page);
  const dialog = await openNewUser(page);
  const create = dialog.create;
  await expect(create).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: 'Nouveau compte' })).toBeInViewport();
  const buttons = async () => (await create.boundingBox())?.y ?? 0;
  const bar = await page.locator('.dialog-actions').boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(720 - 16);
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = page.locator('[role=dialog] input:focus');
    if (await focus.count()) {
      const box = await focus.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await buttons());
    }
    await expect(create).toBeInViewport({ ratio: 1 });
  }
});
