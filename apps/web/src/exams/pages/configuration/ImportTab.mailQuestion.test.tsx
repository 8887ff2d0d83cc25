import { forecastMail } from '@guichet/contract/exams/notices.invitations';
import { importCandidates } from '@guichet/contract/imports/imports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { button, checkList, setImportScene } from '../../../testing/importScene.ts';
import { someForecast } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
  server.on(importCandidates).reply(() => 2);
});
const imported = () => server.requestsTo(importCandidates).length;
const question = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Envoyer ces courriels tels quels?' }));

test('before mails leave that their readers could not use, the import says what is wrong, and asks', async () => {
  server
    .on(forecastMail)
    .reply(() =>
      someForecast({ isExamOver: true, en: { inOtherLanguage: ['examTitle', 'examPlace'], isOlder: true } }),
    );
  await checkList();
  await screen.findByText('L’examen est terminé : aucun courriel à son sujet ne partira.');
  fireEvent.click(await button('Importer 2 personnes'));
  const dialog = await question();
  for (const words of [/^L’examen est terminé/, /en anglais donneront en français le titre et le lieu/])
    expect(dialog.getByText(words)).toBeDefined();
  expect(dialog.getByText(/^Le message en anglais est plus ancien/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Revenir' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(imported()).toBe(0);
  fireEvent.click(await button('Importer 2 personnes'));
  fireEvent.click((await question()).getByRole('button', { name: 'Envoyer quand même' }));
  await waitFor(() => expect(imported()).toBe(1));
});

test('readers of a language whose text is empty are said to get the other one', async () => {
  server.on(forecastMail).reply(() => someForecast({ en: { language: 'fr' } }));
  await checkList();
  await screen.findByText(/^Les personnes qui lisent l’anglais recevront le message en français/);
});

test('mails of one language without the attachment of the other are told, and leave without a question', async () => {
  server.on(forecastMail).reply(() => someForecast({ en: { lacksFile: true } }));
  await checkList();
  await screen.findByText(/^Les courriels en anglais partiront sans pièce jointe/);
  expect(screen.queryByText(/^Les courriels en français partiront sans pièce jointe/)).toBeNull();
});

test.each([
  ['without a mistake', someForecast()],
  ['that only says less', someForecast({ fr: { facts: ['examTime'] } })],
])('a mail %s leaves without a question', async (_what, forecast) => {
  server.on(forecastMail).reply(() => forecast);
  await checkList();
  fireEvent.click(await button('Importer 2 personnes'));
  await waitFor(() => expect(imported()).toBe(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a double click imports once, though the mails are looked at first', async () => {
  server.on(forecastMail).reply(() => someForecast());
  await checkList();
  const submit = await button('Importer 2 personnes');
  fireEvent.click(submit);
  fireEvent.click(submit);
  await screen.findByText(/inscrites? à l’examen/);
  expect(imported()).toBe(1);
});
