import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'America/Toronto' }).format();

test('by keyboard alone, all who match a search are marked as passed, one mark is removed, and undone', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
  const exam = await staff.makeExam('Jour même', today);
  const names = ['Aline', 'Boris', 'Carla', 'Denis', 'Elsa', 'Farid', 'Gilda'];
  await staff.place(exam, new Uint8Array(listOf(...names.map((name) => lineOf(name)))));
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto(`/ilob/configuration?tab=users&exam=${exam.id}`);
  const list = page.getByRole('table');
  await expect(list.getByRole('columnheader')).toHaveText([
    'Prénom',
    'Nom',
    'Adresse courriel',
    'Rôle',
    'État du courriel',
    'Plateforme',
    'Actions',
  ]);
  const marks = list.getByRole('cell', { name: 'Accordée' });
  const choose = async (entry: string) => {
    await pressOn(page.getByRole('button', { name: 'Attestations', exact: true }));
    const item = page.getByRole('menuitem', { name: entry });
    await expect(item).toBeVisible();
    while (!(await item.evaluate((one) => one === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    return question;
  };

  await pressOn(page.getByRole('button', { name: 'Sélectionner des personnes' }));
  await pressOn(page.getByRole('button', { name: 'Sélectionner tous les résultats (7)' }));
  const question = await choose('Accorder l’attestation');
  await expect(question).toContainText(/^.*Accorder à 7 personnes/);
  await pressOn(question.getByRole('button', { name: 'Oui' }));
  await expect(page.getByText('7 attestations accordées.')).toBeVisible();
  await expect(marks).toHaveCount(5);

  await tabTo(page.getByRole('button', { name: 'Tout désélectionner' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('checkbox', { name: /^Sélectionner Boris/ }));
  await page.keyboard.press('Space');
  await pressOn((await choose('Retirer l’attestation')).getByRole('button', { name: 'Oui' }));
  await expect(marks).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Attestations', exact: true })).toBeFocused();
  await pressOn(page.getByRole('button', { name: 'Annuler ce changement' }));
  await expect(page.getByText('Le changement est annulé. 1 attestation accordée.')).toBeVisible();
  await expect(marks).toHaveCount(5);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});
