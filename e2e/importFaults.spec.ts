import { Desk } from './fixtures/desk.ts';
import { ImportDesk } from './fixtures/importDesk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

/** By their lines in the file. */
const faults: Readonly<Record<number, string>> = {
  4: '300000021;Roob;Jillian;pas-une-adresse;E;Bacc. en éducation',
  8: '300000049;Brun;;cbrun007@etu.example.ca;F;Bacc. en éducation',
  10: '300000063;Watsica;Terrence;personne6@etu.example.ca;E;Bacc. en éducation',
  13: '300000084;"=HYPERLINK(""http://evil.example"",""x"")";Nicolette;ncole012@etu.example.ca;E;Maîtrise – santé',
  16: '300000105;Casper;Grant;a@b;E;Bacc. en éducation',
  21: '300000140;Joly;Herbert;hjoly020@etu.example.ca;Klingon;Maîtrise – santé',
  23: ';;;;;',
  26: `300000175;${'x'.repeat(300)};Suzanne;shubert025@etu.example.ca;F;Bacc. en éducation`,
};
const list = listOf(
  ...Array.from({ length: 30 }, (_, at) => {
    const name = `Personne${at + 2}`;
    return faults[at + 2] ?? lineOf(name);
  }),
);

test('what is typed in faulty lines is never lost: one is corrected, the others by one press, and the rest left aside', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Fautes corrigées ici');
  const form = await ImportDesk.open(page, exam);
  const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
  const email4 = cell('Ligne 4, Adresse courriel');
  const name8 = cell('Ligne 8, Prénom');
  const email10 = cell('Ligne 10, Adresse courriel');
  const name13 = cell('Ligne 13, Nom');
  const retype = async (field: typeof email4, text: string) => {
    await tabTo(field);
    await page.keyboard.press('Control+A');
    await type(page, text);
  };
  await form.choose(list, 'liste-avec-fautes.csv');
  await pressOn(form.checkButton);
  await expect(page.getByText('7 lignes à corriger; rien n’a été importé')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  await test.step('four lines are typed anew, and the first one corrected', async () => {
    await retype(email4, 'jillian.roob@etu.example.ca');
    await retype(name8, 'Chloé');
    await retype(email10, 'terrence.watsica@etu.example.ca');
    await retype(name13, 'Cole');
    await expect(page.getByRole('button', { name: 'Corriger les 4 lignes' })).toBeVisible();
    await tabTo(email4, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(email4).toHaveCount(0);
  });
  await test.step('the others stand as they were typed, each in its line, and the next one has the focus', async () => {
    await expect(name8).toBeFocused();
    await expect(name8).toHaveValue('Chloé');
    await expect(email10).toHaveValue('terrence.watsica@etu.example.ca');
    await expect(name13).toHaveValue('Cole');
    await expect(cell('Ligne 16, Adresse courriel')).toHaveValue('a@b');
  });
  await test.step('one press corrects them all; one is still wrong, and keeps its text', async () => {
    await retype(cell('Ligne 16, Adresse courriel'), 'grant@casper');
    await pressOn(page.getByRole('button', { name: 'Corriger les 4 lignes' }));
    await expect(page.getByText('3 lignes à corriger; rien n’a été importé')).toBeVisible();
    await expect(cell('Ligne 16, Adresse courriel')).toHaveValue('grant@casper');
    await expect(cell('Ligne 26, Nom')).toBeFocused();
  });
  await test.step('it is left aside with the others, and the good lines are imported', async () => {
    await tabTo(page.getByRole('button', { name: 'Laisser ces 3 lignes de côté' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 lignes sont laissées de côté et ne seront pas importées')).toBeVisible();
    await expect(page.getByText('4 cellules corrigées sur cette page')).toBeVisible();
    await page.getByLabel('Envoyer un courriel').press('Space');
    await pressOn(form.importButton);
    await expect(form.done).toHaveText(/ 26 personnes ont été inscrites/);
  });
  const people = await staff.listCandidates(exam.id);
  const nameOf = (wanted: string) => people.find(({ email }) => email === wanted);
  expect(nameOf('jillian.roob@etu.example.ca')).toMatchObject({ firstName: 'Jillian', lastName: 'Roob' });
  expect(nameOf('cbrun007@etu.example.ca')).toMatchObject({ firstName: 'Chloé', lastName: 'Brun' });
  expect(nameOf('terrence.watsica@etu.example.ca')).toMatchObject({ lastName: 'Watsica' });
  expect(nameOf('ncole012@etu.example.ca')).toMatchObject({ firstName: 'Nicolette', lastName: 'Cole' });
});

test('Enter in the last faulty cell leads to the result, where a second Enter restores no text', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const form = await ImportDesk.open(page, await staff.makeExam('Dernière faute corrigée'));
  await form.choose(listOf(lineOf('Personne2'), faults[16] ?? ''), 'une-faute.csv');
  await pressOn(form.checkButton);
  const cell = page.getByRole('textbox', { name: 'Ligne 3, Adresse courriel' });
  await tabTo(cell);
  await page.keyboard.press('Control+A');
  await type(page, 'grant.casper@etu.example.ca');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: '2 personnes lues.' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 cellule corrigée sur cette page')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
