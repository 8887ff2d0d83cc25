import { listOwnExams } from '@guichet/contract/exams/candidate';
import {
  findOwnData,
  listOwnCorrections,
  type OwnCorrection,
  requestCorrection,
  withdrawCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { getOwnMailDocument, listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { candidatePage, someOwnExam } from '../../../testing/candidatePage.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { noTexts } from '../../../testing/samples.ts';

const at = new Date('2027-01-11T15:00:00Z');
const mail = { id: 7, language: 'fr' as const, subject: 'Votre examen', state: 'sent' as const, at };
const dc = { systemId: 3, title: { fr: 'Examens DC', en: 'DC Exams' } };
const pdi = { systemId: 2, title: { fr: 'Examens PDI', en: 'PDI Exams' } };

let corrections: OwnCorrection[];
let systems: (typeof dc)[];
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  corrections = [];
  systems = [dc];
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  candidatePage(server);
  server
    .on(listOwnMails)
    .reply(() => [
      mail,
      { ...mail, id: 8, subject: 'Perdu', state: 'failed' },
      { ...mail, id: 9, subject: 'Gardé', state: 'filed' },
    ]);
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
  expect(screen.getByText('Gardé').closest('li')?.textContent).toContain('Gardé ici, non envoyé');
  fireEvent.click(screen.getByRole('button', { name: 'Votre examen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('DC <dc@exemple.ca>');
  expect(dialog.getByText('votre-examen.ics')).toBeTruthy();
  server.on(getOwnMailDocument).reply(() => problem(404, 'attachment.notFound'));
  fireEvent.click(dialog.getByRole('button', { name: /plan\.pdf/ }));
  expect(await screen.findByText('Détail de attachment.notFound.')).toBeTruthy();
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
  const told = await screen.findByText(
    'Votre demande est envoyée. La réponse vous parviendra par courriel et paraîtra sur cette page, sous « Vos demandes ».',
  );
  // Beside the button: on a telephone the top of the window is far from it.
  expect(told.closest('section')).toBe(
    screen.getByRole('button', { name: 'Demander une correction' }).closest('section'),
  );
  expect(server.requestsTo(requestCorrection).find(({ method }) => method === 'POST')?.body).toEqual({
    systemId: 3,
    field: 'name',
    request: 'Côté',
  });
});

test('the link of the account page opens the request as soon as the page knows the programs', async () => {
  renderPortal('/my-exams#correction');
  const dialog = within(await screen.findByRole('dialog', { name: 'Demander une correction' }));
  dialog.getByLabelText('Ce qui devrait être écrit');
  // Once closed, it does not come back with a reload.
  expect(location.hash).toBe('#correction');
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.href).toMatch(/\/my-exams$/);
});

test('a request about an exam says which one, also that the exam is not in the list, and what is wrong', async () => {
  server.on(listOwnExams).reply(() => [someOwnExam(), someOwnExam({ examId: 13, date: '2027-03-12' })]);
  server.on(requestCorrection).reply(() => true);
  const dialog = await openRequest();
  fireEvent.change(dialog.getByLabelText('Ce qui est à corriger'), { target: { value: 'exam' } });
  const exam = await dialog.findByLabelText<HTMLSelectElement>('De quel examen s’agit-il');
  expect(exam.value).toBe('');
  const send = () => fireEvent.click(dialog.getByRole('button', { name: 'Envoyer la demande' }));
  send();
  await waitFor(() => expect(document.activeElement).toBe(exam));
  fireEvent.change(exam, { target: { value: 'notListed' } });
  fireEvent.change(dialog.getByLabelText('Ce qui devrait être écrit'), { target: { value: 'Le matin' } });
  send();
  await waitFor(() => expect(server.requestsTo(requestCorrection)).toHaveLength(1));
  expect(server.requestsTo(requestCorrection)[0]?.body).toMatchObject({
    request: 'Examen\u00a0: Aucun des examens au dossier (un autre, ou pas encore d’inscription)\nLe matin',
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

test('in several programmes the one of their next exam is chosen at first', async () => {
  systems = [pdi, dc];
  server
    .on(listOwnExams)
    .reply(() => [someOwnExam(), someOwnExam({ examId: 13, systemTitle: pdi.title, date: '2027-03-12' })]);
  const dialog = await openRequest();
  await waitFor(() => expect(dialog.getByLabelText('Programme')).toHaveProperty('value', '3'));
});

test('in several programmes a request about an exam offers those of the programme that is chosen', async () => {
  systems = [pdi, dc];
  const ofPdi = someOwnExam({ examId: 13, systemTitle: pdi.title, date: '2027-03-12' });
  server.on(listOwnExams).reply(() => [someOwnExam(), ofPdi]);
  server.on(requestCorrection).reply(() => true);
  const dialog = await openRequest();
  fireEvent.change(dialog.getByLabelText('Ce qui est à corriger'), { target: { value: 'exam' } });
  const offered = async () => {
    const select = await dialog.findByLabelText<HTMLSelectElement>('De quel examen s’agit-il');
    return [...select.options].map(({ value }) => value).filter((value) => /\d/.test(value));
  };
  const [first = ''] = await offered();
  expect(await offered()).toEqual([first]);
  fireEvent.change(await dialog.findByLabelText('De quel examen s’agit-il'), { target: { value: first } });
  fireEvent.change(dialog.getByLabelText('Programme'), { target: { value: pdi.systemId } });
  expect(await offered()).toEqual([expect.stringContaining('12\u00a0mars 2027')]);
  fireEvent.change(dialog.getByLabelText('Ce qui devrait être écrit'), { target: { value: 'Le matin' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer la demande' }));
  await waitFor(() => expect(server.requestsTo(requestCorrection)).toHaveLength(1));
  expect(server.requestsTo(requestCorrection)[0]?.body).toMatchObject({ systemId: pdi.systemId, examId: 13 });
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

test('what they asked for stands above their mails, with its state, and the answer with its day: the note, else what was done', async () => {
  const ownWay = { askedBy: null, passedOn: null, done: { fr: '', en: '' } };
  const asked = {
    ...ownWay,
    id: 1,
    systemTitle: dc.title,
    field: 'name' as const,
    request: 'Côté',
    askedAt: at,
  };
  const answered = { ...asked, outcome: 'answered' as const, answeredAt: at };
  corrections = [
    { ...asked, id: 3, request: 'Coté', outcome: null, note: '', answeredAt: null },
    { ...answered, id: 2, note: 'C’est corrigé.', passedOn: { at, by: '' } },
    { ...answered, note: '', done: { fr: 'Nom : « Cote » est devenu « Côté ».', en: '' } },
  ];
  renderPortal('/my-exams');
  const item = (await screen.findByText('C’est corrigé.')).closest('li') as HTMLElement;
  within(item).getByText('Traitée');
  within(item).getByText(/^Réponse du programme, le 11.janvier 2027 à 10.h$/);
  expect(within(item).queryByText(/Confiée/)).toBeNull();
  const [waiting, , done] = [...(item.parentElement?.children ?? [])] as HTMLElement[];
  expect(waiting?.textContent).toMatch(/En attente d’une réponse.*Coté$/);
  expect(waiting?.textContent).not.toContain('Réponse du programme');
  within(done as HTMLElement).getByText('Nom : « Cote » est devenu « Côté ».');
  server.on(withdrawCorrection).reply(() => true);
  fireEvent.click(screen.getByRole('button', { name: /^Retirer la demande.: Nom ou prénom$/ }));
  expect(server.requestsTo(withdrawCorrection)).toHaveLength(0);
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oui' }));
  await waitFor(() =>
    expect(server.requestsTo(withdrawCorrection).map(({ url }) => url.pathname)).toEqual([
      '/api/corrections/3',
    ]),
  );
  const mails = screen.getByRole('heading', { name: 'Vos courriels' });
  expect(item.compareDocumentPosition(mails) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
