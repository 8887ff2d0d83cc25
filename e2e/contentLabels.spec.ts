import { english, expectSaved, french, save } from './fixtures/contentPage.ts';
import { Desk } from './fixtures/desk.ts';
import { demoToChange, expect, test } from './fixtures/portal.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

// A portal of its own: others read the titles of theirs.
test.use({ settings: demoToChange });

test('S1.4 a label that a system words itself wins over the general one on its pages, and on no others', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/content/6');
  await page.getByRole('button', { name: 'Ajouter un texte' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom du texte').fill('titre à nous');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Entrez une lettre, puis des lettres')).toBeVisible();
  await dialog.getByLabel('Nom du texte').fill('Import.Success');
  await page.keyboard.press('Enter');
  await french(page).fill('Bravo! {0} personnes admises.');
  await english(page).fill('Well done! {0} people admitted.');
  await save(page);
  await expectSaved(page);

  for (const [systemId, slug, words] of [
    [6, 'ac', 'Bravo! 1 personnes admises.'],
    [2, 'pdi', 'La liste est importée dans PDI.'],
  ] as const) {
    const desk = await Desk.open(portal.url, 'super@demo.example', systemId);
    const { title } = await desk.makeExam(`Contenu ${slug}`);
    await page.goto(`/${slug}/configuration?tab=import`);
    const option = page.locator('option', { hasText: title });
    await page.getByRole('combobox', { name: 'Examen' }).selectOption(await option.getAttribute('value'));
    await page.locator('input[type=file]').setInputFiles({
      name: 'liste.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Prénom,Nom,Courriel\nZoé,Côté,zoe.${slug}@example.com`),
    });
    await page.getByRole('button', { name: 'Vérifier le fichier' }).click();
    await page.getByRole('button', { name: 'Importer 1 personne' }).click();
    await expect(page.getByText(words)).toBeVisible();
  }
});

test('a label that a system has made is removed after a question', async ({ page, portal }) => {
  const desk = await Desk.open(portal.url, 'admin.dc@demo.example', 3);
  await desk.writeContent('Aide', 'fr', 'Demandez au guichet.');
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/configuration/content/3?label=Aide');
  await page.getByRole('button', { name: /^Retirer le texte .*Aide/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('pour toutes les personnes qui administrent le système');
  await question.getByRole('button', { name: 'Non' }).click();
  await expect(page.getByRole('tab', { name: 'Aide' })).toBeVisible();
  await page.getByRole('button', { name: /^Retirer le texte .*Aide/ }).click();
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(page.getByRole('tab', { name: /^Aide/ })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Titre' })).toHaveAttribute('aria-selected', 'true');
});

for (const who of ['admin.pdi', 'support.pdi', 'candidate.pdi']) {
  test(`S2.61 the hub refuses ${who}, and content opens for admins of that system alone`, async ({
    page,
    portal,
  }) => {
    const email = `${who}@demo.example`;
    const headers = { authorization: `Bearer ${await tokenOf(portal.url, email)}` };
    const statusOf = async (path: string) => (await fetch(`${portal.url}/api${path}`, { headers })).status;
    expect(await statusOf('/System')).toBe(403);
    expect(await statusOf('/SystemContent/3')).toBe(403);
    expect(await statusOf('/SystemContent/2')).toBe(who === 'admin.pdi' ? 200 : 403);

    await enterAs(page, email);
    await page.goto('/configuration');
    await expect(page).toHaveURL(/\/forbidden$/);
    await page.goto('/configuration/content/3');
    await expect(page).toHaveURL(/\/forbidden\?systemId=3$/);
    await page.goto('/configuration/content/2');
    if (who === 'admin.pdi') await expect(page.getByRole('tab', { name: 'Titre' })).toBeVisible();
    else await expect(page).toHaveURL(/\/forbidden\?systemId=2$/);
  });
}

test('S2.61 the page of people opens for whoever administers a system, and shows those of that system', async ({
  page,
}) => {
  await enterAs(page, 'admin.pdi@demo.example');
  const asked = page.waitForResponse('**/api/user/search');
  await page.goto('/configuration/users');
  const { data } = (await (await asked).json()) as { data: { email: string }[] };
  const emails = data.map(({ email }) => email);
  expect(emails).toContain('admin.pdi@demo.example');
  // The accounts of the demo bear their system in their address.
  expect(emails.filter((email) => /\.(education|dc|np|telfer|ac|ilob|tep|cgpp)@/.test(email))).toEqual([]);
  await expect(page.getByRole('row').filter({ hasText: 'admin.pdi@demo.example' })).toBeVisible();
  await enterAs(page, 'support.pdi@demo.example');
  await page.goto('/configuration/users');
  await expect(page).toHaveURL(/\/forbidden$/);
});
