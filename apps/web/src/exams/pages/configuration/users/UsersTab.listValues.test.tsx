import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates } from '@guichet/contract/exams/places';
import { correctListValues, listKeptColumns } from '@guichet/contract/exams/places.listValues';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someListedExam, someUser, someUserInfo } from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
const listValues = { Siège: '12', Groupe: 'A' };
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  server.on(listExams).reply(() => [someListedExam()]);
  server
    .on(listCandidates)
    .reply(() => [someUser({ id: 7, listValues }), someUser({ id: 8, firstName: 'Bea' })]);
  const exam = { examId: 12, systemId: 3, title: 'Hiver 2027', date: '2027-02-01', isCancelled: false };
  const facts = { startTime: '', endTime: '', endDate: '', place: '', instructions: '' };
  const exams = [{ ...exam, ...facts, hasExtraTime: false, listValues }];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, exams }));
  server.on(listKeptColumns).reply(() => ['Groupe', 'Salle', 'Siège']);
});

test('the list of an exam shows and finds what its lists say, and the panel corrects it', async () => {
  renderPortal('/dc/configuration?tab=users&exam=12');
  expect(await screen.findByRole('columnheader', { name: 'Liste' })).toBeDefined();
  const cell = screen.getAllByRole('cell').find(({ textContent }) => textContent === 'Groupe A · Siège 12');
  expect(cell).toBeDefined();
  const [open] = await screen.findAllByRole('button', { name: /^Voir les renseignements/ });
  if (open) fireEvent.click(open);
  const panel = within(await screen.findByRole('dialog'));
  expect(await panel.findByText(/^D’après la liste/)).toBeDefined();
  fireEvent.click(await panel.findByRole('button', { name: 'Corriger ces valeurs' }));
  expect(document.activeElement).toBe(panel.getByLabelText('Groupe'));
  fireEvent.change(panel.getByLabelText('Salle'), { target: { value: 'B-204' } });
  server.on(correctListValues).reply(() => true);
  fireEvent.click(panel.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() =>
    expect(server.requestsTo(correctListValues)[0]?.body).toEqual({
      listValues: { Salle: 'B-204' },
    }),
  );
  expect(await panel.findByRole('button', { name: 'Corriger ces valeurs' })).toBeDefined();
});
