import { forecastMail, previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { previewImport } from '@guichet/contract/imports/imports';
import { getMessage, type Message, saveMessage } from '@guichet/contract/mail/messages';
import { findInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { focusManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { checkList, setImportScene, somePreview } from '../../../testing/importScene.ts';
import { someForecast, someMessage } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
});

const warning = /^La convocation.* n’a pas le lien du mot de passe/;

test.each([
  [['fr'] as const, /^La convocation en français n’a pas/, 'fr'],
  [['en'] as const, /^La convocation en anglais n’a pas/, 'en'],
  [['fr', 'en'] as const, /^La convocation n’a pas .*, ni en français ni en anglais/, 'fr'],
])(
  'exam notices without the password link (%s) are told beside their number, with the way to their editor',
  async (languages, words, first) => {
    server.on(previewImport).reply(() => ({ ...somePreview, lacksLink: [...languages] }));
    server.on(getMessage).reply(() => someMessage({ body: '<p>Bonjour</p>' }));
    await checkList();
    await screen.findByText(words);
    const link = screen.getByRole('link', { name: 'Corriger la convocation' });
    expect(link.getAttribute('href')).toBe(`?tab=email&text=invitation&message=${first}`);
  },
);

test('nothing is told where the link is there', async () => {
  await checkList();
  await screen.findByText(/^2 courriels seront envoyés/);
  expect(screen.queryByText(warning)).toBeNull();
});

test('once the link was added in the editor, the preview no longer warns, and the list is still chosen', async () => {
  let french: Message = someMessage({ body: '<p>Bonjour</p>' });
  server.on(previewImport).reply(() => ({ ...somePreview, lacksLink: ['fr'] }));
  server.on(previewInvitation).reply(() => problem(400, 'request.invalid'));
  server.on(findInvitationCalendar).reply(() => ({ isAttached: true }));
  server.on(getMessage).reply(({ url }) => (url.pathname.endsWith('/1') ? french : someMessage()));
  server.on(saveMessage).reply(({ body }) => {
    french = { ...french, body: String((body as FormData).get('body')), savedAt: new Date() };
    return french;
  });
  await checkList();
  fireEvent.click(await screen.findByRole('link', { name: 'Corriger la convocation' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ajouter le lien à la fin' }));
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(french.savedAt).not.toBeNull());
  fireEvent.click(screen.getByRole('tab', { name: 'Importation' }));
  await screen.findByText(/^2 courriels seront envoyés/);
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
  expect(server.requestsTo(previewImport)).toHaveLength(1);
});

test('a text that was corrected in another tab is found when the window gets the focus, and the list is not sent again', async () => {
  let body = '<p>Bonjour</p>';
  server.on(previewImport).reply(() => ({ ...somePreview, lacksLink: ['fr'] }));
  server.on(getMessage).reply(() => someMessage({ body }));
  await checkList();
  await screen.findByText(warning);
  body = '<p><a href="{{setPasswordUrl}}">Choisir</a></p>';
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
  focusManager.setFocused(undefined);
  expect(server.requestsTo(previewImport)).toHaveLength(1);
});

test('what the exam lacks that its notice mentions is told, and found when it was completed in another tab', async () => {
  let fr: ('examTime' | 'examPlace')[] = ['examTime', 'examPlace'];
  server.on(forecastMail).reply(() => someForecast({ fr: { facts: fr } }));
  await checkList();
  await screen.findByText(/^La convocation en français mentionne l’heure et le lieu, que l’examen n’a pas/);
  const link = screen.getByRole('link', { name: 'Compléter l’examen (nouvel onglet)' });
  expect(link.getAttribute('href')).toBe('/configuration/exams/3/12#exam-form');
  fr = [];
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await waitFor(() => expect(screen.queryByText(/mentionne/)).toBeNull());
  focusManager.setFocused(undefined);
});

test('where it could not be checked what the exam lacks, that is told, and can be tried again', async () => {
  server.on(forecastMail).reply(() => problem(500, 'internal'));
  await checkList();
  await screen.findByText(/^Le portail n’a pas pu vérifier si l’examen a tout ce que le courriel mentionne/);
  server.on(forecastMail).reply(() => someForecast({ fr: { facts: ['examTime'] } }));
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await screen.findByText(/^La convocation en français mentionne l’heure, que l’examen n’a pas/);
  expect(screen.queryByText(/n’a pas pu vérifier/)).toBeNull();
});

test('readers of a language in which no mail would leave are not spoken of', async () => {
  server.on(previewImport).reply(() => ({ ...somePreview, mails: { fr: 2, en: 0, own: 0 } }));
  server.on(forecastMail).reply(() => someForecast({ en: { facts: ['examInstructions'] } }));
  await checkList();
  await screen.findByText(/^2 courriels seront envoyés/);
  await waitFor(() => expect(server.requestsTo(forecastMail)).toHaveLength(1));
  expect(screen.queryByText(/mentionne/)).toBeNull();
});
