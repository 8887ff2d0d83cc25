import type { Page } from '@playwright/test';
import { lineOf } from './fixtures/lists.ts';
import { openSearch } from './fixtures/peopleSearch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';
import { makeExam, openUsers } from './fixtures/usersTab.ts';
import { enterAs } from './fixtures/visitor.ts';

// Among fifty people of the system are all roles, as long as nobody adds others.
test.use({ settings: { ...demo } });

const cells = (page: Page, column: number) => page.locator(`tbody tr > :nth-child(${column})`);

/** The first cell says the whole name: the last name on its button is for screen readers, or shows where rows are cards. */
const expectCells = (page: Page, column: number, texts: readonly string[]) =>
  expect(cells(page, column)).toHaveText([...texts], { useInnerText: true });
const expectNames = (page: Page, names: readonly string[]) => expectCells(page, 1, names);
const search = (page: Page) => page.getByLabel('Chercher par nom, courriel, numéro ou rôle');

test('S4.1 S4.3 S9.5 the list begins at page 1 with five rows and no search, after a sign that it loads', async ({
  page,
  portal,
}) => {
  const names = Array.from({ length: 28 }, (_, n) => lineOf(`Page${n + 10}`));
  const { exam } = await makeExam(portal, 'Vingt-huit', names);
  await enterAs(page, 'admin.ac@demo.example');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/user/getusersystem/6', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/ac/configuration?tab=users');
  await expect(page.getByRole('tabpanel').getByText('Chargement…')).toBeVisible();
  gate.resolve();
  const pages = page.getByRole('navigation', { name: 'Pages de la liste' });
  const links = pages.getByRole('button', { name: /^Page \d+$/ });
  await expect(cells(page, 1)).toHaveCount(5);
  await expect(search(page)).toHaveValue('');
  await expect(pages.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await page.getByLabel('Examen', { exact: true }).selectOption(String(exam.id));
  await expect(page.getByText('1 à 5 sur 28')).toBeVisible();
  await expect(links).toHaveText(['1', '2', '3', '4', '5']);
  await pages.getByRole('button', { name: 'Dernière page' }).click();
  await expect(page.getByText('26 à 28 sur 28')).toBeVisible();
  await expect(links).toHaveText(['2', '3', '4', '5', '6']);
  const size = page.getByLabel(/^Par page/);
  await expect(size.getByRole('option')).toHaveText(['5', '10', '50']);
  await size.selectOption('50');
  await expect(cells(page, 1)).toHaveCount(28);
});

test('on a slow line no exam is said to be missing, and no button changes its sense, while the exams are on their way', async ({
  page,
  portal,
}) => {
  const { exam } = await makeExam(portal, 'Ligne lente', [lineOf('Lente')]);
  await enterAs(page, 'admin.ac@demo.example');
  await page.route(/\/api\/cohort\/6\?/i, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    await route.continue();
  });
  const met: string[] = [];
  await page.exposeFunction('meet', (text: string) => met.push(text));
  await page.addInitScript(() => {
    const { meet } = window as unknown as { meet: (text: string) => void };
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('Examen introuvable')) meet('Examen introuvable');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto(`/ac/configuration?tab=users&exam=${exam.id}`);
  const add = page.getByRole('button', { name: 'Ajouter une personne' });
  await expect(cells(page, 1)).toHaveCount(1);
  await expect(page.getByLabel('Examen', { exact: true })).toContainText('Chargement…');
  await expect(add).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Nouveau compte' })).toHaveCount(0);
  await expect(page.getByLabel('Examen', { exact: true }).locator(':checked')).toContainText('Ligne lente');
  await expect(add).toBeEnabled();
  expect(met).toEqual([]);
});

test('S4.2 S9.7 five letters typed quickly ask for the list once, 200 ms after the last', async ({
  page,
  portal,
}) => {
  const { exam } = await makeExam(portal, 'Frappe', [lineOf('Ginette'), lineOf('Gaston')]);
  await openUsers(page, exam);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const lists = watch(page, `/api/user/6/${exam.id}`);
  await search(page).pressSequentially('ginet', { delay: 0 });
  await page.clock.runFor(199);
  expect(lists).toHaveLength(0);
  await page.clock.runFor(50);
  await expect.poll(() => lists.length).toBe(1);
  await page.clock.runFor(1000);
  await expectNames(page, ['Ginette Essai']);
  expect(lists).toHaveLength(1);
});

test('S4.6 S5.30 S5.32 a click on a column head sorts up, then down, then not, and é counts as e', async ({
  page,
  portal,
}) => {
  const given = ['édith', 'Ea', 'EB', 'Écho', 'eve'];
  const lines = given.map((name, n) => `;${'EDCBA'[n]}-Nom;${name};${'cabed'[n]}@tri.example;F;`);
  const { exam } = await makeExam(portal, 'Ordre', lines);
  await openUsers(page, exam);
  const asItCame = await cells(page, 1).allInnerTexts();
  const upByColumn = {
    Prénom: [1, ['Ea D-Nom', 'EB C-Nom', 'Écho B-Nom', 'édith E-Nom', 'eve A-Nom']],
    Nom: [2, ['A-Nom', 'B-Nom', 'C-Nom', 'D-Nom', 'E-Nom']],
    'Adresse courriel': [
      3,
      ['a@tri.example', 'b@tri.example', 'c@tri.example', 'd@tri.example', 'e@tri.example'],
    ],
  } as const;
  for (const [name, [column, up]] of Object.entries(upByColumn)) {
    const head = page.getByRole('columnheader', { name, exact: true });
    for (const [direction, order] of [
      ['ascending', [...up]],
      ['descending', up.toReversed()],
    ] as const) {
      await head.getByRole('button').click();
      await expect(head).toHaveAttribute('aria-sort', direction);
      await expectCells(page, column, order);
    }
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'none');
    await expectNames(page, asItCame);
  }
});

test('S5.28 S5.29 S5.32 everybody in the system is searched and sorted by role as well', async ({ page }) => {
  await openUsers(page, null, undefined, '&size=50');
  const head = page.getByRole('columnheader', { name: 'Rôle' });
  await head.getByRole('button').click();
  const roles = await cells(page, 4).allTextContents();
  expect(roles).toEqual(roles.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
  expect(new Set(roles).size).toBeGreaterThan(2);
  await search(page).fill('SUPPORT - a');
  await expect(cells(page, 4)).toHaveText(['Soutien']);
  await search(page).fill('personne-de-ce-nom');
  await expect(page.getByText('Aucun résultat')).toBeVisible();
  await page.getByRole('button', { name: 'Effacer la recherche' }).click();
  await expect(cells(page, 4).nth(5)).toBeVisible();
});

test('S5.31 people without a last visit come first in ascending order, and last in descending', async ({
  page,
}) => {
  const visits = cells(page, 8);
  await openSearch(page, undefined, '?sort=lastVisitDate&size=10');
  await expect(visits.first()).toContainText('–');
  await openSearch(page, undefined, '?sort=-lastVisitDate&size=10');
  await expect(visits.first()).toHaveText(/\d{4}/);
  await page.getByRole('button', { name: 'Dernière page' }).click();
  await expect(page.getByText(/^(\d+) à (\d+) sur \2$/)).toBeVisible();
  await expect(visits.last()).toContainText('–');
});

for (const who of ['admin.ac@demo.example', 'support.ac@demo.example']) {
  test(`S2.53 S6.10 S7.19 S8.13 ${who} takes a candidate out of an exam after a question`, async ({
    page,
    portal,
  }) => {
    const { staff, exam } = await makeExam(portal, `Sortie de ${who}`, [lineOf('Reste'), lineOf('Sort')]);
    const leaving = (await staff.listCandidates(exam.id)).find(({ firstName }) => firstName === 'Sort');
    await openUsers(page, exam, who);
    const calls = watch(page, /\/api\/user\/unroll\//);
    const open = page.getByRole('button', { name: 'Désinscrire Sort Essai' });
    await open.click();
    const question = page.getByRole('alertdialog', { name: 'Désinscrire Sort Essai?' });
    await question.getByRole('button', { name: 'Non' }).click();
    expect(calls).toEqual([]);
    await open.click();
    await question.getByRole('button', { name: 'Oui' }).click();
    await expect(page.getByRole('listitem').getByText('OK', { exact: true })).toBeVisible();
    await expectNames(page, ['Reste Essai']);
    expect(calls.map((call) => new URL(call.url()).pathname)).toEqual([
      `/api/user/unroll/6/${exam.id}/${leaving?.learningPlatformId}`,
    ]);
    expect((await staff.listCandidates(exam.id)).map(({ firstName }) => firstName)).toEqual(['Reste']);
    const others = page.getByRole('button', {
      name: /^(Autres actions|Changer le mot de passe).: Reste Essai$/,
    });
    await expect(others).toHaveCount(who.startsWith('admin') ? 2 : 0);
  });
}

test('S8.13 somebody who was taken out elsewhere meanwhile is told by “Erreur”', async ({ page, portal }) => {
  const { staff, exam } = await makeExam(portal, 'Déjà sortie', [lineOf('Partie'), lineOf('Autre')]);
  await openUsers(page, exam);
  const [person] = (await staff.listCandidates(exam.id)).filter(({ firstName }) => firstName === 'Partie');
  if (person) await staff.unenrol(exam.id, person);
  await page.getByRole('button', { name: 'Désinscrire Partie Essai' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }).click();
  await expect(page.getByRole('alert').getByText('Erreur', { exact: true })).toBeVisible();
  await expectNames(page, ['Autre Essai']);
});

test('S4.37 after a failure the question tells why, and only No is left', async ({ page, portal }) => {
  const { exam } = await makeExam(portal, 'Panne à la sortie', [lineOf('Tient')]);
  await openUsers(page, exam);
  await page.route('**/api/user/unroll/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Désinscrire Tient Essai' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(question.getByRole('alert')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Oui' })).toBeDisabled();
  await question.getByRole('button', { name: 'Non' }).click();
  await expectNames(page, ['Tient Essai']);
});
