import { listExams } from '@guichet/contract/exams/exams.list';
import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { getMessage, saveMessage } from '@guichet/contract/mail/messages';
import { findInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someMessage } from '../../../testing/samples.ts';

const bodies = { '/1': '<p>Bonjour</p>', '/2': someMessage().body };
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  // The editor stays loading: jsdom loads no script.
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(findInvitationCalendar).reply(() => ({ isAttached: true }));
  server.on(listExams).reply(() => []);
  server.on(previewInvitation).reply(() => problem(400, 'request.invalid'));
  server
    .on(getMessage)
    .reply(({ url }) => someMessage({ body: bodies[url.pathname.slice(-2) as keyof typeof bodies] }));
});

const warning = /^Ce message n’a pas le lien du mot de passe/;

test.each(['invitation', 'reminder'])(
  'a text without the password link is told so, in its language alone (%s)',
  async (kind) => {
    renderPortal(`/dc/configuration?tab=email&text=${kind}`);
    await screen.findByText(warning);
    fireEvent.click(screen.getByRole('radio', { name: /^Anglais/ }));
    await screen.findByText('Message en anglais');
    expect(screen.queryByText(warning)).toBeNull();
  },
);

test('a text without the password link may be saved, and is still told so', async () => {
  server.on(saveMessage).reply(() => someMessage({ body: bodies['/1'], savedAt: new Date() }));
  renderPortal('/dc/configuration?tab=email');
  await screen.findByText(warning);
  fireEvent.change(screen.getByLabelText('Objet'), { target: { value: 'Autre objet' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Enregistrement du message', { selector: 'li p' });
  expect(screen.getByText(warning)).toBeDefined();
});

test('the link is appended at one click, to be saved', async () => {
  renderPortal('/dc/configuration?tab=email');
  fireEvent.click(await screen.findByRole('button', { name: 'Ajouter le lien à la fin' }));
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
  server.on(saveMessage).reply(() => someMessage({ savedAt: new Date() }));
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Enregistrement du message', { selector: 'li p' });
  const form = server.requestsTo(saveMessage).find(({ method }) => method === 'POST')?.body as FormData;
  expect(form.get('body')).toBe(
    '<p>Bonjour</p>\n<p><a href="{{setPasswordUrl}}">Choisir mon mot de passe</a></p>',
  );
});

test('the password link is the first of what can be inserted, and each field is there once', async () => {
  renderPortal('/dc/configuration?tab=email');
  fireEvent.click(await screen.findByRole('button', { name: /^Insérer un champ de fusion/ }));
  const fields = await screen.findAllByRole('menuitem');
  expect(fields[0]?.textContent).toMatch(/^Lien du mot de passe/);
  expect(new Set(fields.map(({ textContent }) => textContent)).size).toBe(12);
  expect(fields).toHaveLength(12);
});
