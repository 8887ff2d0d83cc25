import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import {
  type ListedImport,
  listImports,
  previewUndo,
  undoImport,
} from '@guichet/contract/imports/imports.past';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import {
  button,
  checkList,
  partsSent,
  setImportScene,
  someImport,
  somePreview,
  someUndo,
} from '../../../testing/importScene.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
});

test("S8.10 the result is shown in the system's wording with the count, and with links onwards", async () => {
  server.on(importCandidates).reply(() => 412);
  await checkList();
  fireEvent.click(await button('Importer 2 personnes'));
  await screen.findByText('La liste est importée dans DC. 412 personnes ont été inscrites à l’examen.');
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Voir les personnes inscrites')).toBe('?tab=users&exam=12');
  expect(href('Suivre les courriels')).toBe('/outbox?system=3&exam=12');
  expect(screen.getByText('Examen : « Hiver 2027 », 12 février 2099')).toBeDefined();
  expect(href('Ouvrir la page de l’examen')).toBe('/configuration/exams/3/12');
  expect(partsSent(server, importCandidates).importId).toMatch(/^[0-9a-f-]{36}$/);
});

test('after an import that left lines aside, its end names them', async () => {
  const setAside = [{ line: 31, name: 'Olivier Fortin', email: 'olivier@' }];
  server.on(previewImport).reply(() => ({ ...somePreview, file: { ...somePreview.file, setAside } }));
  server.on(importCandidates).reply(() => 2);
  await checkList();
  fireEvent.click(await button('Importer 2 personnes'));
  const title = await screen.findByText('1 ligne a été laissée de côté');
  expect(title.parentElement?.textContent).toMatch(/Ligne 31.:.Olivier Fortin/);
});

test('after an import whose mails never leave, its end says so once, and not that they are being sent', async () => {
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: true }));
  server.on(importCandidates).reply(() => 412);
  await checkList();
  expect(await screen.findAllByText(/ne partent pas/)).toHaveLength(1);
  fireEvent.click(await button('Importer 2 personnes'));
  await screen.findByText(
    'Aucun serveur de messagerie n’est configuré : les courriels ne partent pas et restent dans la boîte d’envoi.',
  );
  expect(screen.queryByText(/L’envoi des courriels est en cours/)).toBeNull();
  expect(screen.queryAllByText(/ne partent pas/)).toHaveLength(1);
});

test('after an import whose mails are planned, its end says when they leave', async () => {
  server.on(importCandidates).reply(() => 412);
  await checkList();
  fireEvent.click(screen.getByRole('radio', { name: 'Plus tard' }));
  fireEvent.change(screen.getByLabelText('Jour d’envoi'), { target: { value: '2099-02-01' } });
  fireEvent.change(screen.getByLabelText('Heure d’envoi'), { target: { value: '07:30' } });
  fireEvent.click(await button('Importer 2 personnes'));
  const end = await screen.findByText(/^Les courriels partiront/);
  expect(end.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Les courriels partiront le 1er février 2099 à 7 h 30.',
  );
});

test('the exam is named beside the button that enrols people in it and sends them mails', async () => {
  await checkList();
  await button('Importer 2 personnes');
  expect(screen.getByText('Examen : « Hiver 2027 », 12 février 2099')).toBeDefined();
});

test('each count of the preview narrows the rows to those that it counts, and gives all back', async () => {
  const [row] = somePreview.rows;
  const rows = [
    { ...row, line: 2, email: 'zoe@exemple.ca', outcome: 'newAccount' },
    { ...row, line: 3, email: 'noe@exemple.ca', outcome: 'knownAccount' },
    { ...row, line: 4, email: 'zoe@exemple.ca', outcome: 'duplicateInFile' },
  ] as typeof somePreview.rows;
  server.on(previewImport).reply(() => ({ ...somePreview, rows }));
  await checkList();
  const lines = () =>
    within(screen.getByRole('table', { name: 'Ligne par ligne' }))
      .getAllByRole('row')
      .slice(1)
      .map((shown) => within(shown).getAllByRole('cell')[0]?.textContent);
  const known = await button('Comptes existants 1');
  expect(lines()).toEqual(['2', '3', '4']);
  fireEvent.click(known);
  expect([lines(), known.getAttribute('aria-pressed')]).toEqual([['3'], 'true']);
  fireEvent.click(await button('Doublons dans la liste 1'));
  expect([lines(), known.getAttribute('aria-pressed')]).toEqual([['4'], 'false']);
  fireEvent.change(screen.getByLabelText('Afficher :'), { target: { value: 'knownAccount' } });
  expect([lines(), known.getAttribute('aria-pressed')]).toEqual([['3'], 'true']);
  fireEvent.click(known);
  expect(lines()).toEqual(['2', '3', '4']);
});

test('mails to lines without a language are French at first, also on an English page, and the preview says so', async () => {
  renderPortal('/en/dc/configuration?tab=import&exam=12');
  const list = new File(['Nom;Prénom'], 'liste.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText(/^List of candidates/), { target: { files: [list] } });
  expect(screen.getByLabelText<HTMLInputElement>('French').checked).toBe(true);
  fireEvent.click(await button('Check the file'));
  await screen.findByText('The list gives no one’s language: new accounts are in French, as chosen above.');
  expect(partsSent(server, previewImport).languageId).toBe('1');
  fireEvent.click(screen.getByLabelText('English'));
  await screen.findByText('The list gives no one’s language: new accounts are in English, as chosen above.');
  const recognised = [...somePreview.file.recognised, { heading: 'Langue', field: 'language' }];
  server.on(previewImport).reply(() => ({ ...somePreview, file: { ...somePreview.file, recognised } }));
  fireEvent.click(screen.getByLabelText('French'));
  await waitFor(() => expect(screen.queryByText(/gives no one’s language/)).toBeNull());
  server.on(previewImport).reply(() => ({ ...somePreview, mails: { fr: 1, en: 0, own: 12 } }));
  fireEvent.click(screen.getByLabelText('English'));
  await screen.findByText(/12 existing accounts keep their language\.$/);
  screen.getByText('13 emails will be sent: 1 in French, 0 in English, 12 in the language of the account.');
});

test('the success of an import that was then undone is shown no more, and the form is back', async () => {
  let imports: ListedImport[] = [];
  server.on(importCandidates).reply(() => {
    imports = [{ ...someImport, id: String(partsSent(server, importCandidates).importId) }];
    return 2;
  });
  server.on(listImports).reply(() => ({ imports, totalItems: imports.length }));
  await checkList();
  fireEvent.click(await button('Importer 2 personnes'));
  await screen.findByText(/2 personnes ont été inscrites à l’examen\./);
  server.on(previewUndo).reply(() => someUndo);
  server.on(undoImport).reply(() => ({
    outcome: 'undone',
    at: new Date('2027-01-12T15:00:00Z'),
    by: 'Ada Roy',
    counts: someUndo.counts,
  }));
  fireEvent.click(await button(/^Annuler l’importation\s: hiver\.csv$/));
  fireEvent.click(await button('Annuler l’importation'));
  await screen.findByLabelText(/Liste des personnes à inscrire/);
  expect(screen.queryByText(/L’envoi des courriels est en cours/)).toBeNull();
});

test('during an import the button is busy and a bar shows the progress', async () => {
  let finish: (count: number) => void = () => undefined;
  server.on(importCandidates).reply(() => new Promise<number>((resolve) => (finish = resolve)));
  await checkList();
  fireEvent.click(await button('Importer 2 personnes'));
  const bar = await screen.findByRole('progressbar', { name: 'Lecture de la liste' });
  expect(bar.getAttribute('aria-valuenow')).toBe('50');
  expect((await button('Importation…')).getAttribute('aria-disabled')).toBe('true');
  finish(2);
  await screen.findByText(/2 personnes ont été inscrites à l’examen\./);
});

test('leaving during an import asks first, by a link as by closing the window', async () => {
  let finish: (count: number) => void = () => undefined;
  server.on(importCandidates).reply(() => new Promise<number>((resolve) => (finish = resolve)));
  await checkList();
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(false);
  fireEvent.click(await button('Importer 2 personnes'));
  await button('Importation…');
  expect(closing()).toBe(true);
  fireEvent.click(screen.getByRole('link', { name: 'Accueil' }));
  expect((await button('Rester')).className).toMatch(/\bbg-accent\b/);
  expect((await button('Quitter')).className).not.toMatch(/\bbg-accent\b/);
  fireEvent.click(await button('Rester'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(location.pathname).toBe('/dc/configuration');
  fireEvent.click(screen.getByRole('link', { name: 'Accueil' }));
  fireEvent.click(await button('Quitter'));
  await waitFor(() => expect(location.pathname).toBe('/home'));
  finish(2);
});

test('after a lost connection the same import is retried under the same id', async () => {
  server.on(importCandidates).reply(() => Promise.reject(new TypeError('network')));
  await checkList();
  fireEvent.click(await button('Importer 2 personnes'));
  await screen.findByText(/personne ne sera inscrit ni averti deux fois/);
  const { importId } = partsSent(server, importCandidates);
  server.on(importCandidates).reply(() => 2);
  fireEvent.click(await button('Réessayer'));
  await screen.findByText(/2 personnes ont été inscrites à l’examen\./);
  expect(partsSent(server, importCandidates).importId).toBe(importId);
  expect(server.requestsTo(importCandidates)).toHaveLength(2);
});

test('an import with unknown outcome is sent again automatically', async () => {
  let asked = 0;
  server.on(importCandidates).reply(() => {
    asked += 1;
    if (asked > 1) return 2;
    return problem(503, 'database.outcomeUnknown');
  });
  await checkList();
  fireEvent.click(await button('Importer 2 personnes'));
  await screen.findByText(/2 personnes ont été inscrites à l’examen\./, {}, { timeout: 5000 });
  expect(server.requestsTo(importCandidates)).toHaveLength(2);
});
