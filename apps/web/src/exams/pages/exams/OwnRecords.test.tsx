import {
  type Correction,
  findOwnData,
  listOwnCorrections,
  requestCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { candidatePage } from '../../../testing/candidatePage.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { noTexts } from '../../../testing/samples.ts';

const at = new Date('2027-01-11T15:00:00Z');
const mail = { id: 7, language: 'fr' as const, subject: 'Votre examen', state: 'sent' as const, at };
const dc = { systemId: 3, title: { fr: 'Examens DC', en: 'DC Exams' } };
const pdi = { systemId: 2, title: { fr: 'Examens PDI', en: 'PDI Exams' } };

let corrections: Correction[];
let systems: (typeof dc)[];
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  corrections = [];
  systems = [dc];
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  candidatePage(server);
  server.on(listOwnMails).reply(() => [mail, { ...mail, id: 8, subject: 'Perdu', state: 'failed' }]);
  server.on(listOwnCorrections).reply(() => corrections);
  server.on(findOwnData).reply(() => ({
    firstName: 'Zoé',
    lastName: 'Cote',
    email: 'zoe.cote@exemple.ca',
    language: 'fr',
    ...noTexts,
    studentNumber: '300123456',
    newsLetter: false,
    subscriptionDate: '2026-09-01',
    lastVisitDate: null,
    systems,
  }));
});

async function openRequest() {
  renderPortal('/my-exams');
  fireEvent.click(await screen.findByRole('button', { name: 'Demander une correction' }));
  return within(screen.getByRole('dialog'));
}

test('their mails are listed; one opens with its text, and says that secrets are left out', async () => {
  server.on(readOwnMail).reply(() => ({
    ...mail,
    from: 'DC <dc@exemple.ca>',
    recipient: 'zoe.cote@exemple.ca',
    html: '<p>Bonjour</p>',
    attachments: ['plan.pdf', 'votre-examen.ics'],
  }));
  renderPortal('/my-exams');
  expect((await screen.findByText('Perdu')).closest('li')?.textContent).toContain('N’a pas pu être livré');
  fireEvent.click(screen.getByRole('button', { name: 'Votre examen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('DC <dc@exemple.ca>');
  expect(dialog.getByText('plan.pdf, votre-examen.ics')).toBeTruthy();
  expect(dialog.getByText(/liens qui ne servent qu’une fois sont retirés/)).toBeTruthy();
  expect(dialog.getByTitle('Votre examen').getAttribute('sandbox')).toContain('allow-popups');
});

test('what is kept of them is shown, and a correction is asked for', async () => {
  server.on(requestCorrection).reply(() => true);
  const dialog = await openRequest();
  expect(screen.getByText('300123456')).toBeTruthy();
  expect(dialog.queryByLabelText('Programme')).toBeNull();
  fireEvent.change(dialog.getByLabelText('Ce qui devrait être écrit'), { target: { value: 'Côté' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer la demande' }));
  await screen.findByText(
    'Votre demande est envoyée. La réponse vous parviendra par courriel et paraîtra ici.',
  );
  expect(server.requestsTo(requestCorrection).find(({ method }) => method === 'POST')?.body).toEqual({
    systemId: 3,
    field: 'name',
    request: 'Côté',
  });
});

test('what they typed into a request is discarded only after a question', async () => {
  const dialog = await openRequest();
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Ce qui devrait être écrit');
  field.focus();
  fireEvent.change(field, { target: { value: 'Côté' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  const question = within(await screen.findByRole('alertdialog', { name: 'Abandonner la saisie?' }));
  fireEvent.click(question.getByText('Continuer la saisie', { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field.value).toBe('Côté');
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('in several programmes they choose which one to ask; a refusal stays at its field', async () => {
  systems = [pdi, dc];
  server
    .on(requestCorrection)
    .reply(() => problem(400, 'request.invalid', { errors: [{ path: 'request', messageKey: 'required' }] }));
  const dialog = await openRequest();
  fireEvent.change(dialog.getByLabelText('Programme'), { target: { value: '3' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer la demande' }));
  const field = dialog.getByLabelText('Ce qui devrait être écrit');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
});

test('the answer to a correction stands below what they asked for', async () => {
  const ownWay = { askedBy: null, passedOn: null };
  const asked = {
    ...ownWay,
    id: 1,
    systemTitle: dc.title,
    field: 'name' as const,
    request: 'Côté',
    askedAt: at,
  };
  corrections = [{ ...asked, outcome: 'answered', note: 'C’est corrigé.', answeredAt: at }];
  renderPortal('/my-exams');
  const item = (await screen.findByText('C’est corrigé.')).closest('li') as HTMLElement;
  expect(within(item).getByText('Traitée')).toBeTruthy();
});
