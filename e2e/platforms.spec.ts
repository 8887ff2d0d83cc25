import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { besideMoodle as test } from './fixtures/moodlePortal.ts';
import { demo, expect } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: { ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1' } });

test('a super admin tries a Moodle site, registers it and moves a system there, by keyboard', async ({
  page,
  moodle,
}) => {
  const { setup } = moodle.site;
  setup.functions = [...setup.functions, 'core_user_delete_users'];
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration');
  await pressOn(page.getByRole('link', { name: 'Plateformes d’apprentissage' }));
  await expect(page).toHaveURL('/configuration/platforms');
  await expect(page.getByText('Aucune plateforme n’est inscrite.')).toBeVisible();

  await pressOn(page.getByRole('button', { name: 'Inscrire une plateforme' }));
  const form = page.getByRole('dialog', { name: 'Inscrire une plateforme' });
  for (const [label, text] of [
    ['Nom', 'Campus'],
    ['Adresse', moodle.url],
    ['Jeton du service web', setup.token],
    ['Numéro de la catégorie', '1'],
    ['Numéro du cours à copier', '2'],
  ] as const) {
    await tabTo(form.getByLabel(label, { exact: true }));
    await type(page, text);
  }
  await pressOn(form.getByRole('button', { name: 'Essayer', exact: true }));
  await expect(form.getByRole('status')).toContainText('Moodle 4.5.6');
  await expect(form.getByRole('status')).toContainText('à l’heure du portail');
  const courses = () => [...moodle.site.courses.values()].map(({ shortname }) => shortname);
  const before = courses();
  await pressOn(form.getByRole('button', { name: 'Essayer avec un cours caché' }));
  await expect(form.getByText('Tout a réussi')).toBeVisible();
  expect(courses()).toEqual(before);
  await pressOn(form.getByRole('button', { name: 'Enregistrer' }));
  await expect(page.getByRole('rowheader', { name: 'Campus' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(setup.token);

  await page.goto('/configuration');
  await pressOn(page.getByRole('button', { name: 'Modifier DC' }));
  const system = page.getByRole('dialog', { name: 'Modifier DC' });
  await tabTo(system.getByLabel('Plateforme d’apprentissage'));
  await page.keyboard.press('ArrowDown');
  await expect(system.getByText(/Cours d’examens à venir créés de nouveau/)).toBeVisible();
  await pressOn(system.getByRole('button', { name: 'Déplacer vers Campus' }));
  await expect(page.getByText('Le système utilise maintenant : Campus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Plateforme\s: Campus$/)).toBeVisible();
  // The course of the coming exam is made there, with its candidates.
  await expect.poll(() => courses().filter((name) => name.startsWith('DC-'))).not.toEqual([]);
  await expect.poll(() => [...moodle.site.enrolments.values()].some((people) => people.size > 0)).toBe(true);

  await page.goto('/configuration/platforms');
  await pressOn(page.getByRole('button', { name: 'Retirer Campus' }));
  const question = page.getByRole('alertdialog');
  await pressOn(question.getByRole('button', { name: 'Oui' }));
  await expect(question).toContainText('des systèmes l’utilisent (DC)');
});
