import type { Page } from '@playwright/test';
import { demoToChange, expect, test } from './fixtures/portal.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

// A portal of its own: others count the systems of theirs and read their titles.
test.use({ settings: demoToChange });

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('S2.54 the hub shows number, name with its way to the content, prefix, sender and sender name of every system', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Numéro',
    'Nom',
    'Préfixe de cours',
    'Adresse d’expédition',
    'Nom de l’expéditeur',
    'Actions',
  ]);
  await rowOf(page, 'Telfer').getByRole('button', { name: 'Modifier Telfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Modifier Telfer' });
  await dialog.getByLabel('Adresse d’expédition').fill('examens@telfer.example');
  await dialog.getByLabel('Nom de l’expéditeur').fill('École Telfer');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();

  const headers = { authorization: `Bearer ${await tokenOf(portal.url, 'super@demo.example')}` };
  const systems = (await (await fetch(`${portal.url}/api/System`, { headers })).json()) as {
    id: number;
    name: string;
    coursePrefix: string;
  }[];
  expect(systems.length).toBeGreaterThanOrEqual(9);
  for (const { id, name, coursePrefix } of systems) {
    const isTelfer = name === 'Telfer';
    const row = page.getByRole('row').filter({
      has: page.locator(`a[href="/configuration/content/${id}"]`).getByText(name, { exact: true }),
    });
    await expect(row.getByRole('rowheader')).toHaveText(name);
    await expect(row.getByRole('cell')).toHaveText([
      String(id),
      coursePrefix,
      isTelfer ? 'examens@telfer.example' : /\S/,
      isTelfer ? 'École Telfer' : /\S/,
      /Modifier/,
    ]);
  }
});

test('S5.19 S5.20 a system needs a number and a name, a valid sender or none, and says so before and behind the page', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration');
  await page.getByRole('button', { name: 'Créer un système' }).click();
  const dialog = page.getByRole('dialog', { name: 'Créer un système' });
  const number = dialog.getByLabel('Numéro', { exact: true });
  const name = dialog.getByLabel('Nom', { exact: true });
  const sender = dialog.getByLabel('Adresse d’expédition');
  const submit = () => dialog.getByRole('button', { name: 'Créer le système' }).click();
  // A label stands right above its field or its hint, and that above the field, also beside a field with a longer hint.
  const gaps = await sender.evaluate((field: HTMLInputElement) => {
    const hint = document.getElementById(
      (field.getAttribute('aria-describedby') ?? '').split(' ')[0] as string,
    );
    const boxes = [field.labels?.[0], hint, field].map((part) => part?.getBoundingClientRect());
    return boxes.slice(1).map((box, n) => (box?.top ?? Infinity) - (boxes[n]?.bottom ?? 0));
  });
  for (const gap of gaps) expect(gap).toBeLessThan(20);
  // The next free number stands there.
  await expect(number).toHaveValue(/^\d+$/);
  await number.fill('');
  await expect(number).not.toHaveAttribute('aria-invalid', 'true');
  await submit();
  await expect(number).toBeFocused();
  for (const field of [number, name])
    await expect(field).toHaveAccessibleDescription(/Entrez un (?:nom|numéro)\./);
  await expect(sender).not.toHaveAttribute('aria-invalid', 'true');

  await number.fill('41');
  await name.fill('Médecine');
  await sender.fill('pas une adresse');
  await submit();
  await expect(sender).toBeFocused();
  await expect(sender).toHaveAttribute('aria-invalid', 'true');
  // Escape asks before it loses what was typed.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByText('Continuer la saisie').click();
  await expect(name).toHaveValue('Médecine');
  await sender.fill('');
  await submit();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Médecine')).toBeVisible();

  const headers = {
    authorization: `Bearer ${await tokenOf(portal.url, 'super@demo.example')}`,
    'content-type': 'application/json',
  };
  const post = (system: object) =>
    fetch(`${portal.url}/api/System`, { method: 'POST', headers, body: JSON.stringify(system) });
  const faultsOf = async (system: object) => {
    const answer = await post(system);
    const { errors } = (await answer.json()) as { errors: { path: string; messageKey: string }[] };
    return [answer.status, errors];
  };
  expect(await faultsOf({})).toEqual([
    400,
    [
      { path: 'id', messageKey: 'required' },
      { path: 'name', messageKey: 'required' },
    ],
  ]);
  expect(await faultsOf({ id: 42, name: 'Droit', emailFrom: 'x@' })).toEqual([
    400,
    [{ path: 'emailFrom', messageKey: 'email' }],
  ]);
  expect((await post({ id: 42, name: 'Droit', emailFrom: '' })).status).toBe(200);
});

test('S2.55 a system made in the hub appears in its table, and works at once wherever the nine do', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration');
  await page.getByRole('button', { name: 'Créer un système' }).click();
  const dialog = page.getByRole('dialog', { name: 'Créer un système' });
  await dialog.getByLabel('Numéro', { exact: true }).fill('40');
  await dialog.getByLabel('Nom', { exact: true }).fill('Génie civil');
  await expect(dialog.getByText('/genie-civil/configuration')).toBeVisible();
  await dialog.getByLabel('Système dont les textes sont copiés').selectOption('3');
  await dialog.getByRole('button', { name: 'Créer le système' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: /Système créé et prêt\s: Génie civil/ }),
  ).toBeVisible();
  await expect(rowOf(page, 'Génie civil').getByRole('cell').first()).toHaveText('40');

  // S3.10: it starts with the texts of the one that was copied, under its own name, and goes on with its own.
  await page.getByRole('link', { name: 'Génie civil', exact: true }).click();
  await expect(page).toHaveURL('/configuration/content/40');
  const title = page.getByLabel('Français', { exact: true });
  await expect(title).toHaveValue('Génie civil');
  await title.fill('Examens de génie');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Saved.' })).toBeVisible();

  await page.goto('/home');
  const row = rowOf(page, 'Examens de génie');
  // To who administers it and is not in its exams, the name leads to the administration.
  await expect(row.getByRole('link', { name: 'Examens de génie', exact: true })).toHaveAttribute(
    'href',
    '/genie-civil/configuration',
  );
  await expect(row.getByRole('link', { name: /^Voir les cours/ })).toHaveAttribute('href', '/fr/genie-civil');
  await row.getByRole('link', { name: /^Administrer/ }).click();
  await expect(page).toHaveURL('/genie-civil/configuration');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Examens de génie');
  await expect(page.getByRole('tab')).toHaveCount(5);
  await page.getByRole('link', { name: 'Créer un examen' }).click();
  await page.getByLabel('Titre').fill('Génie, hiver');
  await page.getByLabel('Date de l’examen').fill('2099-02-12');
  await page.getByRole('button', { name: 'Créer l’examen' }).click();
  await expect(page.getByText(/^Examen créé.*Génie, hiver/)).toBeVisible();

  // Signed out, its landing leads to sign-in with its number, and that shows its title.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/fr/genie-civil');
  await expect(page).toHaveURL(/\/login\?systemId=40$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Examens de génie');
});

test('a number, an address or a prefix that is taken is told at its field, and nothing is made', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration');
  await page.getByRole('button', { name: 'Créer un système' }).click();
  const dialog = page.getByRole('dialog', { name: 'Créer un système' });
  const fields = [
    ['Numéro', '3'],
    ['Nom', 'Login'],
    ['Préfixe de cours', 'dc'],
  ] as const;
  for (const [label, value] of fields) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Créer le système' }).click();
  for (const [label, value] of fields) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value);
  }
  await expect(dialog.getByLabel('Numéro', { exact: true })).toBeFocused();
});

test('S1.6 systems 2 and 3 have each a picture of their own at the top of their pages, and the others none', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  const seen = new Map<number, string>();
  const look = async (path: string, systemId: number) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const picture = page.locator('main img[src*="/tops/"]');
    if (systemId !== 2 && systemId !== 3) {
      await expect(picture, path).toHaveCount(0);
      return;
    }
    await expect(picture, path).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const shown = picture.locator('..'); // the frame that cuts the picture to a strip
    const [top, heading] = [
      await shown.boundingBox(),
      await page.getByRole('heading', { level: 1 }).boundingBox(),
    ];
    expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
    const source = (await picture.getAttribute('src')) ?? '';
    expect(seen.get(systemId) ?? source, path).toBe(source);
    seen.set(systemId, source);
  };
  for (let id = 1; id <= 9; id++) await look(`/login?systemId=${id}`, id);
  for (const [slug, id] of [
    ['pdi', 2],
    ['dc', 3],
    ['np', 4],
  ] as const) {
    await look(`/${slug}/configuration`, id);
    await look(`/configuration/content/${id}`, id);
    await look(`/forbidden?systemId=${id}`, id);
  }
  expect(seen.get(2)).not.toBe(seen.get(3));
});
