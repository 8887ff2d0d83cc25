import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { EmailDesk } from './fixtures/emailDesk.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToFill });

/** As a person types. */
const pace = { delay: 40 };

const bodyOf = (page: Page) => page.frameLocator('.body-editor iframe').locator('body');

/** Where the text and the caret stand in the window, and where the bar with Save begins to cover them. */
function places(page: Page) {
  return page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('.body-editor iframe');
    const inside = frame?.contentWindow?.getSelection();
    if (!frame || !inside) throw new Error('The text is not there.');
    const { top, bottom } = frame.getBoundingClientRect();
    const range = inside.getRangeAt(0);
    const start = range.startContainer;
    const block = start instanceof Text || start.nodeType === 3 ? start.parentElement : (start as Element);
    const caret = range.getClientRects()[0] ?? block?.getBoundingClientRect();
    if (!caret) throw new Error('The caret has no place.');
    const bar = document.querySelector('.save-bar')?.getBoundingClientRect().top ?? window.innerHeight;
    const end = Math.min(bottom, bar, window.innerHeight);
    return { shown: end - Math.max(0, top), caretEnd: top + caret.bottom, top, end };
  });
}

test('at 1280 × 800 a message, the own text of an exam and a letter have 360 px of text, and their preview beside it', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const staff = await Desk.open(portal.url, 'admin.np@demo.example', 4);
  const exam = await staff.makeExam('Un examen à qui l’on écrit');
  await staff.giveOwnText(exam.id);
  await enterAs(page, 'admin.np@demo.example');
  for (const address of [
    '/np/configuration?tab=email',
    '/en/np/configuration?tab=email&message=en',
    `/configuration/exams/4/${exam.id}/messages`,
    `/en/configuration/exams/4/${exam.id}/messages?message=en`,
    `/configuration/exams/4/${exam.id}/letter`,
    `/en/configuration/exams/4/${exam.id}/letter`,
  ]) {
    await page.goto(address);
    await bodyOf(page).click();
    await page.keyboard.press('Control+Home');
    await expect.poll(async () => (await places(page)).shown, address).toBeGreaterThanOrEqual(360);
    const text = await page.locator('.body-editor').boundingBox();
    const preview = await page.getByRole('region', { name: /^(Aperçu|Preview)$/ }).boundingBox();
    if (!text || !preview) throw new Error('The text or its preview is not there.');
    expect(preview.x, address).toBeGreaterThan(text.x + text.width);
    expect(preview.y, address).toBeLessThan(text.y);
  }
});

for (const size of [
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
]) {
  test(`nothing covers the line being typed at ${size.width} × ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    await EmailDesk.open(page, 'np');
    await bodyOf(page).click();
    await page.keyboard.press('Control+End');
    for (let line = 0; line < 8; line += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type(`Ligne ${line}`, pace);
      await expect
        .poll(async () => {
          const { caretEnd, top, end } = await places(page);
          return caretEnd > top && caretEnd <= end;
        })
        .toBe(true);
    }
  });
}

test('typing goes on in the text after a field was inserted, and Ctrl+S saves from there', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'ac');
  await desk.body.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Bonjour ', pace);
  await desk.button('Insérer un champ de fusion').click();
  await page.getByRole('menuitem', { name: /^Prénom/ }).click();
  await page.keyboard.type(', à demain', pace);
  await expect(desk.body).toContainText('Bonjour {{firstName}}, à demain');
  await page.keyboard.press('Control+s');
  await expect(desk.popup('Enregistrement du message')).toContainText('C’est enregistré.');
  await expect(page.getByText('Non enregistré')).toHaveCount(0);
  await page.reload();
  await desk.isReady();
  await expect(desk.body).toContainText('Bonjour {{firstName}}, à demain');
});

test('Ctrl+S and ⌘S save the own text of an exam, for this exam alone', async ({ page, portal }) => {
  const staff = await Desk.open(portal.url, 'admin.np@demo.example', 4);
  const exam = await staff.makeExam('Un examen à son propre texte');
  await staff.giveOwnText(exam.id);
  await enterAs(page, 'admin.np@demo.example');
  await page.goto(`/configuration/exams/4/${exam.id}/messages`);
  for (const [key, words] of [
    ['Control+s', 'Porte 3'],
    ['Meta+s', 'Porte 4'],
  ] as const) {
    await bodyOf(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(` ${words}`, pace);
    await expect(page.getByText('Non enregistré').first()).toBeAttached();
    await page.keyboard.press(key);
    await expect(page.getByText('Non enregistré')).toHaveCount(0);
    await page.reload();
    await expect(bodyOf(page)).toContainText(words);
  }
  await page.goto('/np/configuration?tab=email');
  await expect(bodyOf(page)).toContainText('{{firstName}}');
  await expect(bodyOf(page)).not.toContainText('Porte');
});

test('the previews of both languages stay when the other language is edited', async ({ page, portal }) => {
  const staff = await Desk.open(portal.url, 'admin.np@demo.example', 4);
  const exam = await staff.makeExam('Un examen aux deux aperçus');
  await enterAs(page, 'admin.np@demo.example');
  await page.goto(`/configuration/exams/4/${exam.id}/letter`);
  const previews = page.getByRole('region', { name: 'Aperçu' });
  const expectBoth = async () => {
    for (const title of ['Courriel en français', 'Courriel en anglais']) {
      // Until both texts are there, one mail goes to the readers of both languages.
      await expect(previews.locator(`iframe[title="${title}"]`)).toHaveCount(1);
      await expect(previews.frameLocator(`iframe[title="${title}"]`).locator('body')).toContainText(
        'À bientôt',
      );
    }
  };
  for (const language of ['Français', 'Anglais', 'Français']) {
    await page.getByRole('radio', { name: language }).check({ force: true });
    await page.getByLabel('Objet').fill('Rendez-vous');
    await bodyOf(page).click();
    await page.keyboard.type('À bientôt', pace);
    if (language === 'Français') continue;
    await expectBoth();
  }
  await expectBoth();
});

test('Ctrl+S in a letter says that it is kept', async ({ page, portal }) => {
  const staff = await Desk.open(portal.url, 'admin.np@demo.example', 4);
  const exam = await staff.makeExam('Un examen dont la lettre est gardée');
  await enterAs(page, 'admin.np@demo.example');
  await page.goto(`/configuration/exams/4/${exam.id}/letter`);
  await page.getByLabel('Objet').click();
  await page.keyboard.type('Rendez-vous', pace);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('La lettre est gardée', { exact: true })).toBeVisible();
});
