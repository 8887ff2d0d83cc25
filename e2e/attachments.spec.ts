import { documents } from './fixtures/documents.ts';
import { EmailDesk } from './fixtures/emailDesk.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { watch } from './fixtures/requests.ts';

test.use({ settings: demo });

test('S2.48 S4.11 S5.24 S7.25 only .docx, .doc and .pdf can be sent; the name of what is attached shows and stays', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { append } = FormData.prototype;
    FormData.prototype.append = function note(this: FormData, ...field: [string, never]) {
      sessionStorage.setItem('fields', `${sessionStorage.getItem('fields') ?? ''} ${field[0]}`.trim());
      append.apply(this, field);
    };
  });
  const desk = await EmailDesk.open(page, 'ilob');
  const uploads = watch(page, /\/api\/message\/addfile\//i);
  await expect(desk.file).toHaveAttribute('accept', '.docx,.doc,.pdf');
  await expect(desk.upload).toBeDisabled();
  for (const name of ['virus.exe', 'notes.txt']) {
    await desk.attach({ name, bytes: documents.pdf });
    await expect(
      page.getByText('Ce fichier n’est pas un document .docx, .doc ou .pdf. Choisissez-en un autre.'),
    ).toBeVisible();
    await expect(desk.upload).toBeDisabled();
  }
  expect(uploads).toEqual([]);
  for (const kind of ['docx', 'doc', 'pdf'] as const) {
    await desk.attach({ name: `Consignes.${kind}`, bytes: documents[kind] });
    await expect(desk.upload).toBeEnabled();
    await desk.send();
    await expect(desk.button(`Supprimer Consignes.${kind}`)).toBeVisible();
    await expect(desk.upload).toBeDisabled();
  }
  expect(uploads.map((request) => [request.method(), new URL(request.url()).pathname.slice(-4)])).toEqual(
    Array(3).fill(['POST', '/7/1']),
  );
  expect(uploads[0]?.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  // The browser tells nobody what a form with a file is made of.
  expect(
    (await page.evaluate(() => sessionStorage.getItem('fields')))?.split(' ').slice(0, 3).sort(),
  ).toEqual(['file', 'languageId', 'systemId']);
  await page.reload();
  await desk.isReady();
  await expect(page.getByText('Consignes.pdf', { exact: true })).toBeVisible();
  await desk.write('Anglais');
  await expect(page.getByText('Consignes.pdf', { exact: true })).toHaveCount(0);
});

test('S5.24 S8.9 what only claims to be a document is refused by the server, in a popup, and can be chosen anew', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'tep');
  await desk.attach({ name: 'faux.pdf', bytes: Buffer.from('MZ\u0090 un programme') });
  await desk.send();
  await expect(desk.popup('Téléversement de la pièce jointe')).toContainText('Une erreur est survenue.');
  await expect(page.getByText(/Joignez un document dans un de ces formats/)).toBeVisible();
  await desk.attach({ name: 'vrai.pdf', bytes: documents.pdf });
  await desk.send();
  await expect(
    desk.popup('Téléversement de la pièce jointe').filter({ hasText: 'C’est enregistré.' }),
  ).toBeVisible();
  await expect(page.getByText('vrai.pdf', { exact: true })).toBeVisible();
});

test('S2.49 S4.12 S7.26 taking the attachment off is asked about first, and clears the name even after an error', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'education');
  await desk.attach({ name: 'plan.pdf', bytes: documents.pdf });
  await desk.send();
  const remove = desk.button('Supprimer plan.pdf');
  const calls = watch(page, /\/api\/message\/deletefile\//i);
  await remove.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/seront envoyés sans «\splan\.pdf\s»/);
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(remove).toBeVisible();
  expect(calls).toEqual([]);
  await page.route(/\/api\/message\/deletefile\//i, (route) => route.fulfill({ status: 500, json: {} }));
  await remove.click();
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText('plan.pdf', { exact: true })).toHaveCount(0);
  // What is known is said, and what is there is one click away.
  await expect(page.getByText('Aucune pièce jointe.')).toHaveCount(0);
  await expect(desk.popup('Suppression de la pièce jointe')).toContainText('vérifiez-la pour le savoir');
  await expect(desk.popup('Suppression de la pièce jointe')).not.toContainText(/essayez/i);
  await desk.button('Vérifier la pièce jointe').click();
  await expect(remove).toBeVisible();
  expect(calls.map((call) => [call.method(), new URL(call.url()).pathname.slice(-4)])).toEqual([
    ['GET', '/1/1'],
  ]);
});

test('S2.50 the link for a test opens a new window on the address of the language that shows, which says where the mail went', async ({
  page,
  context,
}) => {
  const desk = await EmailDesk.open(page, 'cgpp');
  for (const [language, name, id] of [
    ['Français', 'M’envoyer un essai en français', 1],
    ['Anglais', 'M’envoyer un essai en anglais', 2],
  ] as const) {
    await desk.write(language);
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', new RegExp(`/api/message/SendEmailTest/9/${id}$`, 'i'));
    await expect(link).toHaveAttribute('target', '_blank');
    const opening = context.waitForEvent('page');
    await link.click();
    const opened = await opening;
    await opened.waitForURL(new RegExp(`/api/message/SendEmailTest/9/${id}$`, 'i'));
    await expect(opened.locator('body')).toContainText('admin.cgpp@demo.example');
    await opened.close();
  }
});

test('Save takes the chosen document along; leaving with one that is not attached asks first', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'np');
  await desk.attach({ name: 'Plan du pavillon.pdf', bytes: documents.pdf });
  // Another language keeps what was chosen for this one.
  await desk.write('Anglais');
  await desk.write('Français');
  await desk.subject.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' (avec le plan)');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remplacer' }).click();
  await expect(desk.button('Supprimer Plan du pavillon.pdf')).toBeVisible();
  await expect(desk.popup('Enregistrement du message')).toContainText('C’est enregistré.');
  await expect(desk.popup('Téléversement de la pièce jointe')).toContainText('C’est enregistré.');
  await page.reload();
  await desk.isReady();
  await expect(page.getByText('Plan du pavillon.pdf', { exact: true })).toBeVisible();
  await expect(desk.subject).toHaveValue(/\(avec le plan\)$/);

  await desk.attach({ name: 'Horaire.pdf', bytes: documents.pdf });
  const home = page.getByRole('link', { name: 'Accueil' }).first();
  await home.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Le document choisi n’est pas encore joint.');
  await question.getByRole('button', { name: 'Rester' }).click();
  await expect(page.getByText('Horaire.pdf', { exact: true })).toBeVisible();
  // Also from behind another tab, under which the editor is kept.
  await page.getByRole('tab', { name: 'Cohortes' }).click();
  await home.click();
  await question.getByRole('button', { name: 'Quitter' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('Save with a document that cannot be attached saves the text, and says that the document is not attached', async ({
  page,
}) => {
  const desk = await EmailDesk.open(page, 'telfer');
  await desk.attach({ name: 'notes.txt', bytes: documents.pdf });
  await desk.subject.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' – salle');
  await desk.save.click();
  await expect(desk.popup('Enregistrement du message')).toContainText('C’est enregistré.');
  await expect(desk.popup('Téléversement de la pièce jointe')).toContainText(
    'Ce fichier n’est pas un document .docx, .doc ou .pdf.',
  );
  await expect(page.getByText('Document pas encore joint')).toBeVisible();
});
