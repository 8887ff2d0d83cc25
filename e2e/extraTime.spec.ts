import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { moodleTest as test } from './fixtures/moodlePortal.ts';
import { expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

const list = Buffer.from(
  [
    'Prénom;Nom;Courriel;Temps supplémentaire',
    'Agathe;Essai;agathe.temps@etu.example.ca;597 min',
    'Basile;Essai;basile.temps@etu.example.ca;',
  ].join('\r\n'),
);

test('by keyboard, an administrator is refused a list with extra time, gets the right to it, and sees it in place on Moodle', async ({
  page,
  portal,
  moodle: { site },
}) => {
  const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
  const cohort = await staff.makeCohort('Temps supplémentaire');
  const check = async () => {
    await enterAs(page, 'admin.ilob@demo.example');
    await page.goto(`/ilob/configuration?tab=import&cohort=${cohort.id}`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: list });
    await pressOn(page.getByRole('button', { name: 'Vérifier le fichier' }));
  };

  await test.step('without the right the list is refused for that reason, and shows nothing', async () => {
    await check();
    const refusal = page.getByText(/a une colonne de temps supplémentaire.*la superadministration/);
    await expect(refusal.first()).toBeVisible();
    await expect(page.getByText('597')).toHaveCount(0);
    expect(await staff.listCandidates(cohort.id)).toEqual([]);
  });

  await test.step('a super admin gives the right beside the roles', async () => {
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration/users?q=admin.ilob@demo.example');
    await pressOn(page.getByRole('button', { name: /^Voir les renseignements/ }));
    await pressOn(page.getByRole('button', { name: 'Changer les rôles' }));
    const roles = page.getByRole('dialog', { name: /^Rôles/ });
    await tabTo(roles.getByRole('checkbox', { name: /^Voir et accorder le temps supplémentaire/ }).first());
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Rôles à jour/)).toBeVisible();
  });

  await check();
  await expect(page.getByText('Temps supplémentaire : accordé à 1 personne.')).toBeVisible();
  await pressOn(page.getByRole('button', { name: 'Importer 2 personnes' }));
  const limits = () => [...site.overrides.values()].map(({ timelimit }) => timelimit);
  // The template's quiz has three hours.
  await expect.poll(limits, { timeout: 60_000 }).toEqual([10_800 + 597 * 60]);

  await page.goto(`/ilob/configuration?tab=users&cohort=${cohort.id}`);
  await pressOn(page.getByRole('row', { name: /Agathe/ }).getByRole('button', { name: /renseignements/ }));
  const panel = page.getByRole('dialog', { name: /Agathe/ });
  const field = panel.getByLabel('Temps en plus');
  await expect(field).toHaveValue('597 min');
  await expect(panel.getByText(/^En place dans le seul test à durée limitée/)).toBeVisible();
  await tabTo(field);
  await page.keyboard.press('Control+A');
  await type(page, '1,5');
  await page.keyboard.press('Enter');
  await expect.poll(limits, { timeout: 30_000 }).toEqual([16_200]);
  await expect(panel.getByText(/^En place dans le seul test à durée limitée/)).toBeVisible();
  await pressOn(panel.getByRole('button', { name: 'Retirer' }));
  await expect.poll(limits, { timeout: 30_000 }).toEqual([]);
  await expect(field).toBeFocused();
});
