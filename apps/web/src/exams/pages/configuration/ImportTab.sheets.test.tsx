import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import {
  button,
  checkList,
  partsSent,
  setImportScene,
  somePreview,
  someRefusal,
} from '../../../testing/importScene.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
});

const sheet = (name: string, more: object = {}) => ({
  ...{ name, people: 3, isRead: false, isHidden: false, isAlike: true },
  ...more,
});
const reads = (...sheets: ReturnType<typeof sheet>[]) =>
  server.on(previewImport).reply(() => ({ ...somePreview, file: { ...somePreview.file, sheets } }));
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('every sheet with people is named with its count; the chosen ones are read and imported', async () => {
  reads(sheet('Groupe A', { isRead: true }), sheet('Groupe B', { people: 1 }));
  await checkList();
  expect(await screen.findByText('1 feuille du classeur n’est pas lue')).toBeDefined();
  expect((await box(/Groupe A.*3 personnes/)).checked).toBe(true);
  reads(sheet('Groupe A', { isRead: true }), sheet('Groupe B', { isRead: true }));
  fireEvent.click(await box(/Groupe B.*1 personne$/));
  fireEvent.click(await button('Lire ces 2 feuilles'));
  await waitFor(() =>
    expect(partsSent(server, previewImport)).toMatchObject({ sheets: '["Groupe A","Groupe B"]' }),
  );
  expect(await screen.findByText('Toutes les feuilles de la liste sont lues')).toBeDefined();
  server.on(importCandidates).reply(() => 3);
  fireEvent.click(await button(/^Importer/));
  await waitFor(() =>
    expect(partsSent(server, importCandidates)).toMatchObject({ sheets: '["Groupe A","Groupe B"]' }),
  );
});

test('a sheet with other columns is read alone', async () => {
  reads(sheet('Groupe A', { isRead: true }), sheet('Cours', { isAlike: false, isHidden: true }));
  await checkList();
  fireEvent.click(await box(/Cours/));
  expect((await box(/Groupe A/)).checked).toBe(false);
  expect(screen.getByText('Autres colonnes : à lire seule. Feuille masquée.')).toBeDefined();
  fireEvent.click(await button('Lire cette feuille'));
  await waitFor(() => expect(partsSent(server, previewImport)).toMatchObject({ sheets: '["Cours"]' }));
});

test('a list that says that people have left asks one question, with their names, and offers the other answer', async () => {
  const people = [
    { line: 3, name: 'Sarah Fortin', email: 's@etu.example.ca', column: 'Statut', text: 'Abandon' },
    { line: 5, name: 'David Caron', email: 'd@etu.example.ca', column: null, text: '' },
  ];
  const leavers = (answer: 'unanswered' | 'leaveOut' | 'take') => ({
    ...somePreview.file,
    leavers: { count: 2, answer, people },
  });
  const asked = {
    ...{ line: null, column: null, code: 'import.leavers' as const, text: '', params: { count: 2 } },
  };
  server
    .on(previewImport)
    .reply(() => ({ ...someRefusal, problems: [asked], badRows: 0, file: leavers('unanswered') }));
  await checkList();
  const title = await screen.findByText(/2 personnes ne sont plus inscrites. Faut-il les laisser de côté/);
  const question = title.closest('[role=alert]') ?? title;
  expect(question.textContent).toMatch(/Sarah Fortin \(ligne 3, Statut\s: Abandon\)/);
  expect(question.textContent).toContain('David Caron (ligne 5, barrée)');
  server.on(previewImport).reply(() => ({ ...somePreview, file: leavers('leaveOut') }));
  fireEvent.click(await button('Laisser de côté'));
  await waitFor(() => expect(partsSent(server, previewImport)).toMatchObject({ leavers: 'leaveOut' }));
  expect(
    await screen.findByText(
      /2 personnes qui, d’après la liste, ne sont plus inscrites sont laissées de côté/,
    ),
  ).toBeDefined();
  fireEvent.click(await button('Inscrire quand même'));
  await waitFor(() => expect(partsSent(server, previewImport)).toMatchObject({ leavers: 'take' }));
});
