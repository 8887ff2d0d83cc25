import { errors } from '@guichet/contract/core/errors';
import { type ListedExam, listExams } from '@guichet/contract/exams/exams.list';
import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import {
  addFile,
  compareMessage,
  deleteFile,
  getMessage,
  type Message,
  saveMessage,
} from '@guichet/contract/mail/messages';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { findInvitationCalendar, setInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someListedExam } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let saved: Message;
let exams: ListedExam[];
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
  server = fakeServer();
  saved = {
    subject: 'Objet',
    body: '<p>Texte</p>',
    preheader: '',
    fileName: 'plan.pdf',
    savedAt: null,
    comparedTo: null,
  };
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(findInvitationCalendar).reply(() => ({ isAttached: true }));
  server.on(getMessage).reply(() => saved);
  exams = [];
  server.on(listExams).reply(() => exams);
  server.on(previewInvitation).reply(({ body }) => ({
    from: 'a@exemple.ca',
    to: 'b@exemple.ca',
    replyTo: 'bureau@exemple.ca',
    subject: 'Objet',
    preheader: 'À lire avant vendredi',
    html: '<p>Texte</p>',
    text: 'Texte',
    fileName: null,
    isUsable: true,
    htmlBytes: 1000,
    examId: (body as { examId: number | null }).examId,
  }));
});

test('the preview of one language says that the office stands in the other alone', async () => {
  const unset = { emailFrom: null, emailFromName: null, emailFromNameEn: null, replyTo: null, phone: null };
  const university = { ...unset, officeFr: null, officeEn: null };
  const dc = { ...university, id: 3, slug: 'dc', name: 'DC', coursePrefix: 'DC', officeFr: 'Local 3' };
  const rest = { templateId: null, semesterId: null, logoId: null, isArchived: false };
  server.on(listMailFrames).reply(() => ({ systems: [{ ...dc, ...rest }], university, senderDomains: null }));
  renderPortal('/dc/configuration?tab=email');
  const notice = await screen.findByText(/^Les courriels en anglais donnent le bureau en français.*: DC\.$/);
  expect(notice.closest('section')?.textContent).toContain('anglais');
  expect(screen.queryByText(/^Les courriels en français donnent/)).toBeNull();
});

test('a version without the attachment of the other says so, and a preview that tells a fact in the other language', async () => {
  server
    .on(getMessage)
    .reply(({ url }) => (url.pathname.endsWith('/2') ? { ...saved, fileName: null } : saved));
  const preview = {
    ...{ from: 'a@exemple.ca', to: 'b@exemple.ca', replyTo: null, subject: 'Exam', preheader: '' },
    ...{ html: '<p>Text</p>', text: 'Text', fileName: null, isUsable: true, htmlBytes: 100, examId: 12 },
  };
  server.on(previewInvitation).reply(({ url }) => ({
    ...preview,
    inOtherLanguage: url.pathname.endsWith('/2') ? (['examInstructions'] as const).slice() : [],
  }));
  renderPortal('/dc/configuration?tab=email&message=en');
  await screen.findByText(/^Seule la version française a une pièce jointe, «\splan\.pdf\s»/);
  await screen.findByText(/^Les courriels en anglais donneront en français les consignes/);
  expect(screen.queryByText(/^Les courriels en français donneront en anglais/)).toBeNull();
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
  server.on(addFile).reply(() => new Response('<h1>Gateway Timeout</h1>', { status: 504 }));
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
test('who finds that an older message matches the later one says so beside the warning, which then goes', async () => {
  const at = { fr: new Date('2027-01-11T15:00:00Z'), en: new Date('2027-01-12T15:00:00Z') };
  let comparedTo: Date | null = null;
  server
    .on(getMessage)
    .reply(({ url }) =>
      url.pathname.endsWith('/1')
        ? { ...saved, savedAt: at.fr, comparedTo }
        : { ...saved, savedAt: at.en, comparedTo: null },
    );
  server.on(compareMessage).reply(() => {
    comparedTo = at.en;
    return true;
  });
  renderPortal('/dc/configuration?tab=email');
  await screen.findByText(/^Le message en français date du/);
  fireEvent.click(screen.getByRole('button', { name: 'Ils correspondent' }));
  await screen.findByText('C’est noté : les deux messages correspondent.');
  await waitFor(() => expect(screen.queryByText(/^Le message en français date du/)).toBeNull());
  const [request] = server.requestsTo(compareMessage);
  expect(request?.url.pathname).toMatch(/\/3\/1$/);
  expect(request?.body).toEqual({ savedAt: at.fr.toISOString(), comparedTo: at.en.toISOString() });
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

test('a save of which nobody knows the outcome is told once, as unknown', async () => {
  server.on(saveMessage).reply(() => new Response('', { status: 502 }));
  renderPortal('/dc/configuration?tab=email');
  fireEvent.change(await screen.findByLabelText('Objet'), { target: { value: 'Autre' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText(/Impossible de confirmer que le message a été enregistré/);
  expect(screen.queryByText('Le message n’a pas été enregistré')).toBeNull();
});

test('a save that found no network names it', async () => {
  server.on(saveMessage).reply(() => {
    throw new TypeError('lost');
  });
  renderPortal('/dc/configuration?tab=email');
  fireEvent.change(await screen.findByLabelText('Objet'), { target: { value: 'Autre' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText(
    /Vérifiez votre connexion.*Impossible de confirmer que le message a été enregistré/,
  );
});

test('the previews and the test are for the exam that is chosen, by default the next one with candidates', async () => {
  exams = [someListedExam({ id: 12 }), someListedExam({ id: 13, title: 'Printemps', date: '2099-04-01' })];
  renderPortal('/dc/configuration?tab=email');
  const choice = await screen.findByLabelText<HTMLSelectElement>('Examen de l’aperçu');
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Le prochain qui compte des personnes inscrites',
    'Hiver 2027 – 12\u00A0février 2099',
    'Printemps – 1er\u00A0avril 2099',
  ]);
  const asked = () =>
    server.requestsTo(previewInvitation).map(({ body }) => (body as { examId: number | null }).examId);
  await vi.waitFor(() => expect(asked()).toEqual([null, null]));
  const test = screen.getByRole('link', { name: /test|essai/i });
  expect(test.getAttribute('href')).toMatch(/\/SendEmailTest\/3\/1$/);
  fireEvent.change(choice, { target: { value: '13' } });
  await vi.waitFor(() => expect(asked().slice(2)).toEqual([13, 13]));
  expect(test.getAttribute('href')).toMatch(/\/SendEmailTest\/3\/1\?examId=13$/);
  const mail = within(screen.getByRole('region', { name: 'Courriel en français' }));
  await mail.findByText('À lire avant vendredi');
  expect(mail.getByText('bureau@exemple.ca')).toBeTruthy();
});

test('an exam that is the only one stands there as the one of the previews', async () => {
  exams = [someListedExam({ id: 12 })];
  renderPortal('/dc/configuration?tab=email');
  const choice = await screen.findByLabelText<HTMLSelectElement>('Examen de l’aperçu');
  expect([...choice.selectedOptions].map(({ text }) => text)).toEqual(['Hiver 2027 – 12\u00A0février 2099']);
});

test('what the fields of a text stand for is said in words below it', async () => {
  renderPortal('/dc/configuration?tab=email');
  fireEvent.change(await screen.findByLabelText('Objet'), { target: { value: '{{examTitle}}, {{autre}}' } });
  const said = await screen.findByText(/^Champs de ce texte/);
  expect(said.textContent).toMatch(/\{\{examTitle\}\} Titre de l’examen/);
  expect(said.textContent).not.toContain('autre');
});

test('without an exam there is nothing to choose', async () => {
  renderPortal('/dc/configuration?tab=email');
  await screen.findByRole('region', { name: 'Courriel en français' });
  expect(screen.queryByLabelText('Examen de l’aperçu')).toBeNull();
});

test('the preview text is saved with the message, and a refusal of it stands at its field', async () => {
  const faults = [{ path: 'preheader', messageKey: 'maxLength' }];
  server.on(saveMessage).reply(() => problem(400, 'request.invalid', { errors: faults }));
  saved = { ...saved, preheader: 'Avant' };
  renderPortal('/dc/configuration?tab=email');
  const field = await screen.findByLabelText<HTMLInputElement>('Texte d’aperçu');
  expect(field.value).toBe('Avant');
  fireEvent.change(field, { target: { value: 'Après' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field);
  const [request] = server.requestsTo(saveMessage).filter(({ method }) => method === 'POST');
  expect((request?.body as FormData | undefined)?.get('preheader')).toBe('Après');
  fireEvent.change(field, { target: { value: 'Avant' } });
  await vi.waitFor(() => expect(screen.queryByText('Non enregistré')).toBeNull());
});

test('the first edit of a reminder says that the other language is still the one that the portal offers', async () => {
  const when = new Date('2027-01-11T15:00:00Z');
  server.on(getMessage).reply(({ url }) => ({
    ...saved,
    fileName: null,
    savedAt: url.pathname.endsWith('/1') ? when : null,
  }));
  renderPortal('/dc/configuration?tab=email&text=reminder');
  await screen.findByText(/celui en anglais est encore celui que le portail propose/);
});

test('a placeholder goes into the field that had the focus last', async () => {
  renderPortal('/dc/configuration?tab=email');
  const field = await screen.findByLabelText<HTMLInputElement>('Texte d’aperçu');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'Le ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Insérer un champ de fusion' }));
  // A sentence that holds the same words would say them twice.
  await screen.findByRole('menuitem', {
    name: /^Comment vous joindre.*«\srépondez à ce courriel ou appelez au…/,
  });
  fireEvent.click(screen.getByRole('menuitem', { name: /Date de l’examen/ }));
  expect(field.value).toBe('Le {{examDate}}');
  expect(screen.getByLabelText<HTMLInputElement>('Objet').value).toBe('Objet');
});

test('the exam for calendars is left out of invitations by one press, which counts at once', async () => {
  let isAttached = true;
  server.on(findInvitationCalendar).reply(() => ({ isAttached }));
  server.on(setInvitationCalendar).reply(() => {
    isAttached = false;
    return { isAttached };
  });
  renderPortal('/dc/configuration?tab=email');
  const choice = await screen.findByLabelText(/^Joindre l’examen pour l’agenda/);
  fireEvent.click(choice);
  await screen.findByText('C’est enregistré pour les prochaines convocations.');
  expect((choice as HTMLInputElement).checked).toBe(false);
});
