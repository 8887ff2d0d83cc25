import { EmailDesk } from './fixtures/emailDesk.ts';
import { demo, expect, test } from './fixtures/portal.ts';

test.use({ settings: demo });

test('Save is in view at 1280 × 800 and at 320 × 640 without scrolling, before anything is typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const desk = await EmailDesk.open(page, 'np');
  for (const size of [page.viewportSize(), { width: 1280, height: 800 }]) {
    if (size) await page.setViewportSize(size);
    await expect(desk.save).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});

test('a placeholder that does not exist is named at its field, which takes the focus, in the popup and in the preview', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'np');
  const preview = page.getByRole('region', { name: 'Courriel en français' });
  const reason = 'Ce champ de fusion n’existe pas\u00a0: prenom. Corrigez-le ou retirez-le.';
  await desk.body.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' {{prenom}}', { delay: 40 });
  await expect(preview).toContainText(`Texte\u00a0: ${reason}`);
  await expect(preview.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
  await desk.save.click();
  const popup = desk.popup('Enregistrement du message');
  await expect(popup).toContainText('Une erreur est survenue. Le message n’a pas été enregistré');
  await expect(popup).not.toContainText(/essayez/i);
  const text = page.getByRole('group', { name: 'Texte', exact: true });
  await expect(text).toHaveAccessibleDescription(/n’existe pas\s: prenom/);
  await expect(desk.body).toBeFocused();
  // It is selected: what one types takes its place, and the error goes with it.
  await page.keyboard.type('{{firstName}}', { delay: 40 });
  await expect(desk.body.locator('p').last()).toHaveText(/\{\{firstName\}\}$/);
  await expect(desk.body).not.toContainText('prenom');
  await expect(text).not.toHaveAccessibleDescription(/prenom/);

  await desk.subject.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' {{nom}}', { delay: 40 });
  await desk.save.click();
  await expect(desk.subject).toBeFocused();
  await expect(desk.subject).toHaveAccessibleDescription(/n’existe pas\s: nom\./);
  // A failure stays until it is closed; the next one takes its place.
  await expect(popup).toHaveCount(1);
  await popup.getByRole('button').click();
  await expect(popup).toHaveCount(0);
});

test('the tools are one stop of the Tab key before the text, the arrows go through them, and the page says how else', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'np');
  const tool = (name: string | RegExp) => page.locator('.tox').getByRole('button', { name });
  await expect(page.getByText('Alt + F10 mène à la barre d’outils')).toBeVisible();
  await desk.button('Insérer un champ de fusion').focus();
  await page.keyboard.press('Tab');
  await expect(tool(/^Style/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool('Gras')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(desk.button('Insérer un champ de fusion')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(desk.body).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(desk.body.locator('p').first().locator('strong')).not.toHaveCount(0);
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Escape');
  await expect(desk.body).toBeFocused();
});

test('in the evening one writes on a dark page, and nothing of the editor is refused', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (page.url().includes('/configuration') && message.type() === 'error') complaints.push(message.text());
  });
  const desk = await EmailDesk.open(page, 'np');
  const colours = await desk.body.evaluate((body) => ({
    words: getComputedStyle(body).color,
    page: getComputedStyle(body.ownerDocument.documentElement).backgroundColor,
  }));
  expect(colours).toEqual({ words: 'rgb(237, 235, 230)', page: 'rgb(24, 28, 40)' });
  expect(complaints).toEqual([]);
});
