import { cancelExam, cancelWithNote, reactivateExam } from '@guichet/contract/exams/exams';
import { listClosedExams, listExams } from '@guichet/contract/exams/exams.list';
import { previewNotice } from '@guichet/contract/exams/notices';
import type { NoticeNotes } from '@guichet/contract/exams/notices.notes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { today } from '../../../../core/i18n/formats.ts';
import { fakeServer } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someListedExam } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(cancelExam).reply(() => 31);
  server.on(cancelWithNote).reply(() => 31);
  server.on(reactivateExam).reply(({ body }) => ({
    ...someListedExam(),
    ...((body as { sendEmail: boolean }).sendEmail && { told: 31 }),
  }));
});

test('of a cancelled exam only what it takes is offered: a copy and the reactivation, and no change', async () => {
  const exam = someListedExam({ id: 11, title: 'Automne' });
  server.on(listClosedExams).reply(() => [exam]);
  renderPortal('/dc/configuration?tab=cohorts&show=cancelled');
  const row = within(await screen.findByRole('row', { name: /Automne/ }));
  const offered = row.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? '');
  fireEvent.click(row.getByRole('button', { name: /Autres actions/ }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect([...offered, ...entries].join()).toMatch(/Réactiver/);
  expect(entries).toContain('Copier l’examen…');
  expect([...offered, ...entries].join()).not.toMatch(/Modifier/);
});

/** Opens the last question about the cancellation of an exam, or the only question about its reactivation. */
/** `only`: a figure of home, under which also exams that are over stand. */
async function ask(act: 'cancel' | 'reactivate', given: Parameters<typeof someListedExam>[0], only = '') {
  const exam = someListedExam({ id: 11, title: 'Automne', numberOfCandidates: 31, ...given });
  server.on(listExams).reply(() => (act === 'cancel' ? [exam] : []));
  server.on(listClosedExams).reply(() => [exam]);
  renderPortal(`/dc/configuration?tab=cohorts${act === 'cancel' ? only : '&show=cancelled'}`);
  const row = within(await screen.findByRole('row', { name: /Automne/ }));
  if (act === 'reactivate') fireEvent.click(row.getByRole('button', { name: /^Réactiver/ }));
  else {
    fireEvent.click(row.getByRole('button', { name: /Autres actions/ }));
    fireEvent.click(screen.getByRole('menuitem', { name: /^Désactiver/ }));
  }
  const question = within(await screen.findByRole('alertdialog'));
  if (act === 'cancel') fireEvent.click(question.getByRole('button', { name: /^Oui/ }));
  return question;
}

const box = (question: ReturnType<typeof within>) =>
  question.findByRole('checkbox', {
    name: /^Écrire aux 31 personnes inscrites/,
  }) as Promise<HTMLInputElement>;
const yes = (question: ReturnType<typeof within>) =>
  fireEvent.click(question.getByRole('button', { name: /^Oui/ }));
const asked = (endpoint: Parameters<typeof server.requestsTo>[0]) =>
  waitFor(() => {
    const [request] = server.requestsTo(endpoint);
    expect(request).toBeDefined();
    return request;
  });

test('who was mailed about the exam is told of its cancellation, unless somebody unticks the box', async () => {
  const question = await ask('cancel', { hasBeenMailed: true });
  expect((await box(question)).checked).toBe(true);
  expect(question.queryByText(/^Si vous ne cochez pas/)).toBeNull();
  fireEvent.click(await box(question));
  question.getByText(/^Si vous ne cochez pas cette case, les 31 personnes/);
  fireEvent.click(await box(question));
  yes(question);
  const request = await asked(cancelExam);
  expect(request?.url.search).toBe('?sendEmail=true');
  // Some proxies refuse a DELETE with a body.
  expect(request?.body ?? null).toBeNull();
});

test('who was mailed about the exam is told that it takes place after all', async () => {
  const question = await ask('reactivate', { hasBeenMailed: true });
  expect((await box(question)).checked).toBe(true);
  yes(question);
  expect((await asked(reactivateExam))?.body).toEqual({ sendEmail: true });
  await screen.findByText(
    'L’examen « Automne » a été réactivé. 31 courriels d’avis sont dans la boîte d’envoi.',
  );
});

test.each(['cancel', 'reactivate'] as const)(
  'once its exam is over, by its hour, to %s offers no mail',
  async (act) => {
    const date = today(new Date());
    const over = await ask(act, { hasBeenMailed: true, date, endTime: '00:00' }, '&only=failed');
    expect(over.queryByRole('checkbox')).toBeNull();
    yes(over);
    const endpoint = act === 'cancel' ? cancelExam : reactivateExam;
    const request = await asked(endpoint);
    expect(JSON.stringify([request?.url.search, request?.body])).not.toContain('true');
  },
);

test.each(['cancel', 'reactivate'] as const)(
  'on the day of its exam, before the end, to %s still offers the mail',
  async (act) => {
    const question = await ask(act, { hasBeenMailed: true, date: today(new Date()), endTime: '' });
    expect((await box(question)).checked).toBe(true);
  },
);

test('where it tells nobody, the reactivation says nothing of mails', async () => {
  const question = await ask('reactivate', { hasBeenMailed: false });
  await box(question);
  yes(question);
  await screen.findByText('L’examen « Automne » a été réactivé.');
});

test.each(['cancel', 'reactivate'] as const)(
  'where nobody was mailed about the exam, to %s it tells nobody by itself',
  async (act) => {
    const question = await ask(act, { hasBeenMailed: false });
    expect((await box(question)).checked).toBe(false);
  },
);

test.each([['cancel', cancelWithNote] as const, ['reactivate', reactivateExam] as const])(
  'to %s, a sentence is added to the mail while the box is ticked, with a warning of who does not read it',
  async (act, endpoint) => {
    server.on(previewNotice).reply(({ body }) => ({
      fr: { subject: (body as NoticeNotes).noteFr ?? 'Rien', html: '' },
      en: null,
      readers: ['fr', 'en'],
      isRead: true,
    }));
    const question = await ask(act, { hasBeenMailed: true });
    const french = () => question.getByRole('textbox', { name: /au courriel en français/ });
    fireEvent.click(question.getByRole('button', { name: 'Lire ce courriel' }));
    await question.findByText('Rien');
    fireEvent.change(french(), { target: { value: 'Reprise le 10 mai.' } });
    question.getByText('Les personnes qui lisent l’anglais recevront le courriel sans phrase ajoutée.');
    await question.findByText('Reprise le 10 mai.', { selector: 'p' });
    fireEvent.click(await box(question));
    expect(question.queryByRole('textbox')).toBeNull();
    fireEvent.click(await box(question));
    fireEvent.change(french(), { target: { value: 'x'.repeat(501) } });
    question.getByText('Ce texte est trop long. Raccourcissez-le.');
    const strong = question.getByRole('button', { name: /^Oui/ });
    expect(strong.getAttribute('aria-disabled')).toBe('true');
    yes(question);
    expect(server.requestsTo(endpoint)).toEqual([]);
    // Without a mail, the too long text is no obstacle.
    fireEvent.click(await box(question));
    expect(strong.getAttribute('aria-disabled')).toBeNull();
    fireEvent.click(await box(question));
    fireEvent.change(french(), { target: { value: 'Reprise le 12 mai.' } });
    yes(question);
    const request = await asked(endpoint);
    expect(request?.body).toMatchObject({ noteFr: 'Reprise le 12 mai.' });
  },
);

test.each(['cancel', 'reactivate'] as const)(
  'to %s, a sentence that was typed is discarded only after a question, by Escape and by No',
  async (act) => {
    const question = await ask(act, { hasBeenMailed: true });
    const french = question.getByRole('textbox', { name: /au courriel en français/ });
    fireEvent.change(french, { target: { value: 'Reprise le 10 mai.' } });
    const discard = async () =>
      within(await screen.findByRole('alertdialog', { name: 'Abandonner la saisie?' }));
    fireEvent.keyDown(french, { key: 'Escape' });
    fireEvent.click((await discard()).getByText('Continuer la saisie'));
    await waitFor(() => expect(screen.queryByText('Abandonner la saisie?')).toBeNull());
    expect(screen.getByDisplayValue('Reprise le 10 mai.')).toBe(french);
    fireEvent.click(question.getByRole('button', { name: /^Non/ }));
    fireEvent.click((await discard()).getByRole('button', { name: 'Abandonner' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([...server.requestsTo(cancelExam), ...server.requestsTo(reactivateExam)]).toEqual([]);
  },
);

test('without a sentence the question closes at once', async () => {
  const question = await ask('cancel', { hasBeenMailed: true });
  fireEvent.click(question.getByRole('button', { name: /^Non/ }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
