import { makePerson } from './fixtures/newPeople.ts';
import { openSearch, searchPath, shownEmails, superAdmin } from './fixtures/peopleSearch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';
import { tokenOf } from './fixtures/visitor.ts';

test.use({ settings: demo });

test('S4.30 S9.7 two seconds after the last change of a filter the list reloads once, under a progress bar', async ({
  page,
}) => {
  await page.clock.install();
  await openSearch(page);
  const searches = watch(page, searchPath);
  const bar = page.getByRole('progressbar', { name: 'Mise à jour de la liste…' });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByLabel('Chercher par nom, courriel ou numéro').fill('admin');
  await expect(bar).toBeVisible();
  await page.clock.runFor(1500);
  await page.getByLabel('Langue').selectOption('Français');
  await page.clock.runFor(1999);
  await expect(bar).toBeVisible();
  expect(searches).toHaveLength(0);
  await page.clock.runFor(1);
  await expect.poll(() => searches.length).toBe(1);
  const [{ searchTerm, language, pageIndex }] = searches[0]?.postDataJSON().filters ?? [{}];
  expect({ searchTerm, language, pageIndex }).toEqual({ searchTerm: 'admin', language: 1, pageIndex: 1 });
  await page.clock.resume();
  await expect(bar).toBeHidden();
  await expect(page).toHaveURL(/\?q=admin&language=fr$/);
  await expect(shownEmails(page).first()).toContainText('admin.');
  expect(searches).toHaveLength(1);
});

test('S4.31 another language loads the list and the texts anew, and keeps the filter that is being typed', async ({
  page,
}) => {
  await openSearch(page);
  const searches = watch(page, searchPath);
  const texts = watch(page, '/assets/i18n/en.json');
  await page.getByLabel('Chercher par nom, courriel ou numéro').fill('etudiant1.dc');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('columnheader', { name: 'Last visit' })).toBeVisible();
  await expect.poll(() => searches.length).toBeGreaterThan(0);
  expect(texts).toHaveLength(1);
  expect(await searches[0]?.headerValue('accept-language')).toBe('en');
  await expect(page.getByLabel('Search by name, email or number')).toHaveValue('etudiant1.dc');
});

test('S5.28 the search finds first name, last name and e-mail in any case; Enter does not wait', async ({
  page,
  portal,
}) => {
  const person = { email: 'renée.x@liste.example', firstName: 'Bérengère', lastName: 'D’Outremont' };
  const email = 'berengere.outremont@liste.example';
  await makePerson(portal.url, { ...person, email });
  await openSearch(page);
  const field = page.getByLabel('Chercher par nom, courriel ou numéro');
  for (const term of ['BÉRENGÈRE', 'd’OUTREmont', 'Berengere.Outremont@LISTE']) {
    await field.fill('personne-ne-porte-ce-nom');
    await field.press('Enter');
    await expect(page.getByText('Aucun résultat pour «\u00a0personne-ne-porte-ce-nom\u00a0»')).toBeVisible();
    await field.fill(term);
    await field.press('Enter');
    await expect(shownEmails(page)).toHaveText([email]);
  }
});

test('S6.15 the role and the profession filter offer what the server lists', async ({ page, portal }) => {
  const profession = 'Ergothérapeute';
  await makePerson(portal.url, { email: 'ergo@liste.example', roles: ['ILOB'], profession });
  await openSearch(page);
  const bearer = { headers: { authorization: `Bearer ${await tokenOf(portal.url, superAdmin)}` } };
  const ask = async (path: string) => (await fetch(`${portal.url}${path}`, bearer)).json();
  const roles: { name: string }[] = await ask('/api/user/roles');
  const professions: string[] = await ask('/api/user/professions');
  expect(professions).toContain(profession);
  const offered = (label: string) => page.getByLabel(label, { exact: true }).getByRole('option');
  await expect(offered('Rôle')).toHaveCount(roles.length + 5);
  const values = await offered('Rôle').evaluateAll((all) =>
    all.map((one) => (one as HTMLOptionElement).value),
  );
  expect(values).toEqual([
    '',
    'anyStaff',
    'anyAdmin',
    'anySupport',
    'severalSystems',
    ...roles.map(({ name }) => name),
  ]);
  await expect(offered('Profession')).toHaveText([/^Tou/, ...professions]);
  await page.getByLabel('Profession', { exact: true }).selectOption(profession);
  await page.getByLabel('Rôle', { exact: true }).selectOption('ILOB');
  await expect(shownEmails(page)).toHaveText(['ergo@liste.example']);
  await page.getByLabel('Profession', { exact: true }).selectOption('');
  await page.getByLabel('Rôle', { exact: true }).selectOption('Tout le soutien');
  await expect(shownEmails(page).filter({ hasText: /^support\./ })).toHaveCount(9);
  await expect(shownEmails(page).filter({ hasNotText: /^support\./ })).toHaveCount(0);
});
