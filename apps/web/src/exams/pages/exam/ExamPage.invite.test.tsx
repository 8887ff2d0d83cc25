import { listAuditLines } from '@guichet/contract/core/audit';
import { getExam } from '@guichet/contract/exams/exams';
import { listClosedExams, listExams } from '@guichet/contract/exams/exams.list';
import {
  forecastMail,
  inviteCandidates,
  previewInvitation,
} from '@guichet/contract/exams/notices.invitations';
import { listCandidates } from '@guichet/contract/exams/places';
import type { ListedUser } from '@guichet/contract/identity/users';
import { getMessage } from '@guichet/contract/mail/messages';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import {
  someExam,
  someForecast,
  someListedExam,
  someMessage,
  someUnreachableFrames,
  someUser,
} from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
let people: ListedUser[];
let examDate: string;
let replyTo: string | null;
beforeEach(() => {
  server = fakeServer();
  examDate = '2099-02-12';
  replyTo = 'secretariat@uni.example';
  people = [
    someUser({ id: 1, lastName: 'Aube', language: 'fr', isInvited: false, isToInvite: true }),
    someUser({ id: 2, lastName: 'Berg', language: 'en', isInvited: false, isToInvite: true }),
    someUser({ id: 3, lastName: 'Caro', language: 'fr', isInvited: false, mailState: 'queued' }),
  ];
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getExam).reply(() => someExam({ id: 12, title: 'Oral', examDate }));
  server.on(listClosedExams).reply(() => []);
  server
    .on(listExams)
    .reply(() => [someListedExam({ id: 12, title: 'Oral', date: examDate, numberOfCandidates: 3 })]);
  server.on(listCandidates).reply(() => people);
  server.on(listAuditLines).reply(() => ({ lines: [], next: null }));
  server.on(getMessage).reply(() => someMessage());
  server.on(forecastMail).reply(() => someForecast({ fr: { facts: ['examTime', 'examPlace'] } }));
  server.on(previewInvitation).reply(({ url }) => ({
    from: 'DC <dc@uni.example>',
    to: 'Alex Exemple <moi@uni.example>',
    replyTo,
    subject: url.pathname.endsWith('/1') ? 'Convocation : Oral' : 'Exam notice: Oral',
    preheader: '',
    html: '<p>Bonjour</p>',
    htmlBytes: 14,
    text: 'Bonjour',
    fileName: 'Règles.pdf',
    calendarFile: 'oral.ics',
    isUsable: true,
    examId: 12,
  }));
  server.on(inviteCandidates).reply(() => {
    const sent = people.filter(({ isToInvite }) => isToInvite).length;
    people = people.map((user) => ({ ...user, isToInvite: false, mailState: 'queued' }));
    return sent;
  });
});

const open = () => renderPortal('/configuration/exams/3/12');
const asked = async () => within(await screen.findByRole('alertdialog'));
const sent = () => server.requestsTo(inviteCandidates).map(({ body }) => body);

test.each([
  ['fr', 'Convoquer 2 personnes…', 'Envoyer 2 courriels', /^Convocation en cours d’envoi à 2/],
  ['en', 'Send 2 exam notices…', 'Send 2 emails', /^The exam notice is on its way to 2/],
] as const)(
  'from the line of an exam, the invitation goes to those who have none, after a question, in %s',
  async (language, action, yes, done) => {
    await setLanguage(language);
    open();
    fireEvent.click(await screen.findByRole('button', { name: action }));
    const question = await asked();
    await question.findByText(language === 'fr' ? /^En français \(1\).*Convocation/ : /^In French \(1\)/);
    await question.findByText(language === 'fr' ? /^En anglais \(1\)/ : /^In English \(1\): “Exam notice/);
    expect(question.getAllByText(/Règles\.pdf, oral\.ics$/)).toHaveLength(2);
    expect(question.getAllByText(/secretariat@uni\.example$/)).toHaveLength(2);
    await question.findByText(language === 'fr' ? /heure.*lieu/ : /time.*location/);
    expect(sent()).toEqual([]);
    fireEvent.click(question.getByRole('button', { name: yes }));
    await screen.findByText(done);
    expect(sent()).toEqual([{}]);
    await waitFor(() => expect(screen.queryByRole('button', { name: action })).toBeNull());
  },
);

test('the question says where answers go without a reply address, and the end who was quicker', async () => {
  replyTo = null;
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Convoquer 2 personnes…' }));
  const question = await asked();
  expect(
    await question.findAllByText(/^Sans adresse de réponse.*à l’expéditeur, DC <dc@uni\.example>\.$/),
  ).toHaveLength(2);
  people = people.map((user) => ({ ...user, isToInvite: false }));
  fireEvent.click(question.getByRole('button', { name: 'Envoyer 2 courriels' }));
  await screen.findByText(/^Rien n’a été envoyé.*ces personnes ont déjà leur convocation/);
});

test.each([
  ['system', { replyTo: 'bureau@uni.example' }],
  ['university', { phone: '613 555-0199' }],
])(
  'the question warns where neither the program nor the university says whom to call: %s',
  async (of, way) => {
    const frames = someUnreachableFrames();
    server.on(listMailFrames).reply(() => frames);
    const { unmount } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Convoquer 2 personnes…' }));
    const warning = await (await asked()).findByText(/^Les personnes inscrites n’ont personne à joindre/);
    const link = within(warning.parentElement?.parentElement as HTMLElement).getByRole('link');
    expect(link.getAttribute('href')).toBe('/configuration/contacts');
    unmount();
    server.on(listMailFrames).reply(() => ({
      ...frames,
      ...(of === 'system'
        ? { systems: frames.systems.map((one) => ({ ...one, ...way })) }
        : { university: { ...frames.university, ...way } }),
    }));
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Convoquer 2 personnes…' }));
    await (await asked()).findAllByText(/secretariat@uni\.example$/);
    expect(screen.queryByText(/personne à joindre/)).toBeNull();
  },
);

test('selected people get it too, but those who have it; without anybody, and after the exam, it is not offered', async () => {
  const { unmount } = open();
  const list = within(await screen.findByRole('region', { name: 'Liste des personnes inscrites' }));
  fireEvent.click(await list.findByRole('button', { name: 'Sélectionner des personnes' }));
  const toInvite = () => list.queryByRole('button', { name: /^Convoquer/ });
  fireEvent.click(list.getByRole('checkbox', { name: /Caro$/ }));
  expect(toInvite()).toBeNull();
  fireEvent.click(list.getByRole('checkbox', { name: /Aube$/ }));
  fireEvent.click(toInvite() as HTMLElement);
  const question = await asked();
  question.getByText(/^L’autre personne sélectionnée a déjà sa convocation/);
  fireEvent.click(question.getByRole('button', { name: 'Envoyer 1 courriel' }));
  await waitFor(() => expect(sent()).toEqual([{ userIds: [1] }]));
  unmount();
  examDate = '2020-02-12';
  people = [someUser({ isInvited: false, isToInvite: true })];
  open();
  await screen.findByRole('link', { name: '1 personne sur 1 n’a pas encore reçu sa convocation' });
  expect(screen.queryByRole('button', { name: /^Convoquer/ })).toBeNull();
});
