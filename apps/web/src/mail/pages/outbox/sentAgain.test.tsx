import { getUserInfo } from '@guichet/contract/identity/users.changes';
import type { ListedMail } from '@guichet/contract/mail/outbox';
import { listMails, listRetryable, retryMail, retryMails } from '@guichet/contract/mail/outbox';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someUserInfo } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let mails: ListedMail[];
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  mails = [
    someMail(1, { recipientName: 'Zoé Côté', maySendAgain: true }),
    someMail(2, { recipientName: 'Noah Roy', state: 'failed' }),
    someMail(3, { recipientName: 'Léa Roy' }),
  ];
  const states = { sent: 3000, failed: 1 };
  server.on(listMails).reply(() => ({ mails, totalItems: 3001, states, transport: 'smtp' }));
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: false }));
  server.on(retryMails).reply(({ body }) => ({
    again: (body as { mailIds: number[] }).mailIds.length,
    left: 0,
  }));
});

function someMail(id: number, given: Partial<ListedMail>): ListedMail {
  return {
    id,
    systemId: 3,
    userId: 7,
    recipient: `${id}@exemple.ca`,
    recipientName: '',
    language: 'fr',
    subject: 'Votre examen',
    state: 'sent',
    attempts: 1,
    queuedAt: new Date('2027-02-12T20:00:00Z'),
    sentAt: new Date('2027-02-12T20:00:00Z'),
    nextTryAt: null,
    resentTo: null,
    lastError: null,
    isSenderFault: false,
    isToUnknownAddress: false,
    answered: null,
    maySendAgain: false,
    ...given,
  };
}

const boxOf = (name: string) => screen.getByLabelText<HTMLInputElement>(`Sélectionner ${name}`);
const bodies = () => server.requestsTo(retryMails).map(({ body }) => body as object);

async function ask() {
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer de nouveau…' }));
  return within(await screen.findByRole('alertdialog'));
}

test('a sent mail is selected by itself, not with its page, and the question says who gets a second one', async () => {
  renderPortal('/outbox');
  await screen.findByRole('row', { name: /Noah Roy/ });
  // The mail is about no exam, or was already sent again.
  expect(boxOf('Léa Roy').disabled).toBe(true);
  fireEvent.click(screen.getByLabelText('Sélectionner toute la page'));
  expect([boxOf('Zoé Côté').checked, boxOf('Noah Roy').checked]).toEqual([false, true]);
  const plain = await ask();
  expect(plain.queryByText(/deuxième fois/)).toBeNull();
  fireEvent.click(plain.getByRole('button', { name: 'Non' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

  fireEvent.click(boxOf('Zoé Côté'));
  const question = await ask();
  question.getByText(/^Envoyer de nouveau les 2 courriels sélectionnés\?/);
  question.getByText(/^1 courriel a déjà été envoyé, .*la personne le recevra une deuxième fois\.$/);
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  await screen.findByText('2 courriels seront envoyés de nouveau.');
  expect(bodies()).toEqual([{ mailIds: [2, 1], alsoSent: true }]);
});

test('all sent mails of an exam of 3,000 are selected by their filter and sent again, the progress told', async () => {
  mails = [someMail(1, { recipientName: 'Zoé Côté', maySendAgain: true })];
  const ids = Array.from({ length: 3000 }, (_, n) => n + 1);
  server.on(listRetryable).reply(() => ids);
  renderPortal('/outbox?exam=12&state=sent');
  await screen.findByRole('row', { name: /Zoé Côté/ });
  fireEvent.click(screen.getByLabelText('Sélectionner toute la page'));
  expect(screen.queryByRole('button', { name: /peuvent être renvoyés/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sélectionner tous les courriels envoyés' }));
  await screen.findByText(/^3.000 courriels sélectionnés$/);
  const asked = Object.fromEntries(server.requestsTo(listRetryable)[0]?.url.searchParams ?? []);
  expect(asked).toEqual({ examId: '12', state: 'sent', sent: 'true' });
  const question = await ask();
  question.getByText(/^3.000 courriels ont déjà été envoyés, .*deuxième fois\.$/);
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  const progress = await screen.findByRole('progressbar', { name: 'Renvoi en cours' });
  expect(progress.getAttribute('aria-valuetext')).toMatch(/ sur 3.000$/);
  await screen.findByText(/^3.000 courriels seront envoyés de nouveau\.$/);
  expect(bodies()).toHaveLength(30);
  expect(bodies().every((body) => 'alsoSent' in body)).toBe(true);
});

test('the sent ones are added to those that failed; where none may be sent again, that is said', async () => {
  server.on(listRetryable).reply(({ url }) => (url.searchParams.has('sent') ? [] : [2]));
  renderPortal('/outbox');
  await screen.findByRole('row', { name: /Noah Roy/ });
  fireEvent.click(boxOf('Noah Roy'));
  const also = screen.getByRole('button', { name: 'Sélectionner aussi tous les courriels envoyés' });
  fireEvent.click(also);
  await screen.findByText(/^Aucun des courriels envoyés ne peut l’être de nouveau/);
  screen.getByText('1 courriel sélectionné');
  server.on(listRetryable).reply(() => [1, 9]);
  fireEvent.click(also);
  await screen.findByText('3 courriels sélectionnés');
  await ask();
  screen.getByText(/^2 courriels ont déjà été envoyés/);
});

describe('a mail whose address does not exist', () => {
  const reason = 'Cette adresse n’existe pas.';
  const again = async () => {
    renderPortal('/outbox');
    const row = within(await screen.findByRole('row', { name: /Noah Roy/ }));
    fireEvent.click(row.getByRole('button', { name: 'Envoyer de nouveau\u00A0: Noah Roy' }));
    return within(await screen.findByRole('alertdialog', { name: 'Envoyer de nouveau à 2@exemple.ca?' }));
  };
  beforeEach(() => {
    mails = [
      someMail(2, {
        recipientName: 'Noah Roy',
        state: 'failed',
        lastError: reason,
        isToUnknownAddress: true,
      }),
    ];
    server.on(retryMail).reply(() => true);
  });

  test('is not sent again before a question that names the cause, and offers to correct the address', async () => {
    server.on(getUserInfo).reply(() => someUserInfo({ id: 7 }));
    const question = await again();
    question.getByText(reason);
    fireEvent.click(question.getByRole('button', { name: 'Corriger l’adresse' }));
    await screen.findByRole('dialog', { name: 'Corriger les renseignements\u00A0: Noah Roy' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.requestsTo(retryMail)).toHaveLength(0);
  });

  test('is sent to it all the same by the other answer', async () => {
    const question = await again();
    fireEvent.click(question.getByRole('button', { name: 'Envoyer quand même à cette adresse' }));
    await screen.findByText('Le courriel sera envoyé de nouveau.');
    expect(server.requestsTo(retryMail)[0]?.url.pathname).toBe('/api/outbox/2/retry');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('has nothing to correct where there is no account', async () => {
    mails = mails.map((mail) => ({ ...mail, userId: null }));
    const question = await again();
    expect(question.queryByRole('button', { name: 'Corriger l’adresse' })).toBeNull();
    question.getByRole('button', { name: 'Envoyer quand même à cette adresse' });
  });
});
