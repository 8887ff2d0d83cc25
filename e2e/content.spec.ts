import type { Request } from '@playwright/test';
import { english, expectSaved, french, save } from './fixtures/contentPage.ts';
import { Desk } from './fixtures/desk.ts';
import { demoToChange, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// A portal of its own: others read the titles of theirs.
test.use({ settings: demoToChange });

const isSave = (request: Request) =>
  request.method() === 'POST' && request.url().includes('/api/SystemContent/');

test('S2.59 S2.60 a breadcrumb, a tab per label with both languages side by side, and one Save', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/content/3');
  const auditLog = page.getByRole('navigation', { name: 'Fil d’Ariane' });
  await expect(auditLog.getByRole('listitem')).toHaveText([/Accueil/, /Configuration/, /Contenu/]);
  await expect(auditLog.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/home');
  await expect(auditLog.getByRole('link', { name: 'Configuration' })).toHaveAttribute(
    'href',
    '/configuration',
  );

  await expect(page.getByRole('tab')).toHaveText([
    'Titre',
    'Message d’accueil',
    'Avis de difficultés techniques',
  ]);
  await page.getByRole('tab', { name: 'Titre' }).focus();
  for (const name of ['Message d’accueil', 'Avis de difficultés techniques', 'Titre']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
    const panel = page.getByRole('tabpanel', { name });
    await expect(panel.getByRole('textbox')).toHaveCount(2);
    await expect(panel.getByRole('button', { name: 'Enregistrer', exact: true })).toHaveCount(1);
    const [left, right] = [await french(page).boundingBox(), await english(page).boundingBox()];
    expect(left?.y).toBe(right?.y);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
  }
  // A title is one line.
  expect((await french(page).boundingBox())?.height).toBeLessThan(60);
  await expect(french(page)).toHaveValue('Examens DC');
  await expect(english(page)).toHaveValue('DC Exams');
});

test('S7.38 S8.8 S1.5 Save sends both languages, says so, and the sign-in page of the system shows them', async ({
  page,
}) => {
  await enterAs(page, 'admin.cgpp@demo.example');
  await page.goto('/configuration/content/9');
  await french(page).fill('Gestion de projet');
  await english(page).fill('Project management');
  await expect(
    page.getByText('Aperçu de la page d’ouverture de session').first().locator('..'),
  ).toContainText('Gestion de projet');
  const sent = Promise.all(
    [0, 1].map((id) =>
      page.waitForRequest((request) => isSave(request) && request.url().endsWith(`/9/${id}/Title`)),
    ),
  );
  await save(page);
  const bodies = (await sent).map((request) => request.postDataJSON());
  expect(bodies).toMatchObject([
    { systemId: 9, label: 'Title', languageId: 0, content: 'Gestion de projet' },
    { systemId: 9, label: 'Title', languageId: 1, content: 'Project management' },
  ]);
  await expectSaved(page);
  await expect(page.getByText('Modifications non enregistrées')).toHaveCount(0);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login?systemId=9');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestion de projet');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project management');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Project management');
});

test('S8.8 a save that fails is told with its error, and what was typed stays for another try', async ({
  page,
}) => {
  await enterAs(page, 'admin.tep@demo.example');
  await page.goto('/configuration/content/8');
  await french(page).fill('Titre à garder');
  await english(page).fill('A title to keep');
  await page.route('**/api/SystemContent/8/1/Title', (route) =>
    route.fulfill({
      status: 503,
      json: {
        type: 'about:blank',
        status: 503,
        title: 'busy',
        code: 'busy',
        detail: 'Le service est très occupé.',
      },
    }),
  );
  await save(page);
  const toast = page.getByRole('listitem').filter({ hasText: 'mais pas' });
  await expect(toast).toContainText('Content');
  await expect(toast).toContainText('Le français a été enregistré, mais pas l’anglais.');
  await expect(toast).toContainText('très occupé');
  // The toast goes, the reason stays at the text.
  await expect(english(page)).toHaveAccessibleDescription('Le service est très occupé.');
  await expect(english(page)).toHaveValue('A title to keep');
  await expect(page.getByText('Modifications non enregistrées').first()).toBeVisible();

  // What is too long is told at its field before anything is sent.
  await french(page).fill('x'.repeat(151));
  await save(page);
  await expect(french(page)).toBeFocused();
  await expect(french(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Ce texte est trop long. Raccourcissez-le.').first()).toBeVisible();

  await page.unroute('**/api/SystemContent/8/1/Title');
  await french(page).fill('Titre à garder');
  await save(page);
  await expectSaved(page);
  await page.reload();
  await expect(english(page)).toHaveValue('A title to keep');
});

test('a language that is missing, or older than the other, is marked at its text and at its tab', async ({
  page,
  portal,
}) => {
  const desk = await Desk.open(portal.url, 'admin.np@demo.example', 4);
  await desk.writeContent('TechDiff', 'fr', 'Panne prévue samedi.');
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/configuration/content/4?label=TechDiff');
  await expect(
    page.getByRole('tab', { name: /^Avis de difficultés techniques.*Le texte anglais manque/ }),
  ).toBeVisible();
  await expect(page.getByRole('tabpanel').getByText('Le texte anglais manque')).toBeVisible();

  await page.route('**/api/SystemContent/4', async (route) => {
    const answer = await route.fetch();
    const items = (await answer.json()) as { label: string; languageId: number; savedAt: string }[];
    for (const item of items)
      if (item.label === 'Title' && item.languageId === 1) item.savedAt = '2026-01-11T10:00:00.000Z';
    await route.fulfill({ response: answer, json: items });
  });
  await page.reload();
  await page
    .getByRole('tab', { name: /^Titre.*Le texte anglais est plus ancien que le texte français/ })
    .click();
  await expect(
    page.getByRole('tabpanel').getByText('Le texte anglais est plus ancien que le texte français'),
  ).toBeVisible();
});
