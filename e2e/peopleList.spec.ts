import { readFile } from 'node:fs/promises';
import { Desk } from './fixtures/desk.ts';
import { openSearch, searchPage, searchPath, shownEmails, superAdmin } from './fixtures/peopleSearch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';
import { enterAs } from './fixtures/visitor.ts';

// Every address of a system ends in its own name, as long as nobody adds others.
test.use({ settings: { ...demo } });

test('S2.56 S2.57 the page has its breadcrumb, a generic title and its columns', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await openSearch(page);
  const path = page.getByRole('navigation', { name: 'Fil d’Ariane' });
  await expect(path.getByRole('listitem')).toHaveText(['Accueil', /Personnes$/]);
  await expect(path.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/home');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personnes');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Sélectionner toute la page',
    'Actif',
    'Nom',
    'Adresse courriel',
    'Rôle',
    'No d’étudiant',
    'Compte créé le',
    'Dernière visite',
    'Profession',
    'Attestations',
    'Examens',
    'Actions',
  ]);
  // A narrower table leaves out what is of least use.
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const heading of ['Compte créé le', 'Profession', 'Attestations'])
    await expect(page.getByRole('columnheader', { name: heading })).toBeHidden();
  const row = page.getByRole('row').nth(1);
  const name = (await row.getByRole('rowheader').textContent()) ?? '';
  const email = (await row.getByRole('cell').nth(2).textContent()) ?? '';
  await expect(row.getByRole('button', { name: `${name}\u00A0: compte actif. Désactiver` })).toBeVisible();
  await expect(row.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  await expect(row.getByRole('button', { name: `Changer le mot de passe\u00A0: ${name}` })).toBeVisible();
  await expect(row.getByRole('button', { name: `Voir les renseignements\u00A0: ${name}` })).toBeVisible();
});

test('S2.56 with a workshop the title names it, and the list holds its participants only', async ({
  page,
  portal,
}) => {
  const desk = await Desk.open(portal.url, 'admin.tep@demo.example', 8);
  const exam = await desk.makeExam('Atelier « Été »');
  const csv = 'Nom,Prénom,Courriel\nRoy,Ana,ana.roy@atelier.example\nRoy,Bea,bea.roy@atelier.example\n';
  await desk.place(exam, new TextEncoder().encode(csv));
  await openSearch(page, superAdmin, `?workshopId=${exam.id}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Liste des participants de «\sAtelier « Été »\s»$/);
  await expect(shownEmails(page)).toHaveText(['ana.roy@atelier.example', 'bea.roy@atelier.example']);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(heading).toHaveText(/^Participants list for “Atelier « Été »”$/);
  await page.getByRole('button', { name: 'Exam: Atelier « Été »' }).click();
  await expect(heading).toHaveText('Users');
  await expect(page).toHaveURL(new RegExp(`${searchPage}$`));
});

test('S2.58 S9.6 ten page links at most, with first, last, previous and next, and the four sizes', async ({
  page,
}) => {
  await openSearch(page);
  const size = page.getByLabel(/^Par page/);
  await expect(size).toHaveValue('25');
  await expect(size.getByRole('option')).toHaveText(['10', '25', '100', 'Toutes']);
  await expect(shownEmails(page)).toHaveCount(25);
  await size.selectOption('10');
  await expect(shownEmails(page)).toHaveCount(10);
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
  await openSearch(page, 'admin.np@demo.example', '?size=100');
  const shown = await shownEmails(page).allTextContents();
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((email) => !/\.np@/.test(email))).toEqual([]);
  await enterAs(page, 'support.np@demo.example');
  await page.goto(searchPage);
  await expect(page).toHaveURL(/\/forbidden/);
});

test('what the list shows stands in its address: filters, order, page and size', async ({ page }) => {
  await openSearch(page, superAdmin, '?role=DC&status=active&sort=-name&page=2&size=10');
  await expect(page.getByLabel('Rôle', { exact: true })).toHaveValue('DC');
  await expect(page.getByRole('columnheader', { name: 'Nom' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText(/^11 à 20 sur/)).toBeVisible();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(page).toHaveURL(/\/configuration\/users\?sort=-name&size=10$/);
  await page.goBack();
  await expect(page.getByLabel('Rôle', { exact: true })).toHaveValue('DC');
  await expect(page.getByText(/^11 à 20 sur/)).toBeVisible();
});

test('the export holds everybody whom the filters find, not only the page that shows', async ({ page }) => {
  await openSearch(page, superAdmin, '?role=Telfer&size=10');
  const [, total = ''] = /sur (\d+)/.exec((await page.getByText(/^1 à 10 sur/).textContent()) ?? '') ?? [];
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  const known =
    '\uFEFFNom;Adresse courriel;No d’étudiant;Actif;Compte créé le;Dernière visite;Profession;Attestations;Examens';
  // Other texts of a person stand among them.
  const headings = lines[0]?.split(';').filter((heading) => known.split(';').includes(heading));
  expect(headings?.join(';')).toBe(known);
  expect(lines).toHaveLength(Number(total) + 1);
  expect(lines.slice(1).filter((line) => !line.includes('.telfer@'))).toEqual([]);
});

test('of a long list only the rows in view are in the page, first and last, and what has the focus', async ({
  page,
}) => {
  const data = Array.from({ length: 10_000 }, (_, at) => ({
    id: at + 1,
    fullName: `Personne ${at + 1}`,
    // Two lines each.
    email: `prenom.nom.${10_000 + at}@etudiants.exemple.ca`,
    isActive: true,
    subscriptionDate: '2026-09-01',
    createdAt: '2026-09-01T15:00:00.000Z',
    lastVisitDate: null,
    profession: null,
    attestation: 0,
    numberOfWorkshops: 1,
    mayManage: true,
  }));
  await page.route(`**${searchPath}`, (route) => route.fulfill({ json: { data, totalItems: data.length } }));
  await openSearch(page, superAdmin, '?size=100000');
  const table = page.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', '10001');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  // The list knows its length before it is scrolled, and does not grow under whoever does.
  const first = page.getByRole('row', { name: /Personne 1 / });
  const height = await first.evaluate((row) => row.getBoundingClientRect().height);
  expect(await page.locator('.table-frame').evaluate((frame) => frame.scrollHeight)).toBeGreaterThanOrEqual(
    height * data.length,
  );
  await page.getByRole('region', { name: 'Personnes' }).press('End');
  const last = page.getByRole('row', { name: /Personne 10000 / });
  await expect(last).toBeVisible();
  await expect(last).toHaveAttribute('aria-rowindex', '10001');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  // What has the focus stays in the page while it is scrolled away.
  await last.getByRole('link').focus();
  await page.locator('.table-frame').evaluate((frame) => frame.scrollTo(0, 0));
  await expect(page.getByRole('row', { name: /Personne 1 / })).toBeVisible();
  await expect(last.getByRole('link')).toBeFocused();
});

test('in the list of everybody the longest name is whole', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const name = 'Marie-Joséphine-Alexandrine de la Fontaine-Beaumarchais Tremblay-Villeneuve';
  const data = Array.from({ length: 120 }, (_, at) => ({
    ...{ id: at + 1, fullName: at === 0 ? name : `Personne ${at + 1}`, email: `p${at}@exemple.ca` },
    ...{ isActive: true, subscriptionDate: '2026-09-01', createdAt: '2026-09-01T15:00:00.000Z' },
    ...{ lastVisitDate: null, profession: null, attestation: 0, numberOfWorkshops: 1, mayManage: true },
  }));
  await page.route(`**${searchPath}`, (route) => route.fulfill({ json: { data, totalItems: data.length } }));
  await openSearch(page, superAdmin, '?size=100000');
  const cell = page.getByRole('rowheader', { name });
  await expect(cell).toBeVisible();
  const [wanted, there] = await cell.evaluate((th) => [th.scrollWidth, th.clientWidth]);
  expect(wanted).toBeLessThanOrEqual(there ?? 0);
});

test('S2.56 on a narrow screen a page with everybody shows them as cards, down to the last', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openSearch(page, superAdmin, '?size=100000');
  const cards = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(cards.first()).toBeVisible();
  const first = await cards.first().textContent();
  const frame = page.locator('.table-frame');
  await expect
    .poll(async () => {
      await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return cards.last().getAttribute('aria-rowindex');
    })
    .toBe(await page.getByRole('table').getAttribute('aria-rowcount'));
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards.last()).toBeInViewport();
  expect(await cards.last().textContent()).not.toBe(first);
});

test('at 25 rows and at all of them the last visit is whole, and what is cut says itself', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const query of ['?size=25', '?size=100000']) {
    await openSearch(page, superAdmin, query);
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await expect(rows.first()).toBeVisible();
    const cells = await rows.evaluateAll((all) =>
      all.flatMap((row) =>
        [...row.querySelectorAll<HTMLElement>(':is(th, td):not(:first-child, :last-child)')].map((cell) => {
          const inner = cell.querySelector('a') ?? cell;
          const isCut = inner.scrollWidth > inner.clientWidth;
          return {
            isCut,
            says: cell.title,
            text: cell.textContent ?? '',
            height: row.getBoundingClientRect().height,
          };
        }),
      ),
    );
    expect(cells.length).toBeGreaterThanOrEqual(100);
    if (query.includes('100000')) expect(new Set(cells.map(({ height }) => Math.round(height))).size).toBe(1);
    else expect(cells.filter(({ isCut }) => isCut)).toEqual([]);
    for (const { says, text } of cells.filter(({ isCut }) => isCut)) expect(says).toBe(text);
  }
});
