import type { Page } from '@playwright/test';
import { demoToChange, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

// A portal of its own: others look at pages without a banner.
test.use({ settings: demoToChange });

const content = '/configuration/content/8';
const configuration = '/tep/configuration?tab=spaces';

/** As a browser's own encoder writes it. */
async function drawPicture(page: Page, kind: 'png' | 'jpeg' | 'webp', width = 1200, height = 300) {
  const url = await page.evaluate(
    ([type, w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const pen = canvas.getContext('2d');
      if (pen) pen.fillStyle = 'teal';
      pen?.fillRect(20, 20, w - 40, h - 40);
      return canvas.toDataURL(`image/${type}`);
    },
    [kind, width, height] as const,
  );
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer la bannière' }).click();
const saved = (page: Page) =>
  expect(page.getByRole('listitem').filter({ hasText: 'La bannière a été enregistrée.' })).toBeVisible();

/** Every picture of the page has come. */
async function expectNoBrokenImage(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(
        () => [...document.images].filter((image) => !image.complete || image.naturalWidth === 0).length,
      ),
    )
    .toBe(0);
}

test('S1.7 a banner shows on the configuration page of its system, is said in both languages, and leaves no trace when removed', async ({
  page,
}) => {
  await enterAs(page, 'admin.tep@demo.example');
  await page.goto(configuration);
  await expect(page.getByRole('tab')).toHaveCount(5);
  await expect(page.locator('main img')).toHaveCount(0);

  await page.goto(content);
  await choose(page, 'salle.webp', await drawPicture(page, 'webp'));
  // Before it is saved, the picture shows as the pages will have it.
  await expect(page.getByRole('img', { name: /^Aperçu de la nouvelle bannière/ })).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(2);
  const asPreviewed = await page.locator('main img').last().boundingBox();
  await save(page);
  await expect(page.getByLabel('En français', { exact: true })).toBeFocused();
  await expect(page.getByLabel('En anglais', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('En français', { exact: true }).fill('La salle d’examen');
  await page.getByLabel('En anglais', { exact: true }).fill('The exam room');
  await save(page);
  await saved(page);

  const served = page.waitForResponse(/\/api\/valid\/banner\/8/);
  await page.goto(configuration);
  const headers = (await served).headers();
  expect(headers['content-type']).toBe('image/webp');
  expect(headers['x-content-type-options']).toBe('nosniff');
  const strip = page.locator('main img');
  await expect(strip).toBeVisible();
  await expect(strip).toHaveAttribute('alt', '');
  await expectNoBrokenImage(page);
  const asOnPages = await strip.boundingBox();

  await page.goto(content);
  await expect(page.getByRole('img', { name: 'La salle d’examen' })).toBeVisible();
  expect(asPreviewed?.height).toBe(asOnPages?.height);
  expect((await page.locator('main img').last().boundingBox())?.height).toBe(asOnPages?.height);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('img', { name: 'The exam room' })).toBeVisible();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.goto(configuration);

  // A picture that does not come leaves a page without a hole.
  await page.route('**/api/valid/banner/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('tab')).toHaveCount(5);
  await expect(page.locator('main img')).toHaveCount(0);
  await page.unroute('**/api/valid/banner/**');

  await page.goto(content);
  await page.getByLabel('L’image est décorative').check();
  await save(page);
  await saved(page);
  await page.goto(configuration);
  await expect(page.locator('main img')).toHaveAttribute('alt', '');

  await page.goto(content);
  await page.getByRole('button', { name: 'Retirer la bannière' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('TEP');
  await question.getByRole('button', { name: 'Non' }).click();
  await expect(page.locator('main img')).toHaveCount(2);
  await page.getByRole('button', { name: 'Retirer la bannière' }).click();
  await question.getByRole('button', { name: 'Oui' }).click();
  await expect(page.locator('main img')).toHaveCount(0);
  await page.goto(configuration);
  await expect(page.getByRole('tab')).toHaveCount(5);
  await expect(page.locator('main img')).toHaveCount(0);
});

test('what is no fit picture is refused with the reason, whatever it is called, and can be replaced at once', async ({
  page,
}) => {
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/configuration/content/4');
  await page.getByLabel('L’image est décorative').check();
  const tooNarrow = await drawPicture(page, 'png', 300, 100);
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  await choose(page, 'banniere.png', script);
  await save(page);
  await expect(page.getByText('n’est pas une image PNG, JPEG ou WebP complète')).toBeVisible();
  await expect(page.getByText(/^Aperçu de la nouvelle bannière/)).toHaveCount(0);
  await expect(page.getByText('banniere.png')).toBeVisible();

  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/SystemBanner/')) sent += 1;
  });
  await choose(page, 'banniere.png', tooNarrow);
  await expect(page.getByText('Cette image mesure 300 × 100 pixels.')).toBeVisible();
  await expect(page.getByText(/^Aperçu de la nouvelle bannière/)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Enregistrer la bannière' })).toBeDisabled();
  await choose(page, 'lourde.png', Buffer.alloc(2 * 1024 * 1024 + 1));
  await expect(page.getByText('Cette image dépasse 2 Mo.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enregistrer la bannière' })).toBeDisabled();
  expect(sent).toBe(0);

  await choose(page, 'bonne.jpg', await drawPicture(page, 'jpeg'));
  await save(page);
  await saved(page);
  await expect(page.locator('main img')).toHaveCount(2);
  await expectNoBrokenImage(page);
});

test('S1.6 S1.7 a banner takes the place of the picture at the top of its system’s pages, which comes back when the banner does not load', async ({
  page,
}) => {
  await enterAs(page, 'admin.dc@demo.example');
  const top = page.locator('main img');
  await page.goto('/dc/configuration');
  await expect(top).toHaveAttribute('src', '/assets/tops/system-3.svg');
  // The drawing is cut to a strip by the frame around it.
  const drawn = await top.locator('..').boundingBox();

  await page.goto('/configuration/content/3');
  await choose(page, 'cour.png', await drawPicture(page, 'png'));
  await page.getByLabel('L’image est décorative').check();
  await save(page);
  await saved(page);
  for (const path of ['/dc/configuration', '/dc/configuration?tab=users']) {
    await page.goto(path);
    await expect(page.getByRole('tab')).toHaveCount(5);
    await expect(top).toHaveCount(1);
    await expect(top).toHaveAttribute('src', /^\/api\/valid\/banner\/3/);
    await expect(top).toHaveAttribute('alt', '');
    expect(await top.boundingBox()).toEqual(drawn);
  }

  await page.route('**/api/valid/banner/**', (route) => route.abort());
  await page.reload();
  await expect(top).toHaveAttribute('src', '/assets/tops/system-3.svg');
  await page.unroute('**/api/valid/banner/**');
  await page.goto('/configuration/content/3');
  await page.getByRole('button', { name: 'Retirer la bannière' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Oui' }).click();
  await expect(page.locator('main img')).toHaveCount(1);
});
