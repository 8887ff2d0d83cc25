import { createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import {
  importCandidates,
  type Preview,
  previewImport,
  type Refusal,
} from '@guichet/contract/imports/imports';
import type { Correction, LineOfSheet } from '@guichet/contract/imports/imports.edits';
import { listImports } from '@guichet/contract/imports/imports.past';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { readAll } from './fixtures/readAll.ts';
import { makeWorkbook } from './fixtures/workbook.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

async function makeExam(title: string) {
  const body = { title, examDate: '2027-04-30' };
  return (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
}

interface Edits {
  readonly setAside?: LineOfSheet[];
  readonly corrections?: Correction[];
}

/** Forty-one good lines and two bad ones, in lines 3 and 30. */
function longList(mark: string) {
  const rows = Array.from({ length: 43 }, (_, at) => `Nom${at};Zoé;p${at}.${mark}@etu.example.ca`);
  rows[1] = `Bélair;Tom;tom.${mark}@@etu.example.ca`;
  rows[28] = `Huot;;huot.${mark}@etu.example.ca`;
  return { name: 'liste.csv', bytes: ['Nom;Prénom;Courriel', ...rows].join('\r\n') };
}

const bodyOf = (selectedCourse: string, edits: Edits) => ({
  ...{ systemId: 3, languageId: 'fr' as const, selectedCourse, sendEmail: false },
  ...edits,
});
const look = async (courseId: string, file: { name: string; bytes: string }, edits: Edits = {}) =>
  JSON.parse((await admin.call(previewImport, { body: bodyOf(courseId, edits), file })).raw) as Preview &
    Refusal;
const place = async (courseId: string, file: { name: string; bytes: string }, edits: Edits = {}) =>
  (await admin.call(importCandidates, { body: bodyOf(courseId, edits), file })).reply;
const countIn = async (examId: number) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply.length;

describe('two bad lines among forty-one good ones', () => {
  it('import nothing without an edit; each problem of a cell names the field that can be corrected', async () => {
    const { courseId, id } = await makeExam('Sans choix');
    const file = longList('b1');
    expect((await look(courseId, file)).problems).toMatchObject([
      { line: 3, field: 'email', code: 'import.emailDoubleAt' },
      { line: 30, field: 'firstName', code: 'import.firstNameMissing' },
    ]);
    expect(await place(courseId, file)).toMatchObject({ badRows: 2 });
    expect(await countIn(id)).toBe(0);
  });

  it('are left aside by name, and the others imported', async () => {
    const { courseId, id } = await makeExam('De côté');
    const file = longList('b2');
    const setAside = [{ line: 3 }, { line: 30 }];
    const preview = await look(courseId, file, { setAside });
    expect(preview.counts.newAccount).toBe(41);
    expect(preview.file.setAside).toEqual([
      { line: 3, name: 'Tom Bélair', email: 'tom.b2@@etu.example.ca' },
      { line: 30, name: 'Huot', email: 'huot.b2@etu.example.ca' },
    ]);
    expect(await place(courseId, file, { setAside: [{ line: 3 }] })).toMatchObject({ badRows: 1 });
    expect(await countIn(id)).toBe(0);
    expect(await place(courseId, file, { setAside })).toBe(41);
    const { reply } = await admin.call(listImports, { params: { systemId: 3 }, query: { pageSize: 1 } });
    expect(reply.imports).toMatchObject([{ placed: 41, setAside: 2 }]);
  });

  it('are corrected in place: the text is checked at once, and imported as it was typed', async () => {
    const { courseId, id } = await makeExam('Corrigées');
    const file = longList('b3');
    const first = { line: 3, field: 'firstName', text: 'Thomas' };
    const still = [
      first,
      { line: 3, field: 'email', text: 'tom.b3@etu' },
      { line: 30, field: 'firstName', text: 'Ève' },
    ];
    expect((await look(courseId, file, { corrections: still })).problems).toMatchObject([
      { line: 3, field: 'email', code: 'import.emailInvalid', text: 'tom.b3@etu' },
    ]);
    const same = [{ line: 3, field: 'email', text: 'tom.b3@@etu.example.ca' }];
    expect((await look(courseId, file, { corrections: same })).file.corrected).toBeUndefined();
    const corrections = [
      first,
      { line: 3, field: 'email', text: 'tom.b3@etu.example.ca' },
      ...still.slice(2),
    ];
    const preview = await look(courseId, file, { corrections });
    expect(preview.counts.newAccount).toBe(43);
    expect(preview.file.corrected).toContainEqual({
      ...{ line: 3, field: 'email' },
      before: 'tom.b3@@etu.example.ca',
      after: 'tom.b3@etu.example.ca',
    });
    expect(await place(courseId, file, { corrections })).toBe(43);
    const people = (await admin.call(listCandidates, { params: { systemId: 3, examId: id } })).reply;
    expect(people.find(({ email }) => email === 'tom.b3@etu.example.ca')?.firstName).toBe('Thomas');
    const { rows } = await sql<{ detail: object }>`
      select detail from audit_lines where action = 'candidates.imported' order by id desc limit 1`.execute(
      portal.context.database.read,
    );
    expect(rows[0]?.detail).toMatchObject({ correctedCells: 3 });
  });

  it('are left aside after a correction that was wrong too, and leave the good lines', async () => {
    const { courseId } = await makeExam('Corrigée, puis de côté');
    const file = longList('b5');
    const corrections = [{ line: 3, field: 'email', text: 'tom.b5@etu' }];
    const setAside = [{ line: 3 }, { line: 30 }];
    const { file: report, counts } = await look(courseId, file, { corrections, setAside });
    expect(counts.newAccount).toBe(41);
    expect(report.setAside?.map(({ email }) => email)).toEqual([
      'tom.b5@@etu.example.ca',
      'huot.b5@etu.example.ca',
    ]);
    expect(report.corrected).toBeUndefined();
    expect(await place(courseId, file, { corrections, setAside })).toBe(41);
  });

  it('are refused as unreadable where they name what the list does not have', async () => {
    const { courseId } = await makeExam('Inconnues');
    const file = longList('b4');
    for (const edits of [
      { setAside: [{ line: 99 }] },
      { corrections: [{ line: 3, field: 'language', text: 'F' }] },
      { corrections: [{ line: 3, sheet: 'Groupe A', field: 'email', text: 'a@b.ca' }] },
    ])
      expect((await look(courseId, file, edits)).problems.map(({ code }) => code)).toContain(
        'import.lineUnknown',
      );
    const body = { ...bodyOf(courseId, {}), setAside: '[0]' as never };
    expect((await admin.call(previewImport, { body, file })).status).toBe(400);
  });
});

describe('a line that is left aside', () => {
  it('is no line of the list: another line of the same address counts, and its sheet tells it apart', () => {
    const headings = ['Nom', 'Prénom', 'Courriel'];
    const rows = [headings, ['Roy', 'Ana', 'ana@x.ca'], ['Bel', 'Ana', 'bel@x.ca']];
    const bytes = makeWorkbook({
      sheets: [
        { name: 'A', data: rows },
        { name: 'B', data: [headings, ['Roi', 'Léo', 'ana@x.ca']] },
      ],
    });
    const sheets = ['A', 'B'];
    expect(readAll(bytes, '', {}, { sheets }).codes).toEqual(['import.emailOfAnotherPerson']);
    const { candidates, problems, end } = readAll(
      bytes,
      '',
      {},
      { sheets, setAside: [{ line: 2, sheet: 'A' }] },
    );
    expect(problems).toEqual([]);
    expect(candidates.map(({ lastName }) => lastName)).toEqual(['Bel', 'Roi']);
    expect(end.file).toMatchObject({ setAside: [{ line: 2, sheet: 'A', name: 'Ana Roy' }] });
  });
});
