import { expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: { DEMO: 'true' } });

const pace = { delay: 30 };

test('a super admin finds the notice to everyone by its usual name, and all read it on every page until it is taken down', async ({
  page,
  browser,
  portal,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Accès rapide' })).toBeVisible();
  await page.keyboard.type('bannière', pace);
  await page.getByRole('option', { name: /Avis à tout le monde/ }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Avis à tout le monde' });
  await expect(dialog.getByLabel('Texte français')).toBeFocused();
  await page.keyboard.type('Panne samedi de 8 h à 10 h', pace);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Outage on Saturday from 8 to 10 a.m.', pace);
  await dialog.getByRole('button', { name: 'Enregistrer l’avis' }).click();
  await expect(page.getByText('L’avis est affiché sur toutes les pages du portail.')).toBeVisible();
  const french = page.getByText('Panne samedi de 8 h à 10 h', { exact: true });
  const english = page.getByText('Outage on Saturday from 8 to 10 a.m.', { exact: true });
  await expect(french).toBeVisible();
  await expect(english).toBeHidden();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(english).toBeVisible();
  await expect(french).toBeHidden();

  const other = await browser.newPage();
  await other.goto(`${portal.url}/en/login`);
  await expect(other.getByText('Outage on Saturday from 8 to 10 a.m.')).toBeVisible();
  await expect(other.getByText('Panne samedi')).toBeHidden();

  await page.goto('/configuration?broadcast=true');
  await page.getByRole('button', { name: 'Take the notice down' }).click();
  await expect(english).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByText('Outage on Saturday')).toHaveCount(0);
  await other.close();
});

test('a toast leaves no gap in the header: the notice to everyone stays above the page, and both move down for whoever scrolls up', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/configuration?broadcast=true');
    const dialog = page.getByRole('dialog', { name: 'Avis à tout le monde' });
    await dialog.getByLabel('Texte français').fill(`Panne samedi de 8 h à 10 h, largeur ${width}`);
    await dialog.getByLabel('Texte anglais').fill('Outage on Saturday from 8 to 10 a.m.');
    // A page does not move under a pointer that rests on a control.
    await page.mouse.move(2, 2);
    await dialog.getByRole('button', { name: 'Enregistrer l’avis' }).press('Enter');
    const toast = page.getByRole('listitem').filter({ hasText: 'L’avis est affiché' });
    await expect(toast).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const measure = async () => {
      const [notice, header, card] = await Promise.all(
        [page.locator('#broadcast'), page.getByRole('banner'), toast].map((each) => each.boundingBox()),
      );
      return {
        notice: Math.round(notice?.y ?? Number.NaN),
        gap: Math.round((header?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0)),
        below: Math.round((notice?.y ?? 0) - (card?.y ?? 0) - (card?.height ?? 0)),
        toast: Math.round(card?.y ?? Number.NaN),
      };
    };
    // The room is there once the page has scrolled by it.
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect.poll(measure).toMatchObject({ notice: 0, gap: 0 });
    await page.evaluate(() => scrollTo(0, 0));
    const up = await measure();
    expect(up.gap, `${width} px`).toBe(0);
    expect(up.below, `${width} px`).toBeGreaterThanOrEqual(0);
    expect(up.toast, `${width} px`).toBeLessThanOrEqual(24);
  }
});
