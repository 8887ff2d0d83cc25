import { pressOn, tabTo, type as typeText } from './fixtures/keyboard.ts';
import { findConfirmLink } from './fixtures/people.ts';
import { demoToChange, expect, test } from './fixtures/portal.ts';
import { demoPassword, enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToChange });

test('by keyboard alone, an agent changes their name, and their address once they confirm it through its link', async ({
  browser,
  page,
  portal,
}) => {
  const former = 'support.tep@demo.example';
  const email = 'soutien.neuf@demo.example';
  await enterAs(page, former);
  await page.goto('/account');
  await pressOn(page.getByRole('button', { name: 'Changer de nom' }));
  const names = page.getByRole('dialog', { name: 'Changer de nom' });
  await tabTo(names.getByLabel('Prénom'));
  await page.keyboard.press('ControlOrMeta+a');
  await typeText(page, 'Éloïse');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Votre nom a été changé.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Mon compte/ })).toContainText('Éloïse');
  await expect(page.getByRole('button', { name: 'Changer de nom' })).toBeFocused();

  await pressOn(page.getByRole('button', { name: 'Changer d’adresse' }));
  const address = page.getByRole('dialog', { name: 'Changer d’adresse' });
  await tabTo(address.getByLabel('Nouvelle adresse courriel'));
  await typeText(page, email);
  await tabTo(address.getByLabel('Votre mot de passe'));
  await typeText(page, demoPassword);
  await page.keyboard.press('Enter');
  await expect(address.getByText(`Le lien pour ${email} n’est pas encore parti`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(`La nouvelle adresse ${email} attend`)).toBeVisible();

  const { address: link } = await findConfirmLink(portal.url, email);
  const gateway = await (await browser.newContext()).newPage();
  await gateway.goto(link, { waitUntil: 'networkidle' });
  await expect(gateway.getByText(`${email} deviendra l’adresse de votre compte`)).toBeVisible();
  await gateway.waitForTimeout(2000);
  await gateway.getByRole('button', { name: 'Confirmer cette adresse' }).click();
  await expect(gateway.getByText('Entrez le mot de passe de votre compte')).toBeVisible();
  await gateway.context().close();
  await page.goto('/account');
  await expect(page.getByRole('definition').filter({ hasText: former })).toBeVisible();

  await page.goto(link);
  await pressOn(page.getByRole('button', { name: 'Confirmer cette adresse' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merci, votre adresse est confirmée');
  await enterAs(page, email);
  await page.goto('/account');
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();
});
