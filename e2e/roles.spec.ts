import { type } from './fixtures/keyboard.ts';
import { makePerson } from './fixtures/newPeople.ts';
import { openSearch } from './fixtures/peopleSearch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

test('a role is given from the panel of a person, ends their session until a link confirms the address, and is taken after a question', async ({
  page,
  browser,
  portal,
}) => {
  const email = 'rosalie@roles.example';
  await makePerson(portal.url, { email, firstName: 'Rosalie', lastName: 'Deroles', roles: ['DC'] });
  const hers = await (await browser.newContext()).newPage();
  await hers.goto(portal.url);
  await enterAs(hers, email);
  const hasEntered = async () => {
    await hers.goto('/dc/configuration?tab=users');
    await expect(hers.getByRole('heading', { level: 1 })).toBeVisible();
    return (await hers.getByRole('tab').count()) > 0;
  };
  await expect.poll(hasEntered).toBe(false);
  await openSearch(page, 'admin.dc@demo.example', '?q=deroles');
  const panel = async () => {
    await page.getByRole('button', { name: /^Voir les renseignements.*Rosalie/ }).click();
    await page.getByRole('button', { name: 'Changer les rôles' }).click();
    const dialog = page.getByRole('dialog', { name: /^Rôles/ });
    await expect(dialog.getByRole('checkbox', { name: 'Candidature – DC' })).toBeChecked();
    return dialog;
  };
  const roles = await panel();
  await expect(roles.getByRole('checkbox')).toHaveCount(3);
  await roles.getByRole('checkbox', { name: 'Soutien – DC' }).focus();
  await page.keyboard.press('Space');
  await expect(roles).toContainText('Cette adresse n’est pas encore confirmée');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Rôles à jour/)).toBeVisible();
  await expect(roles).toBeHidden();
  await hers.goto('/dc/configuration?tab=users');
  await expect(hers.getByLabel('Mot de passe', { exact: true })).toBeVisible();
  await expect(hers.getByRole('tab')).toHaveCount(0);

  await test.step('the search by role finds her', async () => {
    await page.goto('/configuration/users');
    await page.getByLabel('Chercher par nom, courriel ou numéro').focus();
    await type(page, 'deroles');
    await page.getByLabel('Rôle', { exact: true }).selectOption('Support - DC');
    await expect(page.getByRole('row', { name: /Rosalie/ })).toBeVisible();
  });

  const again = await panel();
  await again.getByRole('checkbox', { name: 'Soutien – DC' }).uncheck();
  await again.getByRole('button', { name: 'Enregistrer les rôles' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Soutien – DC');
  await question.getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(again).toBeHidden();
});
