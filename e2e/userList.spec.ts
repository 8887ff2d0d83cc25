import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { makePerson, watch } from './fixtures/people.ts';
import { expect, test } from './fixtures/portal.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

test.use({ settings: { DEMO: 'true' } });

const superAdmin = 'super@demo.example';
const list = '/configuration/users';
const searchPath = '/api/user/search';
const emails = (page: Page) => page.locator('tbody a[href^="mailto:"]');

async function open(page: Page, who = superAdmin, query = '') {
  await enterAs(page, who);
  await page.goto(`${list}${query}`);
  await expect(page.getByRole('table')).toBeVisible();
}

test('S2.56 S2.57 the page has its breadcrumb, a generic title and its columns', async ({ page }) => {
  await open(page);
  const path = page.getByRole('navigation', { name: 'Fil d’Ariane' });
  await expect(path.getByRole('listitem')).toHaveText(['Accueil', /Utilisateurs$/]);
  await expect(path.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Utilisateurs');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Choisir toute la page',
    'Actif',
    'Nom',
    'Adresse courriel',
    'Inscription',
    'Dernière visite',
    'Profession',
    'Attestations',
    'Cohortes',
    'Actions',
  ]);
  const row = page.getByRole('row').nth(1);
  const name = (await row.getByRole('cell').nth(2).textContent()) ?? '';
  const email = (await row.getByRole('cell').nth(3).textContent()) ?? '';
  await expect(row.getByRole('button', { name: `${name}\u00A0: compte actif. Désactiver` })).toBeVisible();
  await expect(row.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  await expect(row.getByRole('button', { name: `Changer le mot de passe de ${name}` })).toBeVisible();
  await expect(row.getByRole('button', { name: `Voir les renseignements de ${name}` })).toBeVisible();
});

test('S2.56 with a workshop the title names it, and the list holds its participants only', async ({
  page,
  portal,
}) => {
  const desk = await Desk.open(portal.url, 'admin.tep@demo.example', 8);
  const cohort = await desk.makeCohort('Atelier « Été »');
  const csv = 'Nom,Prénom,Courriel\nRoy,Ana,ana.roy@atelier.example\nRoy,Bea,bea.roy@atelier.example\n';
  await desk.place(cohort, new TextEncoder().encode(csv));
  await open(page, superAdmin, `?workshopId=${cohort.id}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Liste des participants de «\sAtelier « Été »\s»$/);
  await expect(emails(page)).toHaveText(['ana.roy@atelier.example', 'bea.roy@atelier.example']);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(heading).toHaveText(/^Participants list for “Atelier « Été »”$/);
  await page.getByRole('button', { name: 'Cohort: Atelier « Été »' }).click();
  await expect(heading).toHaveText('Users');
  await expect(page).toHaveURL(new RegExp(`${list}$`));
});

test('S2.58 S9.6 ten page links at most, with first, last, previous and next, and the four sizes', async ({
  page,
}) => {
  await open(page);
  const size = page.getByLabel(/^Par page/);
  await expect(size).toHaveValue('25');
  await expect(size.getByRole('option')).toHaveText(['10', '25', '100', 'Toutes']);
  await expect(emails(page)).toHaveCount(25);
  await size.selectOption('10');
  await expect(emails(page)).toHaveCount(10);
  const pages = page.getByRole('navigation', { name: 'Pages de la liste' });
  const links = pages.getByRole('button', { name: /^Page \d+$/ });
  await expect(links).toHaveCount(10);
  await pages.getByRole('button', { name: 'Page suivante' }).click();
  await expect(page).toHaveURL(/[?&]page=2(&|$)/);
  await expect(pages.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await pages.getByRole('button', { name: 'Page précédente' }).click();
  await expect(page.getByText(/^1 à 10 sur/)).toBeVisible();
  await pages.getByRole('button', { name: 'Dernière page' }).click();
  await expect(page.getByText(/^(\d+) à (\d+) sur \2$/)).toBeVisible();
  await expect(links).toHaveCount(10);
  await pages.getByRole('button', { name: 'Première page' }).click();
  await expect(page.getByText(/^1 à 10 sur/)).toBeVisible();
  const searches = watch(page, searchPath);
  await size.selectOption('Toutes');
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', /\d{3,}/);
  expect(searches.map((search) => search.postDataJSON().filters[0].pageSize)).toEqual([100_000]);
});

test('S2.61 it opens for whoever administers a system, with the people of that system alone', async ({
  page,
}) => {
  await open(page, 'admin.np@demo.example', '?size=100');
  const shown = await emails(page).allTextContents();
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((email) => !/\.np@/.test(email))).toEqual([]);
  await enterAs(page, 'support.np@demo.example');
  await page.goto(list);
  await expect(page).toHaveURL(/\/forbidden/);
});

test('S4.27 the person icon asks first, and No sends nothing', async ({ page, portal }) => {
  await makePerson(portal.url, { email: 'garde@liste.example', firstName: 'Gabrielle', lastName: 'Garde' });
  await open(page, superAdmin, '?q=garde@liste.example');
  const updates = watch(page, '/api/user/batchupdate');
  const icon = page.getByRole('button', { name: /^Gabrielle Garde\s: compte actif/ });
  await icon.click();
  const question = page.getByRole('alertdialog', { name: 'Modifier l’état du compte?' });
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
  await open(page, superAdmin, '?q=bascule@liste.example');
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
  test(`S8.7 after ${what} the icon flips back and a toast says Error`, async ({ page }) => {
    await open(page, superAdmin, '?q=etudiant3.ac@demo.example');
    await page.route('**/api/user/batchupdate', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: /: compte actif\. Désactiver$/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }).click();
    const toast = page.getByRole('alert').getByRole('listitem');
    await expect(toast.getByText('Error', { exact: true })).toBeVisible();
    await expect(toast.getByText('Error', { exact: true })).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('button', { name: /: compte actif\. Désactiver$/ })).toBeVisible();
  });
}

test('S4.30 S9.7 two seconds after the last change of a filter the list reloads once, under a progress bar', async ({
  page,
}) => {
  await page.clock.install();
  await open(page);
  const searches = watch(page, searchPath);
  const bar = page.getByRole('progressbar', { name: 'Mise à jour de la liste…' });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByLabel('Chercher un nom, un courriel').fill('admin');
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
  await expect(emails(page).first()).toContainText('admin.');
  expect(searches).toHaveLength(1);
});

test('S4.31 another language loads the list and the texts anew, and keeps the filter that is being typed', async ({
  page,
}) => {
  await open(page);
  const searches = watch(page, searchPath);
  const texts = watch(page, '/assets/i18n/en.json');
  await page.getByLabel('Chercher un nom, un courriel').fill('etudiant1.dc');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('columnheader', { name: 'Last visit' })).toBeVisible();
  await expect.poll(() => searches.length).toBeGreaterThan(0);
  expect(texts).toHaveLength(1);
  expect(await searches[0]?.headerValue('accept-language')).toBe('en');
  await expect(page.getByLabel('Search a name, an e-mail')).toHaveValue('etudiant1.dc');
});

test('S5.28 the search finds first name, last name and e-mail in any case; Enter does not wait', async ({
  page,
  portal,
}) => {
  const person = { email: 'renée.x@liste.example', firstName: 'Bérengère', lastName: 'D’Outremont' };
  const email = 'berengere.outremont@liste.example';
  await makePerson(portal.url, { ...person, email });
  await open(page);
  const field = page.getByLabel('Chercher un nom, un courriel');
  for (const term of ['BÉRENGÈRE', 'd’OUTREmont', 'Berengere.Outremont@LISTE']) {
    await field.fill('personne-ne-porte-ce-nom');
    await field.press('Enter');
    await expect(page.getByText('Aucune personne ne répond à tous ces filtres.')).toBeVisible();
    await field.fill(term);
    await field.press('Enter');
    await expect(emails(page)).toHaveText([email]);
  }
});

test('S6.15 the role and the profession filter offer what the server lists', async ({ page, portal }) => {
  const profession = 'Ergothérapeute';
  await makePerson(portal.url, { email: 'ergo@liste.example', roles: ['ILOB'], profession });
  await open(page);
  const bearer = { headers: { authorization: `Bearer ${await tokenOf(portal.url, superAdmin)}` } };
  const ask = async (path: string) => (await fetch(`${portal.url}${path}`, bearer)).json();
  const roles: { name: string }[] = await ask('/api/user/roles');
  const professions: string[] = await ask('/api/user/professions');
  expect(professions).toContain(profession);
  const offered = (label: string) => page.getByLabel(label, { exact: true }).getByRole('option');
  await expect(offered('Rôle')).toHaveText(['Peu importe', ...roles.map(({ name }) => name)]);
  await expect(offered('Profession')).toHaveText(['Peu importe', ...professions]);
  await page.getByLabel('Profession', { exact: true }).selectOption(profession);
  await page.getByLabel('Rôle', { exact: true }).selectOption('ILOB');
  await expect(emails(page)).toHaveText(['ergo@liste.example']);
});

test('what the list shows stands in its address: filters, order, page and size', async ({ page }) => {
  await open(page, superAdmin, '?role=DC&status=active&sort=-name&page=2&size=10');
  await expect(page.getByLabel('Rôle', { exact: true })).toHaveValue('DC');
  await expect(page.getByRole('columnheader', { name: 'Nom' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText(/^11 à 20 sur/)).toBeVisible();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(page).toHaveURL(/\/configuration\/users\?sort=-name&size=10$/);
  await page.goBack();
  await expect(page.getByLabel('Rôle', { exact: true })).toHaveValue('DC');
  await expect(page.getByText(/^11 à 20 sur/)).toBeVisible();
});

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
  await open(page, superAdmin, '?q=ensemble');
  await page.getByRole('checkbox', { name: 'Choisir toute la page' }).check();
  await page.getByRole('checkbox', { name: 'Choisir Lot2 Ensemble' }).uncheck();
  await expect(page.getByText('2 personnes choisies')).toBeVisible();
  await page.getByRole('button', { name: 'Désactiver', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/Ces 2 personnes ne pourront plus ouvrir de session\s:/);
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(page.getByRole('button', { name: /: compte inactif\. Activer$/ })).toHaveCount(2);
  await expect(page.getByText('2 personnes choisies')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Lot2 Ensemble\s: compte actif/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /: compte inactif\. Activer$/ })).toHaveCount(2);
});

test('the export holds everybody whom the filters find, not only the page that shows', async ({ page }) => {
  await open(page, superAdmin, '?role=Telfer&size=10');
  const [, total = ''] = /sur (\d+)/.exec((await page.getByText(/^1 à 10 sur/).textContent()) ?? '') ?? [];
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFNom;Adresse courriel;Actif;Inscription;Dernière visite;Profession;Attestations;Cohortes',
  );
  expect(lines).toHaveLength(Number(total) + 1);
  expect(lines.slice(1).filter((line) => !line.includes('.telfer@'))).toEqual([]);
});

test('a hundred thousand people are one table of which only the rows in view are drawn', async ({ page }) => {
  test.setTimeout(120_000);
  const data = Array.from({ length: 100_000 }, (_, at) => ({
    id: at + 1,
    fullName: `Personne ${at + 1}`,
    email: `p${at + 1}@exemple.ca`,
    isActive: true,
    subscriptionDate: '2026-09-01',
    lastVisitDate: null,
    profession: null,
    attestation: 0,
    numberOfWorkshops: 1,
    mayManage: true,
  }));
  await page.route(`**${searchPath}`, (route) => route.fulfill({ json: { data, totalItems: data.length } }));
  await open(page, superAdmin, '?size=100000');
  const table = page.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', '100001');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('region', { name: 'Utilisateurs' }).press('End');
  const last = page.getByRole('row', { name: /Personne 100000 / });
  await expect(last).toBeVisible();
  await expect(last).toHaveAttribute('aria-rowindex', '100001');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  // What has the focus stays in the page while it is scrolled away.
  await last.getByRole('link').focus();
  await page.locator('.table-frame').evaluate((frame) => frame.scrollTo(0, 0));
  await expect(page.getByRole('row', { name: /Personne 1 / })).toBeVisible();
  await expect(last.getByRole('link')).toBeFocused();
});
