import { createExamSpace } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { importCandidates, type Preview, previewImport } from '@guichet/contract/imports/imports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';

let portal: TestPortal;
const courses = new Map<number, string>();
const admins = new Map<number, Caller>();
beforeAll(async () => {
  portal = await openTestPortal();
  for (const systemId of [2, 3]) {
    const admin = await portal.as('admin', systemId);
    admins.set(systemId, admin);
    const body = { title: 'Hiver', examDate: '2027-04-30' };
    const { reply } = await admin.call(createExamSpace, { params: { systemId }, body });
    courses.set(systemId, reply.courseId);
  }
  await place(3, ['Zoé;Côté;zoe@exemple.ca;0300 111 222', 'Léa;Roy;lea@exemple.ca;E-77ab']);
  await place(2, ['Ana;Abel;ana@exemple.ca;300999000']);
});
afterAll(() => portal.close());

const order = (systemId: number, lines: readonly string[]) => ({
  body: {
    systemId,
    languageId: 'fr' as const,
    selectedCourse: courses.get(systemId) ?? '',
    sendEmail: false,
  },
  file: { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel;Numéro étudiant', ...lines].join('\r\n') },
});
const adminOf = (systemId: number) => admins.get(systemId) as Caller;
const place = async (systemId: number, lines: readonly string[]) =>
  (await adminOf(systemId).call(importCandidates, order(systemId, lines))).reply;
const numbers = async (systemId: number, lines: readonly string[]) => {
  const { raw } = await adminOf(systemId).call(previewImport, order(systemId, lines));
  return (JSON.parse(raw) as Preview).numbersOfOthers;
};

test('a line whose student number somebody of the system has with another address is told with their name and both addresses', async () => {
  // Without the leading zero, which spreadsheets drop.
  const list = [
    'Noé;Neuf;noe@exemple.ca;300000001',
    'Zoé;Côté;zoee@exemple.ca;300111222',
    'Léa;Roy;zoe@exemple.ca;e-77AB',
    'Luc;Sans;luc@exemple.ca;',
  ];
  expect(await numbers(3, list)).toEqual({
    lines: 2,
    samples: [
      {
        line: 3,
        email: 'zoee@exemple.ca',
        outcome: 'newAccount',
        studentNumber: '300111222',
        name: 'Zoé Côté',
        knownEmail: 'zoe@exemple.ca',
      },
      {
        line: 4,
        email: 'zoe@exemple.ca',
        outcome: 'alreadyInExam',
        studentNumber: 'e-77AB',
        name: 'Léa Roy',
        knownEmail: 'lea@exemple.ca',
      },
    ],
  });
});

test('it is a warning: the line becomes an account of its own, and the known one stays as it is', async () => {
  expect(await place(3, ['Zoé;Côté;zoee@exemple.ca;300111222'])).toBe(1);
  const filters = [{ searchTerm: '300111222' }];
  const { reply } = await adminOf(3).call(searchUsers, { body: { filters } });
  expect(reply.data.map(({ email, studentNumber }) => [email, studentNumber]).toSorted()).toEqual([
    ['zoe@exemple.ca', '0300111222'],
    ['zoee@exemple.ca', '300111222'],
  ]);
});

test('their own address, a number of nobody and a list without numbers are not told; nor are people of other systems', async () => {
  expect(await numbers(3, ['Léa;Roy;LEA@exemple.ca;E-77ab', 'Léa;Roy;lea@exemple.ca;E-77ab'])).toEqual({
    lines: 0,
    samples: [],
  });
  expect(await numbers(3, ['Ana;Abel;anna@exemple.ca;300999000'])).toEqual({ lines: 0, samples: [] });
  expect((await numbers(2, ['Ana;Abel;anna@exemple.ca;300999000'])).samples).toMatchObject([
    { name: 'Ana Abel', knownEmail: 'ana@exemple.ca' },
  ]);
});

test('a list of many such lines names the first fifty and counts all, once a person', async () => {
  const people = Array.from({ length: 60 }, (_, n) => `Pat;Oui ${n};p${n}@exemple.ca;4000${n + 10}`);
  expect(await place(2, people)).toBe(60);
  const typed = people.map((line) => line.replace('@exemple', '@exemples'));
  const { lines, samples } = await numbers(2, [...typed, ...typed]);
  expect([lines, samples.length]).toEqual([60, 50]);
  expect(samples.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, n) => n + 2));
  // The preview has written nothing.
  const { reply } = await adminOf(2).call(listExams, { params: { systemId: 2 } });
  expect(reply.map(({ numberOfCandidates }) => numberOfCandidates)).toEqual([61]);
});
