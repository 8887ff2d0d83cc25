import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { ImportDesk } from './fixtures/importDesk.ts';
import { lineOf, listOf, registrarList } from './fixtures/lists.ts';
import { sendAnyway } from './fixtures/mailQuestion.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { fillIn, frenchWorkbook } from './fixtures/workbooks.ts';

test.use({ settings: demo });

const desk = (portal: { url: string }) => Desk.open(portal.url, 'admin.telfer@demo.example', 5);

/** Stops every import before it reaches the server, until it is let go. */
async function holdImports(page: Page) {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/import', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** The numbers of the imports that the page follows. */
function watchImportIds(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    const id = /\/api\/import\/([^/]+)\/progress/.exec(request.url())?.[1];
    if (id) ids.push(id);
  });
  return ids;
}

async function downloadOf(page: Page, button: string) {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await started;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('S5.22 without an exam there is no exam to choose, and a way to make one', async ({ page, portal }) => {
  const staff = await desk(portal);
  for (const { id } of await staff.listExams()) await staff.deactivate(id);
  const form = await ImportDesk.open(page, null);
  await expect(page.getByText('Il faut d’abord un examen')).toBeVisible();
  await expect(form.exam).toHaveCount(0);
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Créer un examen' }).click();
  await expect(page.getByLabel('Titre')).toBeVisible();
});

test('S5.21 S5.23 S4.14 S8.10 the way from a file and an exam to the system’s own words', async ({
  page,
  portal,
}) => {
  const staff = await desk(portal);
  const exam = await staff.makeExam('Importation complète');
  // Of two exams none is chosen already.
  await staff.makeExam('Une autre');
  const form = await ImportDesk.open(page, null);
  const ids = watchImportIds(page);
  await expect(page.getByLabel('Envoyer un courriel')).toBeChecked();

  await test.step('neither an exam alone nor a file alone is enough', async () => {
    await expect(form.checkButton).toBeDisabled();
    await form.exam.selectOption(String(exam.id));
    await expect(form.checkButton).toBeDisabled();
    await form.exam.selectOption('');
    await form.choose(listOf(lineOf('Abel'), lineOf('Berthe')));
    await expect(form.checkButton).toBeDisabled();
    await expect(form.importButton).toHaveCount(0);
    await form.exam.selectOption(String(exam.id));
    await expect(form.checkButton).toBeEnabled();
    await page.getByRole('button', { name: 'Retirer le fichier' }).click();
    await expect(form.checkButton).toBeDisabled();
    await form.choose(listOf(lineOf('Abel'), lineOf('Berthe')));
  });

  const letGo = await holdImports(page);
  await test.step('while it runs nothing can be pressed or changed, and a double click imports once', async () => {
    await form.checkButton.click();
    await expect(form.importButton).toBeEnabled();
    await form.importButton.dblclick();
    await expect(form.busyButton).toBeDisabled();
    await expect(form.busyButton.locator('.animate-spin')).toBeVisible();
    await expect(form.exam).toBeDisabled();
    await expect(page.locator('input[type=file]')).toBeDisabled();
    await expect(page.getByLabel('Envoyer un courriel')).toBeDisabled();
  });
  letGo();
  await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);
  expect(new Set(ids).size).toBe(1);
  expect((await staff.listCandidates(exam.id)).map(({ firstName }) => firstName)).toEqual(['Abel', 'Berthe']);
});

test('S2.51 S7.30 the template is downloaded, filled in and imported through the page', async ({
  page,
  portal,
}) => {
  const staff = await desk(portal);
  const exam = await staff.makeExam('Par le modèle');
  const form = await ImportDesk.open(page, exam);
  const workbook = await downloadOf(page, 'Excel');
  const text = await downloadOf(page, 'CSV');
  expect([workbook.name, text.name]).toEqual(['candidats-candidates.xlsx', 'candidats-candidates.csv']);
  const rows = [
    ['0300000001', 'Zoé', 'Modèle', 'zoe.modele@etu.example.ca', 'F'],
    ['', 'Noël', 'd’Été', 'noel.modele@etu.example.ca', 'E'],
  ];
  await form.check(fillIn(workbook.bytes, rows), workbook.name);
  await expect(page.getByText('feuilles du classeur ne sont pas lues')).toHaveCount(0);
  await form.importButton.click();
  await sendAnyway(page, form.done);
  await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);
  await page.getByRole('button', { name: 'Importer une autre liste' }).click();
  const line = '\r\n;Ève;Texte;eve.modele@etu.example.ca;F';
  await form.check(Buffer.concat([text.bytes, Buffer.from(line)]), text.name);
  await form.importButton.click();
  await expect(form.done).toHaveText(/ 1 personne a été inscrite/);
  const names = (await staff.listCandidates(exam.id)).map(({ firstName }) => firstName);
  expect(names.toSorted()).toEqual(['Noël', 'Zoé', 'Ève'].toSorted());
});

test('a workbook with a merged title, dates, emptied rows and people who stand twice is read as meant', async ({
  page,
  portal,
}) => {
  const staff = await desk(portal);
  const exam = await staff.makeExam('Classeur français');
  const form = await ImportDesk.open(page, exam);
  const birthday = { serial: 36_526 };
  const workbook = frenchWorkbook('Liste des candidats – hiver 2099', [
    [null, null, null, null, null, null],
    ['Nom de famille', 'Prénom', 'Adresse courriel', 'Langue', 'No étudiant', 'Date de naissance'],
    ['Côté', 'Zoé', 'zoe.classeur@etu.example.ca', 'Français', 300_000_007, birthday],
    ['O’Brien', 'Siobhan', 'Siobhan.Classeur@etu.example.ca', 'Anglais', 300_000_014, birthday],
    [null, null, null, null, null, null],
    ['Côté', 'Zoé', 'ZOE.classeur@etu.example.ca', 'Français', 300_000_007, birthday],
    ['Bélanger-Roy', 'Anaïs', 'anais.classeur@etu.example.ca', null, null, null],
  ]);
  await form.check(workbook, 'Liste d’hiver.xlsx');
  await expect(page.getByText('4 personnes lues.')).toBeVisible();
  await expect(page.getByText(/lignes? vides? ignorée/)).toBeVisible();
  await expect(page.getByText('Date de naissance', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /^7 .*Doublon/ })).toBeVisible();
  await form.importButton.click();
  await sendAnyway(page, form.done);
  await expect(form.done).toHaveText(/ 3 personnes ont été inscrites/);
  expect(await staff.listCandidates(exam.id)).toHaveLength(3);
});

test('every fault of a list is named with line and column; nothing is imported, and the faults are a file', async ({
  page,
  portal,
}) => {
  const staff = await desk(portal);
  const exam = await staff.makeExam('Liste avec fautes');
  const form = await ImportDesk.open(page, exam);
  const list = listOf(
    lineOf('Juste'),
    lineOf('Sansarobas', { email: 'pas-une-adresse' }),
    ';;;;;',
    lineOf('"=HYPERLINK(""http://evil.example"",""x"")"', { email: 'formule@etu.example.ca' }),
    lineOf('Klaas', { language: 'Klingon' }),
    lineOf('Autre', { email: 'juste@etu.example.ca' }),
    lineOf(''),
  );
  await form.check(list, 'Mauvaise liste.csv');
  await expect(page.getByText(/lignes à corriger; rien n’a été importé/)).toBeVisible();
  const problems = await form.problems();
  expect(problems.map(([line, column, , text]) => [line, column, text])).toEqual([
    ['3', 'Adresse courriel', 'pas-une-adresse'],
    ['5', 'Prénom', '=HYPERLINK("http://evil.example","x")'],
    ['6', 'Langue', 'Klingon'],
    ['7', 'Adresse courriel', 'juste@etu.example.ca'],
    ['8', 'Prénom', '(vide)'],
    ['8', 'Adresse courriel', '@etu.example.ca'],
  ]);
  expect(problems[2]?.[4]).toBe('Klaas Essaiklaas@etu.example.ca');
  await expect(form.importButton).toHaveCount(0);

  const { name, bytes } = await downloadOf(page, 'Télécharger');
  expect(name).toBe('Anomalies dans Mauvaise liste.csv');
  // Excel takes a CSV file for UTF-8 only where it begins with this mark.
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  const lines = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n');
  expect(lines[0]).toBe('Ligne;Colonne;Anomalie;Texte trouvé;Personne;Adresse courriel');
  expect(lines).toHaveLength(7);
  // What looks like a formula must not become one where the file is opened.
  expect(lines.filter((line) => /(^|;)"?=/.test(line))).toEqual([]);

  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choisir un autre fichier' }).press('Enter');
  const buffer = listOf(lineOf('Juste'), lineOf('Corrigee'));
  await (await picker).setFiles({ name: 'Bonne liste.csv', mimeType: 'text/csv', buffer });
  await form.importButton.click();
  await expect(form.done).toHaveText(/ 2 personnes ont été inscrites/);
});

test('one bad row among 5000 stops the whole list, and is the one that is named', async ({
  page,
  portal,
}) => {
  const staff = await desk(portal);
  const exam = await staff.makeExam('Cinq mille');
  const form = await ImportDesk.open(page, exam);
  const lines = registrarList(5000).toString('latin1').split('\r\n');
  lines[4321] = lines[4321]?.replace('@', ' chez ') ?? '';
  await form.check(Buffer.from(lines.join('\r\n'), 'latin1'));
  await expect(page.getByText('1 ligne à corriger; rien n’a été importé')).toBeVisible({
    timeout: 30_000,
  });
  const problems = await form.problems();
  expect(problems.map(([line, column, , text]) => [line, column, text])).toEqual([
    ['4322', 'Adresse courriel', 'candidat4321 chez etu.example.ca'],
  ]);
  expect(await staff.listCandidates(exam.id)).toEqual([]);
});

const unreadable = {
  'a wrong delimiter': [Buffer.from('Nom:Prénom:Courriel\nCôté:Zoé:z@etu.example.ca\n'), 'liste.csv'],
  'no headings': [Buffer.from('Côté;Zoé;z@etu.example.ca\n'), 'liste.csv'],
  'nothing at all': [Buffer.from(''), 'vide.csv'],
  'a picture': [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]), 'photo.xlsx'],
  'half a workbook': [frenchWorkbook('Titre', [['Nom']]).subarray(0, 400), 'liste.xlsx'],
} as const;

test('a file that is no list is refused in words that say what to do, and another can be chosen', async ({
  page,
  portal,
}) => {
  const staff = await desk(portal);
  const form = await ImportDesk.open(page, await staff.makeExam('Pas une liste'));
  for (const [place, [bytes, name]] of Object.values(unreadable).entries()) {
    await form.choose(Buffer.from(bytes), name);
    // Once asked for, the check follows each other file by itself.
    if (place === 0) await form.checkButton.click();
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: /Cette liste ne peut pas être lue|Certaines colonnes sont à préciser/ })
      .first();
    await expect(refusal).toBeVisible();
    await expect(form.importButton).toHaveCount(0);
    await page.getByRole('button', { name: 'Retirer le fichier' }).click();
    await expect(refusal).toBeHidden();
  }
});
