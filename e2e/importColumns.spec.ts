import { Desk } from './fixtures/desk.ts';
import { ImportDesk } from './fixtures/importDesk.ts';
import { sendAnyway } from './fixtures/mailQuestion.ts';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

const listOfNonsense = (...names: string[]) =>
  Buffer.from(
    [
      'Col A;Zeugs;Col C;Dings',
      ...names.map((name) => `Essai, ${name};${name.toLowerCase()}.zeugs@etu.example.ca;inutile;E`),
    ].join('\r\n'),
  );

test('a list whose headings mean nothing is matched by hand with the keyboard, and the next one is proposed the same', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Colonnes à la main');
  const form = await ImportDesk.open(page, exam);
  const columns = page.getByRole('region', { name: 'Que contient chaque colonne?' });
  const contentOf = (column: string) => columns.getByLabel(`Contenu de la colonne ${column}`);
  const goOn = columns.getByRole('button', { name: 'Afficher l’aperçu' });

  await form.choose(listOfNonsense('Abel', 'Berthe', 'Carl'));
  await form.checkButton.focus();
  await page.keyboard.press('Enter');
  await test.step('the columns show with their values, and the focus is on their heading', async () => {
    await expect(columns.getByText('Que contient chaque colonne?')).toBeFocused();
    await expect(page.getByRole('alert')).toContainText('Certaines colonnes sont à préciser');
    await expect(columns.getByRole('listitem').getByText('Essai, Berthe')).toBeVisible();
    await expect(contentOf('A Col A')).toHaveValue('fullName');
    await expect(contentOf('B Zeugs')).toHaveValue('email');
    await expect(contentOf('D Dings')).toHaveValue('');
    await expect(form.importButton).toHaveCount(0);
  });

  await test.step('on a telephone nothing of them lies beyond the edge', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 800 });
    const overflow = await columns
      .getByRole('table')
      .locator('..')
      .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    expect(overflow).toBe(0);
    if (size) await page.setViewportSize(size);
  });

  await test.step('what is missing is said at once, and nothing is asked of the server', async () => {
    await contentOf('B Zeugs').focus();
    await page.keyboard.press('Home');
    await goOn.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Adresse courriel' })).toBeVisible();
  });

  await test.step('chosen by typing, previewed, imported', async () => {
    await contentOf('B Zeugs').focus();
    await page.keyboard.type('Adr', { delay: 40 });
    await expect(contentOf('B Zeugs')).toHaveValue('email');
    await contentOf('D Dings').focus();
    await page.keyboard.type('Lan', { delay: 40 });
    await expect(contentOf('D Dings')).toHaveValue('language');
    await goOn.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Colonnes associées à la main')).toBeVisible();
    await expect(page.getByText('1 colonne n’est pas lue')).toBeVisible();
    await form.importButton.focus();
    await page.keyboard.press('Enter');
    await sendAnyway(page, form.done);
    await expect(form.done).toHaveText(/ 3 personnes ont été inscrites/);
  });
  const names = (await staff.listCandidates(exam.id)).map(({ firstName }) => firstName);
  expect(names.toSorted()).toEqual(['Abel', 'Berthe', 'Carl']);

  await test.step('the next such list has the same choice proposed, and waits for a yes', async () => {
    await page.getByRole('button', { name: 'Importer une autre liste' }).click();
    await form.check(listOfNonsense('Dora'));
    await expect(columns.getByText('Ce choix est celui de la dernière liste')).toBeVisible();
    await expect(contentOf('D Dings')).toHaveValue('language');
    await expect(form.importButton).toHaveCount(0);
    await goOn.click();
    await form.importButton.click();
    await sendAnyway(page, form.done);
    await expect(form.done).toHaveText(/ 1 personne a été inscrite/);
  });
});
