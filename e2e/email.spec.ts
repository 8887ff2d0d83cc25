import { EmailDesk } from './fixtures/emailDesk.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';

test.use({ settings: demo });

test('S2.44 S2.45 the editor is 400 px high, without menu bar, with its tools, and asks no other host for anything', async ({
  page,
  portal,
}) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(portal.url).origin) foreign.push(request.url());
  });
  page.on('console', (message) => {
    // On the way in the page stands on a picture of the portal, which has no icon.
    if (!page.url().includes('/configuration')) return;
    if (message.type() === 'error' || /Content.Security/i.test(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  await EmailDesk.open(page, 'pdi');
  const editor = page.locator('.tox').first();
  expect((await editor.boundingBox())?.height).toBe(400);
  await expect(page.locator('.tox-menubar')).toHaveCount(0);
  const tools = page.getByRole('toolbar').or(page.locator('.tox-toolbar__group')).getByRole('button');
  const names = await tools.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label')),
  );
  for (const name of [
    /^Annuler/,
    /^Rétablir/,
    /^Gras/,
    /^Italique/,
    /^Couleur de fond/,
    /^Aligner à gauche/,
    /^(Aligner au centre|Centrer)/,
    /^Aligner à droite/,
    /^Justifier/,
    /puces/,
    /numéro/,
    /^(Diminuer|Réduire) le retrait/,
    /^Augmenter le retrait/,
    /mise en forme/,
    /^Aide/,
  ])
    expect(
      names.filter((label) => name.test(label ?? '')),
      String(name),
    ).not.toEqual([]);
  await expect(page.getByRole('button', { name: /Paragraphe/ })).toBeVisible();
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});

test('S2.43 S2.46 S2.47 S8.9 each language is loaded and saved by itself, under a button that says it is busy', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'np');
  const loaded = watch(page, /\/api\/message\/4\/[12]$/);
  const frenchBefore = await desk.subject.inputValue();
  expect(frenchBefore).not.toBe('');
  await desk.write('Anglais');
  const englishBefore = await desk.subject.inputValue();
  expect(englishBefore).not.toBe(frenchBefore);
  await desk.subject.fill('Your exam {{examTitle}}');
  await desk.body.fill('Good luck, {{firstName}}.');

  const gate = Promise.withResolvers<void>();
  await page.route('**/api/message/4/2', async (route) => {
    if (route.request().method() === 'POST') await gate.promise;
    await route.continue();
  });
  await desk.save.click();
  const busy = desk.button('Enregistrement…');
  await expect(busy).toBeDisabled();
  await expect(busy.locator('.animate-spin')).toBeVisible();
  gate.resolve();
  await expect(desk.popup('Enregistrement du message')).toContainText('C’est enregistré.');
  const saves = loaded.filter((request) => request.method() === 'POST');
  expect(saves.map((request) => new URL(request.url()).pathname)).toEqual(['/api/message/4/2']);

  await page.reload();
  await desk.isReady();
  await desk.write('Français');
  await expect(desk.subject).toHaveValue(frenchBefore);
  await desk.write('Anglais');
  await expect(desk.subject).toHaveValue('Your exam {{examTitle}}');
  await expect(desk.body).toHaveText('Good luck, {{firstName}}.');
});

test('S8.9 a save that fails is told, and what was typed stays, also through a language and a reload', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'telfer');
  await page.route('**/api/message/5/1', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
      : route.continue(),
  );
  await desk.subject.fill('Objet qui reste');
  await desk.body.fill('Texte qui reste');
  await desk.save.click();
  await expect(desk.popup('Enregistrement du message')).toContainText('Une erreur est survenue.');
  await expect(desk.save).toBeEnabled();
  for (const leave of [() => desk.write('Anglais'), () => page.reload()]) {
    await leave();
    await desk.isReady();
    await desk.write('Français');
    await expect(desk.subject).toHaveValue('Objet qui reste');
    await expect(desk.body).toHaveText('Texte qui reste');
  }
  await expect(page.getByText('Non enregistré').first()).toBeAttached();
});

test('a placeholder goes where one typed last, and both previews follow as they are typed', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'ac');
  await desk.subject.fill('Bonjour ');
  await desk.button('Insérer un champ de fusion').click();
  await page.getByRole('menuitem', { name: /^Prénom/ }).click();
  await expect(desk.subject).toHaveValue('Bonjour {{firstName}}');
  await desk.body.fill('');
  await desk.body.click();
  await desk.button('Insérer un champ de fusion').click();
  await page.getByRole('menuitem', { name: /^Titre de l’examen/ }).click();
  await expect(desk.body).toHaveText('{{examTitle}}');
  const preview = page.getByRole('region', { name: 'Aperçu' });
  await expect(preview).toContainText(/Bonjour \p{Lu}/u);
  await expect(preview.getByText('{{firstName}}')).toHaveCount(0);
  await expect(page.getByText('Courriel en anglais')).toBeVisible();
});
