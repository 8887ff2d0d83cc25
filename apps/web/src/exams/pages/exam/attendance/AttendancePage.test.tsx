import { recordExport } from '@guichet/contract/core/audit';
import { getExam } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { listExtraTimes } from '@guichet/contract/exams/results.extraTime';
import type { ListedUser } from '@guichet/contract/identity/users';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import { someExam, someUser } from '../../../../testing/samples.ts';

const exam = someExam({ placeFr: 'Salle 112', startTime: '09:00', endTime: '12:30' });
const people: ListedUser[] = [
  someUser({ id: 1, lastName: 'Roy', firstName: 'Noé', studentNumber: '300123456' }),
  someUser({ id: 2, lastName: 'Émond', firstName: 'Zoé', studentNumber: null, email: 'zoe@exemple.ca' }),
  someUser({ id: 3, lastName: null, firstName: null, fullName: '', email: 'abel@exemple.ca' }),
];

const watchRule = () => vi.spyOn(CSSStyleSheet.prototype, 'replaceSync');
let pageRule: ReturnType<typeof watchRule>;

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  pageRule = watchRule();
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(getExam).reply(() => exam);
  server.on(listCandidates).reply(() => people);
});
afterEach(() => vi.unstubAllGlobals());

const open = () => renderPortal('/configuration/exams/3/12/attendance');

test('the sheet has one line per candidate by last name, with the address where there is no number', async () => {
  open();
  const rows = await screen.findAllByRole('rowheader');
  expect(rows.map((row) => row.parentElement?.textContent)).toEqual([
    '1abel@exemple.ca',
    '2Émond, Zoé',
    '3Roy, Noé300123456',
  ]);
  expect(screen.getByText('Hiver 2027', { selector: 'td *' })).toBeDefined();
  expect(screen.getByText(/^lundi 1er février 2027, 9.h à 12.h.30 \(heure de l’Est\)$/)).toBeDefined();
  expect(screen.getByText('Salle 112')).toBeDefined();
  expect(screen.getByText('Université – Examens DC')).toBeDefined();
});

test('whoever has the right to it can have extra time in a column, with the own end, in the language of the sheet', async () => {
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, seesExtraTime: true }] });
  const of = { fullName: '', email: '', isGiven: true, platform: null };
  server.on(listExtraTimes).reply(() => [
    { ...of, id: 1, extraTime: { minutes: 45, factor: null } },
    { ...of, id: 2, extraTime: { minutes: null, factor: 1.5 } },
  ]);
  open();
  await screen.findAllByRole('rowheader');
  expect(screen.queryByRole('columnheader', { name: 'Temps supplémentaire' })).toBeNull();
  expect(server.requestsTo(listExtraTimes)).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Avec le temps supplémentaire' }));
  await screen.findByRole('columnheader', { name: 'Temps supplémentaire' });
  const lines = screen.getAllByRole('rowheader').map((row) => row.parentElement?.textContent);
  expect(lines[0]).toBe('1abel@exemple.ca');
  expect(lines[1]).toMatch(/^2Émond, Zoé\+50.%, jusqu’à 14.h.15$/);
  expect(lines[2]).toMatch(/^3Roy, Noé300123456\+45.min, jusqu’à 13.h.15$/);
});

test('who lacks the right to extra time is not offered its column', async () => {
  renderPortal('/configuration/exams/3/12/attendance?extraTime=shown');
  await screen.findAllByRole('rowheader');
  expect(screen.queryByRole('checkbox', { name: 'Avec le temps supplémentaire' })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Temps supplémentaire' })).toBeNull();
  expect(server.requestsTo(listExtraTimes)).toEqual([]);
});

test('once people were ticked, the sheet has a column with what was ticked and when', async () => {
  const at = new Date('2027-02-01T14:05:00Z');
  const [first, second, third] = people as [ListedUser, ListedUser, ListedUser];
  server
    .on(listCandidates)
    .reply(() => [
      { ...first, presence: { state: 'present', at, by: 'Ève Roy' } },
      { ...second, presence: { state: 'absent', at, by: null } },
      third,
    ]);
  open();
  await screen.findByRole('columnheader', { name: 'Pointage' });
  const rows = screen.getAllByRole('rowheader').map((row) => row.parentElement?.textContent);
  expect(rows[1]).toMatch(/^2Émond, ZoéAbsent, 9.h.05$/);
  expect(rows[2]).toMatch(/^3Roy, Noé300123456Présent, 9.h.05$/);
});

test('the sheet is a file too, with the columns that it shows, in its language', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:1';
  });
  open();
  await screen.findAllByRole('rowheader');
  fireEvent.click(screen.getByRole('radio', { name: 'Anglais' }));
  await screen.findByText('Winter 2027', { selector: 'td *' });
  const file = async (format: RegExp) => {
    fireEvent.click(screen.getByRole('button', { name: 'Exporter' }));
    fireEvent.click(screen.getByRole('menuitem', { name: format }));
    await waitFor(() => expect(saved).toHaveLength(1));
    return saved.pop() as Blob;
  };
  expect((await (await file(/^CSV/)).text()).replace('\uFEFF', '').split('\r\n')).toEqual([
    'No.;Name;Student no.;Signature',
    '1;abel@exemple.ca;;',
    '2;"Émond, Zoé";;',
    '3;"Roy, Noé";300123456;',
    '',
  ]);
  expect((await file(/^Excel/)).type).toMatch(/spreadsheetml\.sheet$/);
  // The log of the system says so.
  const told = server.requestsTo(recordExport).map(({ body }) => body);
  expect(told).toEqual(Array(2).fill(expect.objectContaining({ rows: 3, systemId: 3 })));
});

test('language and paper are the reader’s to choose, and the page rule goes with the sheet', async () => {
  open();
  await screen.findAllByRole('rowheader');
  await waitFor(() =>
    expect(pageRule).toHaveBeenLastCalledWith(expect.stringMatching(/size: letter;.*" de "/)),
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Anglais' }));
  fireEvent.click(screen.getByRole('radio', { name: 'A4' }));
  await screen.findByText('Winter 2027', { selector: 'td *' });
  await waitFor(() => expect(pageRule).toHaveBeenLastCalledWith(expect.stringMatching(/size: a4;.*" of "/)));
  expect(document.adoptedStyleSheets).toHaveLength(1);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  fireEvent.click(screen.getByRole('button', { name: 'Imprimer' }));
  expect(print).toHaveBeenCalledOnce();
});

test('without candidates there is nothing to print', async () => {
  server.on(listCandidates).reply(() => []);
  open();
  await screen.findByText(/il n’y a rien à imprimer/);
  expect(screen.queryByRole('button', { name: 'Imprimer' })).toBeNull();
});

test('an exam that cannot be loaded says why', async () => {
  server.on(getExam).reply(() => problem(404, 'exam.notFound'));
  open();
  await screen.findByText('Détail de exam.notFound.');
});
