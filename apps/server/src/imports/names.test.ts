import { createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { importCandidates, type Preview, previewImport } from '@guichet/contract/imports/imports';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

async function tryList(lines: readonly string[], more: object = {}, headings = 'Prénom;Nom;Courriel;Langue') {
  const exam = { title: 'Hiver', examDate: '2027-04-30' };
  const { courseId, id } = (await admin.call(createExamSpace, { params: { systemId: 3 }, body: exam })).reply;
  const body = { systemId: 3, languageId: 'fr' as const, selectedCourse: courseId, sendEmail: true, ...more };
  const file = { name: 'liste.csv', bytes: [headings, ...lines].join('\r\n') };
  const { raw } = await admin.call(previewImport, { body, file });
  const place = async () => (await admin.call(importCandidates, { body, file })).raw;
  const people = async () =>
    (await admin.call(listCandidates, { params: { systemId: 3, examId: id } })).reply.map(
      ({ fullName, email }) => `${fullName} ${email}`,
    );
  return {
    preview: JSON.parse(raw) as Preview & { problems?: { code: string; line: number }[] },
    place,
    people,
  };
}

const find = async (searchTerm: string) =>
  (
    await admin.call(searchUsers, {
      body: { filters: [{ searchTerm }] },
    })
  ).reply.data.map(({ fullName }) => fullName);

describe('people with a single name', () => {
  test('are imported, told in the preview, found, and greeted by their name', async () => {
    const { preview, place, people } = await tryList([
      '-;Sukarno;suka@etu.example.ca;F',
      '.;Lakshmi;laks@etu.example.ca;E',
      'FNU;Mohammadi;moha@etu.example.ca;E',
      ';Teuila;teui@etu.example.ca;F',
      'Zoé;Côté;zoe@etu.example.ca;F',
    ]);
    expect(preview.singleNames).toEqual({
      people: 4,
      samples: [
        { line: 2, name: 'Sukarno' },
        { line: 3, name: 'Lakshmi' },
        { line: 4, name: 'Mohammadi' },
        { line: 5, name: 'Teuila' },
      ],
    });
    expect(await place()).toBe('5');
    expect(await people()).toEqual(
      expect.arrayContaining(['Sukarno suka@etu.example.ca', 'Teuila teui@etu.example.ca']),
    );
    expect(await find('sukarno')).toEqual(['Sukarno']);
    expect(await find('lakshmi laks@')).toEqual(['Lakshmi']);
    const { mails } = (await admin.call(listMails, { query: { systemId: 3, search: 'suka@' } })).reply;
    const mail = (await admin.call(getMail, { params: { mailId: mails[0]?.id ?? 0 } })).reply;
    expect(mail.text).toMatch(/^Bonjour Sukarno,/m);
    expect(JSON.stringify(mail)).not.toMatch(/Bonjour\s+[,-]/);
  });

  test('in a list that marks nobody so are asked about', async () => {
    const lines = ['Zoé;Roy;zroy@etu.example.ca;F', ';Suharto;suha@etu.example.ca;F'];
    const asked = await tryList(lines);
    expect(asked.preview.problems).toMatchObject([{ line: 3, code: 'import.firstNameMissing' }]);
    const answered = await tryList(lines, { singleNames: true });
    expect(answered.preview.singleNames.samples).toEqual([{ line: 3, name: 'Suharto' }]);
    expect(await answered.place()).toBe('2');
  });
});

describe('names that are words', () => {
  test('are taken from a text file, and asked about where a spreadsheet may have written them', async () => {
    const people = ['Faux', 'Vrai', 'Mars', 'Null', 'True', 'Juin', 'May', 'Nan'];
    const lines = people.map((name) => `Jo;${name};jo.${name}@etu.example.ca;F`);
    const { place } = await tryList(lines);
    expect(await place()).toBe('8');
    const capitals = ['Ada;FAUX;ada.faux@etu.example.ca;F'];
    const asked = await tryList(capitals);
    expect(asked.preview.problems).toMatchObject([{ code: 'import.nameIsBoolean' }]);
    const answered = await tryList(capitals, { truthNames: true });
    expect(answered.preview.rows).toMatchObject([{ lastName: 'FAUX' }]);
  });
});

test('people with hyphens that do not break are found by a typed hyphen', async () => {
  const { place } = await tryList([
    'Jean\u2011Paul;Saint\u2011Amand;jpsa@etu.example.ca;F',
    'Anne\u2010Marie;Tran;amtr@etu.example.ca;F',
  ]);
  expect(await place()).toBe('2');
  for (const [words, email] of [
    ['jean-paul', 'jpsa@'],
    ['saint-amand', 'jpsa@'],
    ['anne-marie tran', 'amtr@'],
  ] as const)
    expect(await find(`${words} ${email}`), words).toHaveLength(1);
});

describe('whole names without a comma', () => {
  const tryNames = (lines: readonly string[], more?: object) => tryList(lines, more, 'Nom complet;Courriel');
  const lines = [
    'Ida Fay;ida.fay@etu.example.ca',
    'Roy, Ovid;ovid.roy@etu.example.ca',
    'Max de la Tour;max.tour@etu.example.ca',
    'Ana María Gil;ana.gil@etu.example.ca',
    'Ida Fay;ida.fay@etu.example.ca',
  ];
  const anaMaria = [{ line: 5, field: 'fullName', text: 'Gil, Ana María' }];

  test('are asked about once, then split in the order that was chosen, those of three words one by one', async () => {
    const asked = await tryNames(lines);
    expect(asked.preview.problems).toMatchObject([
      { line: 2, code: 'import.nameNotSplit', params: { firstLast: 'Fay, Ida', lastFirst: 'Ida, Fay' } },
      ...[4, 5, 6].map((line) => ({ line, code: 'import.nameNotSplit' })),
    ]);
    const chosen = await tryNames(lines, { nameOrder: 'firstLast' });
    expect(chosen.preview.problems).toMatchObject([
      { line: 5, field: 'fullName', params: { firstLast: 'Gil, Ana María' } },
    ]);
    const corrected = await tryNames(lines, { nameOrder: 'firstLast', corrections: anaMaria });
    expect(corrected.preview.file.splitNames).toMatchObject({ order: 'firstLast', count: 3 });
    expect(corrected.preview.counts).toMatchObject({ newAccount: 4, duplicateInFile: 1 });
    expect(corrected.preview.rows.map(({ firstName, lastName }) => `${firstName} | ${lastName}`)).toEqual([
      'Ida | Fay',
      'Ovid | Roy',
      'Max | de la Tour',
      'Ana María | Gil',
      'Ida | Fay',
    ]);
    expect(await corrected.place()).toBe('4');
    expect(await corrected.people()).toEqual(
      expect.arrayContaining(['Max de la Tour max.tour@etu.example.ca', 'Ida Fay ida.fay@etu.example.ca']),
    );
  });

  test('agree with the people of the same list before, and differ by name in the other order', async () => {
    const changed = async (nameOrder: string) => {
      const { counts, comparison } = (await tryNames(lines.slice(0, 2), { nameOrder, compare: true }))
        .preview;
      expect(counts).toMatchObject({ alreadyInExam: 2 });
      return comparison?.changed.map(({ part, from, to }) => [part, from, to]);
    };
    expect(await changed('firstLast')).toEqual([]);
    expect(await changed('lastFirst')).toEqual([['name', 'Ida Fay', 'Fay Ida']]);
  });

  test('need no question where the last names are in capitals', async () => {
    const people = ['FAY Ida', 'DE LA TOUR Max', 'ROY Ovid'];
    const { preview } = await tryNames(people.map((name, at) => `${name};capitals${at}@etu.example.ca`));
    expect(preview.file.splitNames).toMatchObject({ order: null, count: 3 });
    expect(preview.rows[1]).toMatchObject({ firstName: 'Max', lastName: 'DE LA TOUR' });
  });
});
