import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { getMail, listMails, retryMail } from '@guichet/contract/mail/outbox';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someUserInfo } from '../../../testing/samples.ts';

type Mail = ReplyOf<typeof getMail>;

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listMails).reply(() => ({ mails: [], totalItems: 0, states: {}, transport: 'smtp' }));
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: false }));
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, fullName: 'Noé Où' }));
});

async function openMail(given: Partial<Mail>) {
  const at = new Date('2027-02-12T20:00:00Z');
  const who = { systemId: 3, userId: 7, recipient: 'noe@exemple.ca', recipientName: 'Noé Où' };
  const of = { id: 1, language: 'fr', subject: 'Votre compte est prêt', state: 'sent', attempts: 1 } as const;
  const times = { queuedAt: at, sentAt: at, nextTryAt: null, resentTo: null };
  const body = {
    lastError: null,
    isSenderFault: false,
    isToUnknownAddress: false,
    messageId: '<m1@exemple.ca>',
    from: 'x',
    replyTo: null,
    html: '',
    text: '',
    attachments: [],
    answered: null,
    answers: [],
  };
  const mail = { ...who, ...of, ...times, ...body, maySendAgain: false, account: null, ...given };
  server.on(getMail).reply(() => mail);
  renderPortal('/outbox?mail=1');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Votre compte est prêt');
  return dialog;
}

test('the question says that the mail of a new account goes with a new link, and the former one ends', async () => {
  server.on(retryMail).reply(() => true);
  const mail = await openMail({ maySendAgain: true, account: 'open' });
  fireEvent.click(mail.getByRole('button', { name: 'Envoyer de nouveau…' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/nouveau lien pour choisir un mot de passe.*premier courriel ne fonctionnera plus/);
  fireEvent.click(question.getByRole('button', { name: 'Envoyer de nouveau' }));
  await screen.findByText('Le courriel sera envoyé de nouveau.');
});

test('the question about a mail of an exam says nothing of it', async () => {
  const mail = await openMail({ maySendAgain: true });
  fireEvent.click(mail.getByRole('button', { name: 'Envoyer de nouveau…' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.queryByText(/nouveau lien/)).toBeNull();
});

test('to whoever has a password it is not sent again: the panel with another link is offered', async () => {
  const lastError = 'Cette adresse n’existe pas.';
  const mail = await openMail({ state: 'bounced', lastError, account: 'passwordChosen' });
  mail.getByText(lastError);
  expect(mail.queryByRole('button', { name: /Envoyer de nouveau/ })).toBeNull();
  mail.getByText('Cette personne a déjà choisi son mot de passe');
  fireEvent.click(mail.getByRole('button', { name: 'Voir ses renseignements' }));
  await screen.findByRole('dialog', { name: 'Noé Où' });
});

test('to a closed account it is not sent again, and the mail says what to do first', async () => {
  const mail = await openMail({ state: 'failed', lastError: 'x', account: 'closed' });
  mail.getByText(/Réactivez ou déverrouillez d’abord le compte/);
  expect(mail.queryByRole('button', { name: /Envoyer de nouveau/ })).toBeNull();
});
