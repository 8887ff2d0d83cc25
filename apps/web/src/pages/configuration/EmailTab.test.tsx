import { errors } from '@guichet/contract/core/errors';
import { previewInvitation } from '@guichet/contract/invitations';
import { deleteFile, getMessage, type Message, saveMessage } from '@guichet/contract/messages';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../testing/renderPortal.tsx';

const upload = vi.hoisted(() => vi.fn());
vi.mock('../../platform/call/bodies/upload.ts', () => ({ upload }));

let server: ReturnType<typeof fakeServer>;
let saved: Message;
beforeEach(() => {
  // jsdom has no media queries or layout and loads no script: the editor stays loading.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  server = fakeServer();
  saved = { subject: 'Objet', body: '<p>Texte</p>', fileName: 'plan.pdf', savedAt: null };
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getMessage).reply(() => saved);
  const mail = { from: 'a@exemple.ca', to: 'b@exemple.ca', subject: 'Objet', html: '<p>Texte</p>' };
  server.on(previewInvitation).reply(() => ({ ...mail, text: 'Texte', fileName: null, isUsable: true }));
});

async function detach() {
  renderPortal('/dc/configuration?tab=email');
  fireEvent.click(await screen.findByRole('button', { name: 'Supprimer plan.pdf' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Supprimer' }));
}

const popup = (title: string) => screen.findByText(title, { selector: 'li p' });

test('S4.12 a deletion with unknown outcome clears the name and says so, until the message is reloaded', async () => {
  server.on(deleteFile).reply(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  await detach();
  await screen.findByText(
    /Impossible de confirmer que la pièce jointe a été supprimée.*encore les courriels/,
  );
  expect(screen.queryByText('plan.pdf')).toBeNull();
  expect(screen.queryByText('Aucune pièce jointe.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Vérifier la pièce jointe' }));
  await screen.findByText('plan.pdf');
  expect(screen.queryByText(/encore les courriels/)).toBeNull();
});

test('a deletion that succeeded after all shows once the message is reloaded', async () => {
  server.on(deleteFile).reply(() => {
    saved = { ...saved, fileName: null };
    throw new TypeError('the line broke');
  });
  await detach();
  fireEvent.click(await screen.findByRole('button', { name: 'Vérifier la pièce jointe' }));
  await screen.findByText('Aucune pièce jointe.');
});

test('S4.12 a refused deletion clears the name too, and says that the attachment is still there', async () => {
  server.on(deleteFile).reply(() => problem(403, 'session.impersonating'));
  await detach();
  await screen.findByText('La suppression a été refusée : la pièce jointe accompagne encore les courriels.');
  expect(screen.queryByText('plan.pdf')).toBeNull();
  const card = (await popup('Suppression de la pièce jointe')).closest('li');
  expect(card?.textContent).toContain('Une erreur est survenue. Détail de session.impersonating.');
});

test('S8.9 a write that timed out waiting for another one is reported as not done, with what to do', async () => {
  const { status, fr } = errors.busy;
  server.on(deleteFile).reply(() => problem(status, 'busy', { detail: fr }));
  await detach();
  await screen.findByText('La suppression a été refusée : la pièce jointe accompagne encore les courriels.');
  const card = (await popup('Suppression de la pièce jointe')).closest('li');
  expect(card?.textContent).toContain(`Une erreur est survenue. ${fr}`);
  expect(card?.textContent).toMatch(/Rien n’a été enregistré; réessayez dans un moment/);
});

test('S8.9 a failure is titled with the operation and stays until it is closed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.on(deleteFile).reply(() => new Response('', { status: 500 }));
  await detach();
  const card = (await popup('Suppression de la pièce jointe')).closest('li') as HTMLElement;
  expect(card.textContent).toContain('Une erreur est survenue.');
  expect(card.textContent).not.toMatch(/essayez/i);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(document.body.contains(card)).toBe(true);
  expect(card.className).not.toContain('opacity-0');
});

test('an upload with unknown outcome is not reported as failed', async () => {
  saved = { ...saved, fileName: null };
  upload.mockResolvedValue(new Response('<h1>Gateway Timeout</h1>', { status: 504 }));
  renderPortal('/dc/configuration?tab=email');
  const field = await screen.findByLabelText(/Document à joindre/);
  fireEvent.change(field, { target: { files: [new File(['%PDF'], 'neuf.pdf')] } });
  fireEvent.click(screen.getByRole('button', { name: 'Téléverser' }));
  await screen.findByText('Impossible de confirmer que le document a été joint.');
  expect(screen.queryByText('Aucune pièce jointe.')).toBeNull();
  saved = { ...saved, fileName: 'neuf.pdf' };
  fireEvent.click(screen.getByRole('button', { name: 'Vérifier la pièce jointe' }));
  await screen.findByRole('button', { name: 'Supprimer neuf.pdf' });
});

test('a preview that cannot be rendered names the error and the field, and offers no retry', async () => {
  const faults = [{ path: 'subject', messageKey: 'unknownPlaceholder' }];
  server.on(previewInvitation).reply(() => problem(400, 'message.unknownPlaceholder', { errors: faults }));
  renderPortal('/dc/configuration?tab=email');
  const mail = within(await screen.findByRole('region', { name: 'Courriel en français' }));
  await mail.findByText('Objet : Détail de message.unknownPlaceholder.');
  expect(mail.queryByText('Impossible de charger ces données')).toBeNull();
  expect(mail.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});
test('the reminder is edited beside the invitation, with a draft of its own', async () => {
  server
    .on(getMessage)
    .reply(({ url }) =>
      url.searchParams.get('kind') === 'reminder'
        ? { ...saved, subject: 'Rappel initial', fileName: null }
        : saved,
    );
  server.on(saveMessage).reply(() => ({ ...saved, subject: 'Vite', savedAt: new Date() }));
  renderPortal('/dc/configuration?tab=email');
  fireEvent.change(await screen.findByLabelText('Objet'), { target: { value: 'Brouillon' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Rappel' }));
  await screen.findByText(/quand vous leur envoyez un rappel ou à l’heure prévue/);
  const subject = await screen.findByDisplayValue('Rappel initial');
  expect(location.search).toContain('text=reminder');
  expect(screen.queryByText('plan.pdf')).toBeNull();
  fireEvent.change(subject, { target: { value: 'Vite' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await popup('Enregistrement du message');
  const [request] = server.requestsTo(saveMessage).filter(({ method }) => method === 'POST');
  expect(request?.url.searchParams.get('kind')).toBe('reminder');
  fireEvent.click(screen.getByRole('radio', { name: /^Convocation/ }));
  await screen.findByDisplayValue('Brouillon');
});
