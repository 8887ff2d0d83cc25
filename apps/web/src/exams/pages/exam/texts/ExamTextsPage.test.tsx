import { getExam } from '@guichet/contract/exams/exams';
import { giveOwnText, previewInvitation, removeOwnText } from '@guichet/contract/exams/notices.invitations';
import { getMessage, type Message } from '@guichet/contract/mail/messages';
import { findInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someExam, someMessage } from '../../../../testing/samples.ts';

const day = (n: number) => new Date(`2027-01-${n}T15:00:00Z`);
let server: ReturnType<typeof fakeServer>;
let own: Partial<Message> | null;
let general: Partial<Message>;
beforeEach(() => {
  own = null;
  general = { subject: 'Du programme', savedAt: day(11) };
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(findInvitationCalendar).reply(() => ({ isAttached: true }));
  server.on(getExam).reply(() => someExam());
  server.on(previewInvitation).reply(() => problem(400, 'request.invalid'));
  server.on(getMessage).reply(({ url }) => {
    const isOfExam = url.searchParams.get('examId') === '12';
    return someMessage(isOfExam && own ? { ...own, isOwn: true } : general);
  });
  server.on(giveOwnText).reply(() => {
    own = general;
    return true;
  });
  server.on(removeOwnText).reply(() => {
    own = null;
    return true;
  });
});
const open = () => renderPortal('/configuration/exams/3/12/messages');
const subject = async () => ((await screen.findByLabelText('Objet')) as HTMLInputElement).value;

test('an exam with the system’s text is given one of its own by one press, and put back by another', async () => {
  open();
  await screen.findByText('Cet examen a la convocation du programme');
  expect(screen.queryByLabelText('Objet')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Écrire un texte propre à cet examen' }));
  await screen.findByText('Texte propre à cet examen');
  expect(await subject()).toBe('Du programme');
  expect(document.activeElement).toBe(screen.getByLabelText('Objet'));
  expect(server.requestsTo(giveOwnText)[0]?.body).toEqual({ kind: 'invitation' });
  fireEvent.click(screen.getByRole('button', { name: 'Revenir au texte du programme' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revenir au texte du programme' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Oui' }));
  await screen.findByText('Cet examen a la convocation du programme');
});

test('a later change of the system’s text is told beside the own one', async () => {
  own = { subject: 'De l’examen', savedAt: day(12) };
  open();
  await screen.findByText('Ce que l’on change au texte du programme ne change rien ici.');
  expect(await subject()).toBe('De l’examen');
  general = { ...general, savedAt: day(13) };
  own = { ...own };
  fireEvent.click(screen.getByLabelText('Rappel'));
  await screen.findByText(/^Le texte du programme en français a été modifié le 13 janvier 2027/);
  await waitFor(() => expect(location.search).toContain('text=reminder'));
});

test('another attachment of an exam’s own text is told to be for this exam only', async () => {
  own = { savedAt: day(12), fileName: 'plan.pdf' };
  open();
  const file = new File(['%PDF'], 'neuf.pdf');
  fireEvent.change(await screen.findByLabelText(/^Nouveau document à joindre/), {
    target: { files: [file] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Téléverser' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remplacer la pièce jointe?' }));
  question.getByText(/^Les prochaines convocations en français l’auront, pour cet examen seulement\./);
});
