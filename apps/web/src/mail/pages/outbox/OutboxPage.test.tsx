import { getExam } from '@guichet/contract/exams/exams';
import { listUserIdentities } from '@guichet/contract/identity/federation';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import {
  getMail,
  getMailAttachment,
  type ListedMail,
  listMails,
  listRetryable,
  retryMail,
  retryMails,
} from '@guichet/contract/mail/outbox';
import { findOutgoingStatus, releaseOutgoing } from '@guichet/contract/mail/outbox.status';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someExam, someUserInfo } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let mails: ListedMail[];
beforeEach(() => {
  server = fakeServer();
  mails = [
    someMail({ id: 1, recipientName: 'Zoé Côté', state: 'sent', sentAt: new Date('2027-02-12T20:05:00Z') }),
    someMail({ id: 2, recipientName: 'Noah Roy', state: 'failed', lastError: 'Cette adresse n’existe pas.' }),
  ];
  welcome(server, {
    isSuperAdmin: true,
    entrances: [
      { systemId: 3, isAdmin: true },
      { systemId: 4, isSupport: true },
    ],
  });
  server
    .on(listMails)
    .reply(() => ({ mails, totalItems: 60, states: { sent: 59, failed: 1 }, transport: 'files' }));
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: false }));
  server.on(getMail).reply(() => ({
    ...someMail({ id: 2, state: 'failed', lastError: 'Cette adresse n’existe pas.' }),
    messageId: '<m2@exemple.ca>',
    from: 'Bureau <bureau@exemple.ca>',
    replyTo: 'examens@exemple.ca',
    html: '<p>Bonjour</p>',
    text: 'Bonjour en texte',
    attachments: ['Consignes.pdf'],
    answers: [],
    account: null,
  }));
});

function someMail(given: Partial<ListedMail>): ListedMail {
  return {
    id: 1,
    systemId: 3,
    userId: 7,
    recipient: 'zoe.cote@exemple.ca',
    recipientName: 'Zoé Côté',
    language: 'fr',
    subject: 'Votre examen',
    state: 'sent',
    attempts: 1,
    queuedAt: new Date('2027-02-12T20:00:00Z'),
    sentAt: null,
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

async function rowOf(name: RegExp) {
  return within(await screen.findByRole('row', { name }));
}

const queryOfLastList = () => Object.fromEntries(server.requestsTo(listMails).at(-1)?.url.searchParams ?? []);

test('each mail shows recipient, subject, state and last error', async () => {
  renderPortal('/outbox');
  const sent = await rowOf(/Zoé Côté/);
  // S9.3: dd/MM/y and a 24-hour clock, in the university's time zone.
  for (const text of ['Votre examen', 'Envoyé', 'Examens DC', /^12\/02\/2027 15 h 05$/])
    expect(sent.getByText(text)).toBeDefined();
  const failed = await rowOf(/Noah Roy/);
  expect(failed.getByText('Cette adresse n’existe pas.')).toBeDefined();
  expect(sent.queryByRole('button', { name: /Envoyer de nouveau/ })).toBeNull();
});

test('the name of a recipient is a link to the person, whose panel a click opens; not without an account', async () => {
  mails = [...mails, someMail({ id: 3, userId: null, recipientName: '', recipient: 'personne@exemple.ca' })];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7 }));
  server.on(listUserIdentities).reply(() => []);
  renderPortal('/outbox');
  const link = await screen.findByRole('link', { name: 'Zoé Côté' });
  expect(link.getAttribute('href')).toBe('/configuration/users?q=zoe.cote%40exemple.ca');
  expect(screen.queryByRole('link', { name: 'personne@exemple.ca' })).toBeNull();
  fireEvent.click(link);
  await screen.findByRole('dialog', { name: 'Zoé Côté' });
  expect(server.requestsTo(getUserInfo)[0]?.body?.toString()).toBe('id=7');
  expect(location.pathname).toBe('/outbox');
});

test('the mails of one exam name it with its day, and lead to its page', async () => {
  server.on(getExam).reply(() => someExam());
  renderPortal('/outbox?system=3&exam=12');
  const exam = await screen.findByRole('link', { name: 'Hiver 2027, 1er\u00A0février 2027' });
  expect(exam.getAttribute('href')).toBe('/configuration/exams/3/12');
  expect(exam.parentElement?.textContent).toBe(
    'Seuls les courriels de cet examen sont affichés\u00a0: Hiver 2027, 1er\u00A0février 2027',
  );
});

test('system, exam, state, search and page are in the address and narrow the list', async () => {
  server.on(getExam).reply(() => someExam());
  renderPortal('/outbox?system=3&exam=12&state=failed&q=roy&page=2');
  await rowOf(/Noah Roy/);
  const asked = { systemId: '3', examId: '12', state: 'failed', search: 'roy', page: '2', pageSize: '25' };
  expect(queryOfLastList()).toEqual(asked);
  fireEvent.change(screen.getByLabelText('État'), { target: { value: 'waiting' } });
  await waitFor(() => expect(queryOfLastList()).toEqual({ ...asked, state: 'waiting', page: '1' }));
  fireEvent.change(screen.getByLabelText('Genre'), { target: { value: 'letter' } });
  await waitFor(() => expect(queryOfLastList()).toMatchObject({ state: 'waiting', kind: 'letter' }));
  fireEvent.click(screen.getByRole('button', { name: 'Afficher tous les courriels du programme' }));
  await waitFor(() => expect(queryOfLastList()).not.toHaveProperty('examId'));
  expect(queryOfLastList()).toHaveProperty('systemId', '3');
});

test('only systems that the reader administers are offered', async () => {
  renderPortal('/outbox');
  await rowOf(/Noah Roy/);
  const choices = screen.getByLabelText<HTMLSelectElement>('Système').options;
  expect([...choices].map(({ text }) => text)).toEqual(['Tous', 'Examens DC']);
});

test('a failed mail is put back into the queue', async () => {
  server.on(retryMail).reply(() => true);
  renderPortal('/outbox');
  fireEvent.click(
    (await rowOf(/Noah Roy/)).getByRole('button', { name: 'Envoyer de nouveau\u00A0: Noah Roy' }),
  );
  await screen.findByText('Le courriel sera envoyé de nouveau.');
  expect(server.requestsTo(retryMail)[0]?.url.pathname).toBe('/api/outbox/2/retry');
});

test('several are sent again after a question that counts them, and the answer says how many', async () => {
  mails = [...mails, someMail({ id: 3, recipientName: 'Léa Roy', state: 'waiting' })];
  server.on(retryMails).reply(() => ({ again: 1, left: 1 }));
  renderPortal('/outbox');
  const failed = await rowOf(/Noah Roy/);
  const sent = await rowOf(/Zoé Côté/);
  expect(sent.getByLabelText<HTMLInputElement>('Sélectionner Zoé Côté').disabled).toBe(true);
  fireEvent.click(failed.getByLabelText('Sélectionner Noah Roy'));
  screen.getByText('1 courriel sélectionné');
  fireEvent.click(screen.getByLabelText('Sélectionner toute la page'));
  screen.getByText('2 courriels sélectionnés');
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer de nouveau…' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(/^Envoyer de nouveau les 2 courriels sélectionnés\?/);
  expect(server.requestsTo(retryMails)).toHaveLength(0);
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  await screen.findByText(/^1 courriel sera envoyé de nouveau\. 1 courriel ne sera pas renvoyé/);
  expect(server.requestsTo(retryMails)[0]?.body).toEqual({ mailIds: [2, 3] });
  expect(within(screen.getByRole('main')).queryByText(/sélectionné/)).toBeNull();
});

describe('all that can be sent again', () => {
  const ids = Array.from({ length: 250 }, (_, n) => n + 2);
  const chooseAll = async () => {
    renderPortal('/outbox?exam=12&state=failed&page=2');
    fireEvent.click((await rowOf(/Noah Roy/)).getByLabelText('Sélectionner Noah Roy'));
    fireEvent.click(
      screen.getByRole('button', { name: 'Sélectionner tous ceux qui peuvent être renvoyés (250)' }),
    );
    await screen.findByText('250 courriels sélectionnés');
    fireEvent.click(screen.getByRole('button', { name: 'Envoyer de nouveau…' }));
    const question = within(await screen.findByRole('alertdialog'));
    question.getByText(/^Envoyer de nouveau les 250 courriels sélectionnés\?/);
    fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  };
  const asked = () =>
    server.requestsTo(retryMails).map(({ body }) => (body as { mailIds: number[] }).mailIds.length);
  beforeEach(() => {
    const states = { sent: 59, failed: 250, waiting: 7 };
    server.on(listMails).reply(() => ({ mails, totalItems: 250, states, transport: 'smtp' }));
    server.on(listRetryable).reply(() => ids);
  });

  test('are selected on all pages by the filters, and sent a hundred at a time while the progress is told', async () => {
    const answers = ids.slice(0, 3).map(() => Promise.withResolvers<void>());
    server.on(retryMails).reply(async ({ body }) => {
      await answers[asked().length - 1]?.promise;
      return { again: (body as { mailIds: number[] }).mailIds.length, left: 0 };
    });
    await chooseAll();
    const filters = Object.fromEntries(server.requestsTo(listRetryable)[0]?.url.searchParams ?? []);
    expect(filters).toEqual({ examId: '12', state: 'failed' });
    const progress = await screen.findByRole('progressbar', { name: 'Renvoi en cours' });
    expect(progress.getAttribute('aria-valuetext')).toBe('0 sur 250');
    answers[0]?.resolve();
    await waitFor(() => expect(progress.getAttribute('aria-valuetext')).toBe('100 sur 250'));
    for (const { resolve } of answers) resolve();
    await screen.findByText('250 courriels seront envoyés de nouveau.');
    expect(asked()).toEqual([100, 100, 50]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    // A new selection does not reopen the question.
    fireEvent.click((await rowOf(/Noah Roy/)).getByLabelText('Sélectionner Noah Roy'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('stay selected as far as a failure has left them, and what was sent before is told', async () => {
    server
      .on(retryMails)
      .reply(() => (asked().length === 2 ? problem(503, 'database.busy') : { again: 99, left: 1 }));
    await chooseAll();
    await screen.findByText(/^99 courriels seront envoyés de nouveau\. 1 courriel ne sera pas renvoyé/);
    screen.getByText('Détail de database.busy.');
    screen.getByText('150 courriels sélectionnés');
    expect(asked()).toEqual([100, 100]);
  });
});

test('a mail that came back shows why, and opens the correction of its person', async () => {
  const cause = { state: 'bounced', lastError: 'La boîte de cette personne est pleine.' } as const;
  mails = [someMail({ id: 2, recipientName: 'Noah Roy', ...cause })];
  server.on(getMail).reply(() => ({
    ...someMail({ id: 2, recipientName: 'Noah Roy', userId: 7, ...cause }),
    ...{
      messageId: '<m2@exemple.ca>',
      from: 'x',
      replyTo: null,
      html: '',
      text: '',
      attachments: [],
      maySendAgain: false,
      answers: [],
      account: null,
    },
  }));
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, email: 'zoe.cote@exemple.ca', mayManage: true }));
  renderPortal('/outbox');
  const row = await rowOf(/Noah Roy/);
  expect(row.getByText('Non remis')).toBeDefined();
  expect(row.getByText(cause.lastError)).toBeDefined();
  expect(row.getByRole('button', { name: 'Envoyer de nouveau\u00A0: Noah Roy' })).toBeDefined();
  // Its subject opens it as the eye does.
  const [, subject] = row.getAllByRole('cell');
  fireEvent.click(within(subject as HTMLElement).getByRole('button'));
  const mail = within(await screen.findByRole('dialog'));
  await mail.findByText('Ce courriel n’a pas été remis à son destinataire');
  fireEvent.click(mail.getByRole('button', { name: 'Corriger l’adresse' }));
  const correction = await screen.findByRole('dialog', { name: /Corriger les renseignements.*Noah Roy/ });
  const address = await within(correction).findByLabelText<HTMLInputElement>(/courriel/i);
  expect(address.value).toBe('zoe.cote@exemple.ca');
  expect(String(server.requestsTo(getUserInfo)[0]?.body)).toBe('id=7');
});

test('a mail that arrived is sent once more after a question', async () => {
  let maySendAgain = true;
  server.on(getMail).reply(() => ({
    ...someMail({ id: 1, sentAt: new Date('2027-02-12T20:05:00Z') }),
    ...{ messageId: '<m1@exemple.ca>', from: 'x', replyTo: null, html: '', text: '', attachments: [] },
    maySendAgain,
    answers: [],
    account: null,
  }));
  server.on(retryMail).reply(() => {
    maySendAgain = false;
    return true;
  });
  renderPortal('/outbox?mail=1');
  const mail = within(await screen.findByRole('dialog'));
  fireEvent.click(await mail.findByRole('button', { name: 'Envoyer de nouveau…' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/envoyé le 12 février 2027 à \d.* à Zoé Côté/)).toBeDefined();
  expect(server.requestsTo(retryMail)).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Envoyer de nouveau' }));
  await screen.findByText('Le courriel sera envoyé de nouveau.');
  expect(server.requestsTo(retryMail).map(({ url }) => url.pathname)).toEqual(['/api/outbox/1/retry']);
  await waitFor(() => expect(mail.queryByRole('button', { name: 'Envoyer de nouveau…' })).toBeNull());
});

test('a mail that cannot be retried shows why', async () => {
  server.on(retryMail).reply(() => problem(409, 'mail.notRetryable'));
  renderPortal('/outbox');
  fireEvent.click((await rowOf(/Noah Roy/)).getByRole('button', { name: /Envoyer de nouveau/ }));
  await screen.findByText('Détail de mail.notRetryable.');
});

test('a mail opens with both its parts, and closes again', async () => {
  renderPortal('/outbox');
  fireEvent.click(
    (await rowOf(/Noah Roy/)).getByRole('button', { name: 'Voir le courriel\u00A0: Noah Roy' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  const frame = await dialog.findByTitle('Votre examen');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
  server.on(getMailAttachment).reply(() => problem(404, 'attachment.notFound'));
  fireEvent.click(dialog.getByRole('button', { name: 'Télécharger Consignes.pdf' }));
  await screen.findByText('Détail de attachment.notFound.');
  expect(server.requestsTo(getMailAttachment).map(({ url }) => url.pathname)).toEqual([
    expect.stringMatching(/^\/api\/outbox\/\d+\/attachment$/),
  ]);
  expect(dialog.getByText('examens@exemple.ca')).toBeDefined();
  fireEvent.click(dialog.getByLabelText('Texte'));
  expect(dialog.getByText('Bonjour en texte')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(location.search).toBe(''));
});

test.each([
  [true, true],
  [false, false],
])(
  'links of a mail can be followed by a super admin alone (%s), in trial mode',
  async (isSuperAdmin, canFollow) => {
    welcome(server, { isSuperAdmin, entrances: [{ systemId: 3, isAdmin: true }] });
    renderPortal('/outbox?mail=2');
    const frame = await within(await screen.findByRole('dialog')).findByTitle('Votre examen');
    await waitFor(() => expect(frame.getAttribute('sandbox')?.includes('allow-popups')).toBe(canFollow));
  },
);

test('an empty outbox explains when mails appear; an empty search links back', async () => {
  server.on(listMails).reply(() => ({ mails: [], totalItems: 0, states: {}, transport: 'smtp' }));
  renderPortal('/outbox?q=personne');
  fireEvent.click(await screen.findByRole('button', { name: 'Afficher tous les courriels' }));
  await screen.findByText('Aucun courriel pour l’instant');
});

test('whoever has dealt with the last failure reads that none is left, with the way back to all', async () => {
  server.on(listMails).reply(() => ({ mails: [], totalItems: 0, states: {}, transport: 'smtp' }));
  renderPortal('/outbox?state=failed');
  await screen.findByText('Plus aucun échec');
  expect(screen.queryByText(/^Élargissez/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Afficher tous les courriels' }));
  await screen.findByText('Aucun courriel pour l’instant');
});

test('a notice above the list shows what is wrong with the mail server and since when', async () => {
  server.on(findOutgoingStatus).reply(() => ({
    held: null,
    trouble: {
      since: new Date('2027-02-12T20:05:00Z'),
      reason: 'Le serveur de messagerie ne répond pas.',
      mails: 12,
    },
    refused: null,
    unsent: 0,
    isFiled: false,
  }));
  renderPortal('/outbox');
  const title = await screen.findByText(/^Aucun courriel n’est envoyé depuis le 12 février 2027 à \d/);
  expect(title.parentElement?.textContent).toContain(
    'Le serveur de messagerie ne répond pas. 12 courriels attendent d’être envoyés; rien n’est perdu.',
  );
  const table = await screen.findByRole('table');
  expect(title.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('after a restore a super admin is asked, with “No” focused, before anything is sent', async () => {
  let held: { since: Date; backupMadeAt: Date; mails: number } | null = {
    since: new Date('2027-02-12T20:05:00Z'),
    backupMadeAt: new Date('2027-02-11T20:05:00Z'),
    mails: 100,
  };
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held, trouble: null, refused: null, unsent: 0, isFiled: false }));
  server.on(releaseOutgoing).reply(() => {
    held = null;
    return 100;
  });
  renderPortal('/outbox');
  const waiting = await screen.findByRole('link', { name: '100 courriels attendent.' });
  expect(waiting.getAttribute('href')).toBe('/outbox?state=queued');
  fireEvent.click(await screen.findByRole('button', { name: 'Autoriser les envois…' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/^100 courriels attendent et seront envoyés immédiatement/)).toBeTruthy();
  expect(question.getByText(/après la sauvegarde du 11 février 2027 à \d/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Annuler'));
  expect(server.requestsTo(releaseOutgoing)).toHaveLength(0);
  fireEvent.click(question.getByRole('button', { name: 'Autoriser' }));
  await waitFor(() => expect(screen.queryByText(/Les envois sont retenus/)).toBeNull());
  expect(server.requestsTo(releaseOutgoing)).toHaveLength(1);
});

test('a link from home narrows the list to what somebody still has to deal with, and the whole is one button away', async () => {
  renderPortal('/outbox?system=3&only=unresolved');
  await screen.findByText(/^Seuls les échecs à régler sont affichés/);
  await waitFor(() => expect(queryOfLastList()).toMatchObject({ systemId: '3', unresolved: 'true' }));
  fireEvent.click(screen.getByRole('button', { name: 'Afficher tous les courriels' }));
  await waitFor(() => expect(queryOfLastList()).not.toHaveProperty('unresolved'));
  expect(location.search).toBe('?system=3');
});

test('where no mail server is set, the list says that none leaves', async () => {
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: true }));
  renderPortal('/outbox');
  await screen.findByText(/^Aucun serveur de messagerie n’est configuré/);
});

test('a super admin reads that mails are refused because of the portal, and sends all of them again with one press', async () => {
  const refused = {
    mails: 2,
    since: new Date('2027-02-12T20:05:00Z'),
    reason: 'Le serveur refuse celui du portail. (554 5.7.1 Blocked)',
  };
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused, unsent: 0, isFiled: false }));
  server.on(listRetryable).reply(() => [5, 6]);
  server.on(retryMails).reply(() => ({ again: 2, left: 0 }));
  mails = [
    someMail({
      id: 5,
      recipientName: 'Noah Roy',
      state: 'bounced',
      isSenderFault: true,
      lastError: refused.reason,
    }),
    someMail({ id: 7, recipientName: 'Léa Roy', answered: 'complaint' }),
  ];
  renderPortal('/outbox');
  await screen.findByText('2 courriels sont refusés à cause du portail, et non de leurs destinataires');
  expect((await rowOf(/Noah Roy/)).getByText('Portail en cause')).toBeDefined();
  expect((await rowOf(/Léa Roy/)).getByText('Une plainte est arrivée au sujet de ce courriel')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Tous les envoyer de nouveau' }));
  await screen.findByText('2 courriels seront envoyés de nouveau.');
  const { searchParams } = server.requestsTo(listRetryable)[0]?.url ?? new URL('http://x');
  expect(Object.fromEntries(searchParams)).toEqual({ senderFault: 'true' });
  expect(server.requestsTo(retryMails)[0]?.body).toEqual({ mailIds: [5, 6] });
  const list = screen.getByRole('link', { name: 'Voir ces courriels' });
  expect(list.getAttribute('href')).toBe('/outbox?only=refused');
});

test('mails that were only filed are named in a question, and sent with one press', async () => {
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 12, isFiled: false }));
  server.on(listRetryable).reply(() => [5, 6]);
  server.on(retryMails).reply(() => ({ again: 2, left: 0 }));
  mails = [someMail({ id: 5, recipientName: 'Paul Roy', subject: 'Votre compte est prêt', state: 'filed' })];
  renderPortal('/outbox');
  expect((await rowOf(/Paul Roy/)).getByText('Non envoyé')).toBeDefined();
  await screen.findByText('12 courriels n’ont jamais été envoyés');
  fireEvent.click(screen.getByRole('button', { name: 'Les envoyer…' }));
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText('Paul Roy (Votre compte est prêt) et 11 autres');
  expect(queryOfLastList()).toEqual({ unsent: 'true', pageSize: '10' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Annuler'));
  expect(server.requestsTo(retryMails)).toHaveLength(0);
  fireEvent.click(question.getByRole('button', { name: 'Envoyer' }));
  await screen.findByText('2 courriels partent maintenant.');
  const { searchParams } = server.requestsTo(listRetryable)[0]?.url ?? new URL('http://x');
  expect(Object.fromEntries(searchParams)).toEqual({ unsent: 'true' });
  expect(server.requestsTo(retryMails)[0]?.body).toEqual({ mailIds: [5, 6] });
});

test('a mail that waits is not sent yet and says when it is tried; its answers stand with it, and no address is asked for', async () => {
  const waits = someMail({
    id: 5,
    state: 'waiting',
    isSenderFault: true,
    lastError: 'Trop de courriels à la fois.',
    nextTryAt: new Date('2027-02-12T20:35:00Z'),
  });
  server.on(getMail).reply(() => ({
    ...waits,
    ...{
      messageId: '<m5@exemple.ca>',
      from: 'x',
      replyTo: null,
      html: '',
      text: '',
      attachments: [],
      account: null,
    },
    answers: [{ kind: 'unclear', at: new Date('2027-02-12T20:10:00Z'), text: 'Please confirm' }],
  }));
  renderPortal('/outbox?mail=5');
  const mail = within(await screen.findByRole('dialog'));
  const notice = (await mail.findByText('Ce courriel n’est pas encore envoyé')).parentElement;
  expect(notice?.textContent).toMatch(
    /Trop de courriels à la fois\.\s*Prochain essai le 12\u00A0février 2027 à \d/,
  );
  const answer = mail.getByText('Une réponse qui n’a pas pu être lue').parentElement;
  expect(answer?.textContent).toContain('Please confirm');
  expect(mail.queryByRole('button', { name: 'Corriger les renseignements' })).toBeNull();
});
