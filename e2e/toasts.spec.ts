import { boxOf } from './fixtures/boxOf.ts';
import { Desk } from './fixtures/desk.ts';
import { registrarList } from './fixtures/lists.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToFill });

for (const [width, height] of [
  [1280, 800],
  [700, 800],
  [320, 640],
] as const) {
  test(`two toasts of a work page lie over none of its controls at ${width} × ${height}, nor move what is pressed`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await enterAs(page, 'admin.ilob@demo.example');
    await page.goto('/ilob/configuration?tab=spaces');
    const title = page.getByLabel('Titre');
    const create = page.getByRole('button', { name: 'Créer l’examen' });
    const bar = await boxOf(page.getByRole('banner'));
    const heading = page.getByRole('heading', { level: 1 });
    await create.scrollIntoViewIfNeeded();
    for (const count of [1, 2]) {
      await title.fill(`Le ${count} de ${width}`);
      await page.getByLabel('Date de l’examen').fill('2099-02-01');
      await create.hover();
      const before = await boxOf(create);
      const top = await boxOf(heading);
      await page.mouse.down();
      await page.mouse.up();
      await expect(page.locator('[data-toast]')).toHaveCount(count);
      expect((await boxOf(create)).y).toBe(before.y);
      expect((await boxOf(heading)).y).toBe(top.y);
      // A toast stays for as long as the pointer is over it.
      await page.locator('[data-toast]').first().dispatchEvent('pointerover');
    }
    await page.mouse.move(2, height - 10);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => page.evaluate(controlsBelowToasts)).toEqual([]);
    expect((await boxOf(page.getByRole('banner'))).height).toBe(bar.height);
  });
}

function controlsBelowToasts(): string[] {
  const toasts = [...document.querySelectorAll('[data-toast]')].map((toast) => toast.getBoundingClientRect());
  if (toasts.length < 2) return ['a toast is gone'];
  return [...document.querySelectorAll('a, button, input, select')]
    .filter((control) => {
      const box = control.getBoundingClientRect();
      if (box.width <= 1 || control.closest('[data-toast]')) return false;
      return toasts.some(
        ({ left, right, top, bottom }) =>
          box.left < right && box.right > left && box.top < bottom && box.bottom > top,
      );
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 100));
}

test('the form of an exam that folds once the exam is made leaves no empty band above the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto('/ilob/configuration?tab=spaces');
  const bar = await boxOf(page.getByRole('banner'));
  await page.getByLabel('Titre', { exact: true }).fill('Un examen à neuf champs');
  await page.getByLabel('Date de l’examen').fill('2099-02-01');
  await page.getByText('Titre en anglais, heures, lieu et consignes').click();
  await page.getByLabel('Titre en anglais').fill('An exam with nine fields');
  await page.getByRole('button', { name: 'Créer l’examen' }).click();
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Ouvrir la page de l’examen' })).toBeInViewport();
  expect(await boxOf(page.getByRole('banner'))).toEqual(bar);
});

test('an undo asked for from further down the page leaves the page where it is', async ({ page, portal }) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Un examen de trente personnes');
  expect(await staff.place(exam, new Uint8Array(registrarList(30)))).toBe(30);
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto(`/configuration/exams/5/${exam.id}`);
  await page.getByRole('button', { name: 'Sélectionner des personnes' }).click();
  await page
    .getByRole('checkbox', { name: /^Sélectionner Anaïs/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Désinscrire…/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /^Oui/ }).click();
  const undo = page.getByRole('button', { name: 'Annuler ce changement' });
  await expect(undo).toBeVisible();
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 5000);
  const form = page.locator('#exam-form');
  await expect.poll(async () => (await boxOf(form)).y).toBeLessThan(100);
  const before = await boxOf(form);
  // A click by the locator would itself scroll to a toast, which sticks to the window.
  const { x, y } = await boxOf(undo);
  await page.mouse.click(x + 5, y + 5);
  await expect(undo).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await boxOf(form)).toEqual(before);
});

test('a page that a toast leads to begins at its bar, and so does sign-in after a sign-out while one is up', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
  const exam = await staff.makeExam('Un examen à copier');
  await enterAs(page, 'admin.telfer@demo.example');
  await page.goto(`/configuration/exams/5/${exam.id}`);
  const bar = page.getByRole('banner');
  const former = await boxOf(bar);
  await page.getByRole('button', { name: /^Autres actions.*Un examen à copier$/ }).click();
  await page.getByRole('menuitem', { name: /Copier l’examen/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Titre en français').fill('Sa copie');
  await dialog.getByLabel('Date de l’examen').fill('2099-03-01');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Créer la copie' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sa copie' })).toBeVisible();
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  await expect.poll(() => boxOf(bar)).toEqual(former);
  await page.getByRole('link', { name: 'Fermer la session' }).click();
  await expect(page.getByRole('button', { name: 'Ouvrir la session' })).toBeVisible();
  await expect.poll(async () => (await boxOf(bar)).y).toBe(0);
});
