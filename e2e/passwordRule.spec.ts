import { expect, test } from './fixtures/portal.ts';
import {
  confirmation,
  fillPasswords,
  newPassword,
  openResetForm,
  resetCall,
  save,
} from './fixtures/resetPage.ts';

const required = 'Entrez le nouveau mot de passe.';
const confirmationRequired = 'Entrez le mot de passe une seconde fois.';
const length = 'Le mot de passe doit compter de 8 à 25 caractères.';
const digit = 'Ajoutez au moins un chiffre.';
const capital = 'Ajoutez au moins une lettre majuscule.';
const small = 'Ajoutez au moins une lettre minuscule.';
const special = /^Ajoutez au moins un de ces caractères\s:\s!\s@\s#\s\$\s%\s\^\s&\s\*\s_$/;

test('S5.1 no error shows before the first try, nor does any word of it stay in the other language', async ({
  page,
}) => {
  await openResetForm(page);
  await fillPasswords(page, 'court', 'autre');
  await newPassword(page).focus();
  await confirmation(page).blur();
  for (const field of [newPassword(page), confirmation(page)]) {
    await expect(field).not.toHaveAttribute('aria-invalid');
    await expect(field).toHaveAccessibleDescription('');
  }
  await save(page).click();
  await expect(newPassword(page)).toHaveAccessibleDescription(/^Le mot de passe doit compter/);
  await expect(newPassword(page)).toBeFocused();
  await expect(confirmation(page)).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'English' }).click();
  const field = page.getByLabel('New password');
  await expect(field).toHaveAccessibleDescription(/The password must have 8 to 25 characters\./);
  await expect(field).toHaveValue('court');
});

/** A password that breaks one rule at most, and what its field says. */
const tries: readonly (readonly [password: string, says: string | RegExp])[] = [
  ['', required],
  ['Aa1!567', length],
  [`Aa1!${'x'.repeat(22)}`, length],
  ['Aa1!5678', ''],
  [`Aa1!${'x'.repeat(21)}`, ''],
  ['Tambour!!', digit],
  ['tambour27!', capital],
  ['TAMBOUR27!', small],
  ['Tambour2027', special],
  ...[...'?.-+()/é '].map((char) => [`Tambour27${char}`, special] as const),
  ...[...'!@#$%^&*_'].map((char) => [`Tambour27${char}`, ''] as const),
];

test('S5.2 S5.3 S5.4 S5.5 S5.6 S5.7 each rule that a new password breaks is named, and nothing is sent', async ({
  page,
}) => {
  let calls = 0;
  await page.route(resetCall, (route) => {
    calls++;
    return route.abort();
  });
  await openResetForm(page);
  for (const [password, says] of tries) {
    // The confirmation is wrong each time, so that nothing leaves.
    await fillPasswords(page, password, 'autre chose');
    await save(page).click();
    await expect(newPassword(page), password).toHaveAccessibleDescription(says);
    await expect(confirmation(page), password).toHaveAccessibleDescription(
      'Les deux mots de passe ne sont pas identiques. Entrez le même deux fois.',
    );
  }
  expect(calls).toBe(0);
});

test('S5.8 S5.2 the confirmation is required and must match, and a pair that holds is sent', async ({
  page,
}) => {
  const sent: unknown[] = [];
  await page.route(resetCall, (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: true });
  });
  await openResetForm(page);
  for (const [password, again, says] of [
    ['', '', confirmationRequired],
    ['Tambour27!', '', confirmationRequired],
    ['Tambour27!', 'tambour27!', 'Les deux mots de passe ne sont pas identiques. Entrez le même deux fois.'],
    ['Tambour27!', 'Tambour27! ', 'Les deux mots de passe ne sont pas identiques. Entrez le même deux fois.'],
  ] as const) {
    await fillPasswords(page, password, again);
    await save(page).click();
    await expect(confirmation(page)).toHaveAccessibleDescription(says);
    await expect(newPassword(page)).toHaveAccessibleDescription(password ? '' : required);
  }
  expect(sent).toEqual([]);
  await fillPasswords(page, 'Tambour27!');
  await save(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre mot de passe est enregistré');
  expect(sent).toEqual([
    {
      token: 'jeton',
      userName: 'zoe@exemple.ca',
      newPassword: 'Tambour27!',
      confirmNewPassword: 'Tambour27!',
    },
  ]);
});
