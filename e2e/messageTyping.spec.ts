import type { Page } from '@playwright/test';
import { EmailDesk } from './fixtures/emailDesk.ts';
import { pressOn, tabTo } from './fixtures/keyboard.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';

test.use({ settings: demoToFill });

/** As a person types. */
const pace = { delay: 40 };

async function typeTwoParagraphs(page: Page, first: string, second: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(first, pace);
  await page.keyboard.press('Enter');
  await page.keyboard.type(second, pace);
}

test('two paragraphs typed in both languages stand as they were typed, through saving, the other language and undo', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'telfer');
  const paragraphs = desk.body.locator('p');
  await desk.body.click();
  await typeTwoParagraphs(page, 'Votre examen est demain.', 'À l’école, dès 9');
  await expect(paragraphs).toHaveText(['Votre examen est demain.', 'À l’école, dès 9']);

  // A dead key, then its letter: « ê » is composed while the text is told.
  const keys = await page.context().newCDPSession(page);
  await page.keyboard.type(' h; ', pace);
  await keys.send('Input.imeSetComposition', { text: '^', selectionStart: 1, selectionEnd: 1 });
  await keys.send('Input.imeSetComposition', { text: 'ê', selectionStart: 1, selectionEnd: 1 });
  await keys.send('Input.insertText', { text: 'ê' });
  await page.keyboard.type('tre là', pace);
  await expect(paragraphs).toHaveText(['Votre examen est demain.', 'À l’école, dès 9 h; être là']);

  // The caret waits in the first paragraph while the text is saved, and while the other message is written.
  for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await desk.save.click();
  await expect(desk.popup('Enregistrement du message')).toContainText('C’est enregistré.');
  await desk.write('Anglais');
  await desk.body.click();
  await typeTwoParagraphs(page, 'Your exam is tomorrow.', 'Be there at 9.');
  await expect(paragraphs).toHaveText(['Your exam is tomorrow.', 'Be there at 9.']);
  await desk.write('Français');
  await desk.body.focus();
  await page.keyboard.type(' matin', pace);
  await expect(paragraphs.first()).toHaveText('Votre examen est demain matin.');
  await page.keyboard.press('Control+Z');
  await expect(paragraphs.first()).toHaveText('Votre examen est demain.');
  await page.keyboard.type(' soir', pace);
  await expect(paragraphs).toHaveText(['Votre examen est demain soir.', 'À l’école, dès 9 h; être là']);
});

test('whoever finds by keyboard that the two messages match says so once, until one of them is changed', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'tep');
  const match = desk.button('Ils correspondent');
  const save = async (words: string) => {
    await tabTo(desk.subject, 'Shift+Tab');
    await page.keyboard.press('End');
    await page.keyboard.type(words, pace);
    await pressOn(desk.save);
    await expect(match).toBeVisible();
  };
  await tabTo(desk.save);
  await save(' (salle 112)');
  await tabTo(match, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(match).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.reload();
  await desk.isReady();
  await expect(desk.subject).toHaveValue(/salle 112/);
  await expect(match).toHaveCount(0);
  await tabTo(desk.save);
  await save(' bis');
});
