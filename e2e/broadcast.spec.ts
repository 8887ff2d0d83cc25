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
  await expect(page.getByText('L’avis est affiché sur toutes les pages.')).toBeVisible();
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
