import { listExams } from '@guichet/contract/exams/exams.list';
import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { addFile, getMessage } from '@guichet/contract/mail/messages';
import { findInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

let server: ReturnType<typeof fakeServer>;
let fileName: string | null;
beforeEach(() => {
  // jsdom has no media queries or layout and loads no script: the editor stays loading.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  fileName = 'plan.pdf';
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(findInvitationCalendar).reply(() => ({ isAttached: true }));
  server.on(listExams).reply(() => []);
  server.on(previewInvitation).reply(() => problem(400, 'message.unknownPlaceholder'));
  const text = { subject: 'Objet', body: '<p>Texte</p>', preheader: '', savedAt: null, comparedTo: null };
  server.on(getMessage).reply(() => ({ ...text, fileName }));
  server.on(addFile).reply(() => ({ fileName: 'neuf.pdf' }));
});

async function upload(path: string, fieldName: RegExp, buttonName: string) {
  renderPortal(path);
  const field = await screen.findByLabelText(fieldName);
  fireEvent.change(field, { target: { files: [new File(['%PDF'], 'neuf.pdf')] } });
  fireEvent.click(screen.getByRole('button', { name: buttonName }));
}

test('a file that takes the place of another one is asked about first, with both names and the mails that get it', async () => {
  await upload('/dc/configuration?tab=email', /^Nouveau document à joindre/, 'Téléverser');
  screen.getByText('Document pas encore joint');
  expect(screen.queryByText('Non enregistré')).toBeNull();
  const question = within(await screen.findByRole('alertdialog', { name: 'Remplacer la pièce jointe?' }));
  question.getByText('« neuf.pdf » prendra la place de « plan.pdf ».');
  question.getByText(/^Les prochaines convocations en français l’auront, pour tous les examens/);
  fireEvent.click(question.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.requestsTo(addFile)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Téléverser' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remplacer' }));
  await waitFor(() => expect(server.requestsTo(addFile)).toHaveLength(1));
});

test('of a reminder the question says what becomes of planned ones, and the panel whose attachment it is', async () => {
  await upload(
    '/en/dc/configuration?tab=email&text=reminder&message=en',
    /^New document to attach/,
    'Upload',
  );
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/^The next reminders in English will have it.*scheduled ones too/);
  expect(screen.getByText('Attachment of the English version')).toBeDefined();
  expect(screen.getByText(/The French version has its own\.$/)).toBeDefined();
});

test('a first file is attached without a question', async () => {
  fileName = null;
  await upload('/dc/configuration?tab=email', /^Document à joindre/, 'Téléverser');
  await waitFor(() => expect(server.requestsTo(addFile)).toHaveLength(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
