import { makePerson } from './fixtures/newPeople.ts';
import { openSearch, searchPath, superAdmin } from './fixtures/peopleSearch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';

test.use({ settings: demo });

test('S4.27 the person icon asks first, and No sends nothing', async ({ page, portal }) => {
  await makePerson(portal.url, { email: 'garde@liste.example', firstName: 'Gabrielle', lastName: 'Garde' });
  await openSearch(page, superAdmin, '?q=garde@liste.example');
  const updates = watch(page, '/api/user/batchupdate');
  const icon = page.getByRole('button', { name: /^Gabrielle Garde\s: compte actif/ });
  await icon.click();
  const question = page.getByRole('alertdialog', { name: 'Désactiver ce compte\u00a0: Gabrielle Garde?' });
  await expect(question).toContainText('Gabrielle Garde (garde@liste.example)');
  await question.getByRole('button', { name: 'Non' }).click();
  await expect(question).toBeHidden();
  await expect(icon).toBeVisible();
  await expect(icon).toBeFocused();
  expect(updates).toHaveLength(0);
});

test('S4.28 Yes flips the icon before the server answers, and sends Action 2, then 1', async ({
  page,
  portal,
}) => {
  await makePerson(portal.url, { email: 'bascule@liste.example', firstName: 'Bastien', lastName: 'Bascule' });
  await openSearch(page, superAdmin, '?q=bascule@liste.example');
  const updates = watch(page, '/api/user/batchupdate');
  let answer = () => {};
  await page.route('**/api/user/batchupdate', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  for (const [before, after, action] of [
    ['actif', 'inactif', '2'],
    ['inactif', 'actif', '1'],
  ]) {
    await page.getByRole('button', { name: new RegExp(`^Bastien Bascule\\s: compte ${before}\\.`) }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }).click();
    await expect(
      page.getByRole('button', { name: new RegExp(`^Bastien Bascule\\s: compte ${after}\\.`) }),
    ).toBeVisible();
    const form = new URLSearchParams(updates.at(-1)?.postData() ?? '');
    expect(form.get('Action')).toBe(action);
    expect(form.get('Ids')).toMatch(/^\d+$/);
    const reloaded = page.waitForResponse((response) => response.url().endsWith(searchPath));
    answer();
    await reloaded;
    await expect(
      page.getByRole('button', { name: new RegExp(`^Bastien Bascule\\s: compte ${after}\\.`) }),
    ).toBeVisible();
  }
});

for (const [what, answer] of [
  ['a falsy answer', { status: 200, json: false }],
  ['a failure', { status: 500, json: {} }],
] as const) {
  test(`S8.7 after ${what} the icon flips back and a toast says Error`, async ({ page, portal }) => {
    const email = `rebond${answer.status}@liste.example`;
    await makePerson(portal.url, { email });
    await openSearch(page, superAdmin, `?q=${email}`);
    await page.route('**/api/user/batchupdate', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: /: compte actif\. Désactiver$/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }).click();
    const toast = page.getByRole('alert').getByRole('listitem');
    await expect(toast.getByText('Error', { exact: true })).toBeVisible();
    await expect(toast.getByText('Error', { exact: true })).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('button', { name: /: compte actif\. Désactiver$/ })).toBeVisible();
  });
}

test('people who are chosen are opened and closed together, after a question that says how many', async ({
  page,
  portal,
}) => {
  for (const n of [1, 2, 3])
    await makePerson(portal.url, {
      email: `lot${n}@liste.example`,
      firstName: `Lot${n}`,
      lastName: 'Ensemble',
    });
  await openSearch(page, superAdmin, '?q=ensemble');
  await page.getByRole('checkbox', { name: 'Sélectionner toute la page' }).check();
  await page.getByRole('checkbox', { name: 'Sélectionner Lot2 Ensemble' }).uncheck();
  await expect(page.getByText('2 personnes sélectionnées')).toBeVisible();
  await page.getByRole('button', { name: 'Désactiver', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/Ces 2 personnes ne pourront plus ouvrir de session\s:/);
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(page.getByRole('button', { name: /: compte inactif\. Réactiver$/ })).toHaveCount(2);
  await expect(page.getByText('2 personnes sélectionnées')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Lot2 Ensemble\s: compte actif/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /: compte inactif\. Réactiver$/ })).toHaveCount(2);
});
