import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import { type Correction, correctUser, getUserInfo } from '@guichet/contract/identity/users.changes';
import { retryMails } from '@guichet/contract/mail/outbox';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { noExamFacts, someListedExam, someUser, someUserInfo } from '../../../testing/samples.ts';

const [wrong, right] = ['zoe@uotawa.ca', 'zoe@uottawa.ca'];
const corrected = { outcome: 'corrected' as const, linkSentTo: null, mailIds: [], isOnPlatform: false };

const failed = {
  mailId: 1,
  state: 'failed',
  recipient: wrong,
  subject: 'Convocation',
  language: 'fr',
  at: new Date('2026-11-28T15:00:00Z'),
  reason: null,
  isSenderFault: false,
} as const;

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  server.on(listExams).reply(() => [someListedExam()]);
  server.on(listCandidates).reply(() => [someUser({ id: 7, firstName: 'Zoé', lastName: 'Côté' })]);
  const exams = [
    {
      examId: 12,
      systemId: 3,
      title: 'Hiver 2027',
      date: '2027-02-01',
      isCancelled: false,
      hasExtraTime: false,
      ...noExamFacts,
    },
  ] as const;
  server.on(getUserInfo).reply(() =>
    someUserInfo({
      id: 7,
      firstName: 'Zoé',
      lastName: 'Côté',
      fullName: 'Zoé Côté',
      email: wrong,
      mayManage: true,
      exams: [...exams],
    }),
  );
});

async function openPanel() {
  renderPortal('/dc/configuration?tab=users&exam=12');
  fireEvent.click(await screen.findByRole('button', { name: /^Voir les renseignements/ }));
  return screen.findByRole('dialog', { name: 'Zoé Côté' });
}

/** Corrects the address, with this reply of the server, and returns the dialog. */
async function correct(reply: Correction) {
  server.on(correctUser).reply(() => reply);
  const panel = within(await openPanel());
  fireEvent.click(await panel.findByRole('button', { name: 'Corriger les renseignements' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Corriger les renseignements/ }));
  fireEvent.change(await dialog.findByLabelText('Adresse courriel'), { target: { value: right } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les corrections' }));
  return { dialog, told: (await dialog.findByRole('status')).textContent };
}

test('what is done most often to a person stands above their facts', async () => {
  const panel = await openPanel();
  await within(panel).findByText('Compte créé le');
  const text = panel.textContent;
  const at = (words: string) => text.indexOf(words);
  expect(at('Corriger les renseignements')).toBeGreaterThan(-1);
  expect(at('Corriger les renseignements')).toBeLessThan(at('Hiver 2027'));
  expect(at('Hiver 2027')).toBeLessThan(at('Compte créé le'));
});

test('a corrected address is told beside the one before, with the platform, and the mail’s new destination', async () => {
  server.on(retryMails).reply(() => ({ again: 1, left: 0 }));
  const address = { from: wrong, to: right };
  const { dialog, told } = await correct({ ...corrected, address, mailIds: [44], isOnPlatform: true });
  expect(told).toContain(`Son adresse était ${wrong}; elle est maintenant ${right}.`);
  expect(told).toContain('La plateforme d’apprentissage reçoit aussi le changement');
  fireEvent.click(dialog.getByRole('button', { name: `Renvoyer à ${right}` }));
  await screen.findByText(`Le courriel sera envoyé de nouveau à ${right}.`);
  expect(server.requestsTo(retryMails)[0]?.body).toEqual({ mailIds: [44] });
});

test('all mails that went astray are sent again together, and those that no longer can be are counted', async () => {
  server.on(retryMails).reply(() => ({ again: 2, left: 1 }));
  const address = { from: wrong, to: right };
  const { dialog, told } = await correct({ ...corrected, address, mailIds: [44, 45, 46] });
  expect(told).toContain('3 courriels ne sont pas parvenus à cette personne');
  fireEvent.click(dialog.getByRole('button', { name: `Renvoyer les 3 courriels à ${right}` }));
  await screen.findByText(`2 courriels seront envoyés de nouveau à ${right}.`);
  await screen.findByText(/^1 courriel ne sera pas renvoyé/);
  expect(server.requestsTo(retryMails).map(({ body }) => body)).toEqual([{ mailIds: [44, 45, 46] }]);
});

test('an address whose link waits is told beside the one that stays until then', async () => {
  const { told } = await correct({ ...corrected, address: null, linkSentTo: right });
  expect(told).toContain(`Un lien a été envoyé à ${right}.`);
  expect(told).toContain(`d’ici là, ${wrong} reste en usage`);
  expect(told).not.toContain('plateforme');
});

test('a corrected name is told beside the one before, under the new name, until the dialog is closed', async () => {
  server.on(correctUser).reply(() => ({ ...corrected, address: null }));
  const panel = within(await openPanel());
  fireEvent.click(await panel.findByRole('button', { name: 'Corriger les renseignements' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Corriger les renseignements/ }));
  fireEvent.change(await dialog.findByLabelText('Nom'), { target: { value: 'Côté-Lavoie ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les corrections' }));
  const { textContent: told } = await dialog.findByRole('status');
  expect(told).toContain('Corrections enregistrées\u00a0: Zoé Côté-Lavoie.');
  expect(told).toContain('Nom\u00a0: «\u00a0Côté\u00a0» est devenu «\u00a0Côté-Lavoie\u00a0».');
  expect(told).not.toContain('Prénom');
  expect(screen.getByRole('dialog', { name: /Zoé Côté-Lavoie$/ })).toBeDefined();
  fireEvent.click(dialog.getAllByRole('button', { name: 'Fermer' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Corriger/ })).toBeNull());
});

test('the correction of an address that failed begins in the address field, of other details with the first name', async () => {
  server
    .on(getUserInfo)
    .reply(() =>
      someUserInfo({ id: 7, fullName: 'Zoé Côté', email: wrong, mayManage: true, undelivered: failed }),
    );
  for (const [button, field] of [
    ['Corriger l’adresse', 'Adresse courriel'],
    ['Corriger les renseignements', 'Prénom'],
  ] as const) {
    const panel = within(await openPanel());
    fireEvent.click(await panel.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Corriger les renseignements/ }));
    const box = await dialog.findByLabelText(field);
    await waitFor(() => expect(document.activeElement).toBe(box));
    cleanup();
  }
});

test('a guest’s panel dates their place in the program, and the correction chooses no language that was not stated', async () => {
  const zoe = someUserInfo({
    id: 7,
    isGuest: true,
    language: null,
    mayCorrect: true,
    studentNumber: '300555111',
  });
  server.on(getUserInfo).reply(() => zoe);
  server.on(correctUser).reply(() => ({ ...corrected, address: null }));
  const panel = within(await openPanel());
  expect((await panel.findByText('Dans votre programme depuis le')).nextSibling?.textContent).toMatch(
    /septembre/,
  );
  expect(panel.queryByText('Compte créé le')).toBeNull();
  fireEvent.click(panel.getByRole('button', { name: 'Corriger les renseignements' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Corriger les renseignements/ }));
  const languages = await dialog.findAllByRole<HTMLInputElement>('radio');
  expect(languages.map(({ checked }) => checked)).toEqual([false, false]);
  fireEvent.change(dialog.getByLabelText(/étudiant/), { target: { value: '300555222' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer les corrections' }));
  expect((await dialog.findByRole('status')).textContent).not.toMatch(/Langue/);
  const [{ body } = { body: null }] = server.requestsTo(correctUser);
  expect(body).toMatchObject({ studentNumber: '300555222', seen: { language: null } });
  expect(body).not.toHaveProperty('languageId');
});
