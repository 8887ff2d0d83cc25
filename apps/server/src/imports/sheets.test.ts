import { createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import {
  importCandidates,
  type Preview,
  previewImport,
  type Refusal,
} from '@guichet/contract/imports/imports';
import { sheetNames } from '@guichet/contract/imports/imports.columns';
import { listImports, previewUndo } from '@guichet/contract/imports/imports.past';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
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

/** One sheet for each group, with headings of its own making. */
function groups(mark: string, sheets: Readonly<Record<string, readonly string[]>>) {
  const rowsOf = (names: readonly string[]) => [
    [`${mark}`, 'Nom', 'Prénom', 'Courriel', 'No étudiant'],
    ...names.map((name) => ['', name, 'Zoé', `${name}.${mark}@gmial.com`.toLowerCase(), `7${name}${mark}`]),
  ];
  const data = Object.entries(sheets).map(([name, names]) => ({ name, data: rowsOf(names) }));
  return { name: 'groupes.xlsx', bytes: Buffer.from(makeWorkbook({ sheets: data })) };
}

type File = ReturnType<typeof groups>;
const bodyOf = (selectedCourse: string, sheets?: string[]) => ({
  ...{ systemId: 3, languageId: 'fr' as const, selectedCourse, sendEmail: false },
  ...(sheets && { sheets }),
});
const look = async (courseId: string, file: File, sheets?: string[]) =>
  JSON.parse((await admin.call(previewImport, { body: bodyOf(courseId, sheets), file })).raw) as Preview &
    Refusal;

describe('a workbook with one sheet for each group', () => {
  const sheets = { 'Groupe A': ['Abel', 'Roux'], 'Groupe B': ['Caron', 'Huot', 'Yu'] };

  it('is previewed with every sheet, and imported whole in one press, each line with its sheet', async () => {
    const { courseId, id } = await makeExam('Groupes');
    const file = groups('g1', sheets);
    expect((await look(courseId, file)).file?.sheets).toEqual([
      { name: 'Groupe A', people: 2, isRead: true, isHidden: false, isAlike: true },
      { name: 'Groupe B', people: 3, isRead: false, isHidden: false, isAlike: true },
    ]);
    const both = await look(courseId, file, ['Groupe A', 'Groupe B']);
    expect(both.rows.map(({ line, sheet, lastName }) => [line, sheet, lastName])).toEqual([
      [2, 'Groupe A', 'Abel'],
      [3, 'Groupe A', 'Roux'],
      [2, 'Groupe B', 'Caron'],
      [3, 'Groupe B', 'Huot'],
      [4, 'Groupe B', 'Yu'],
    ]);
    expect(both.doubtfulDomains).toMatchObject([{ line: 2, sheet: 'Groupe A', meant: 'gmail.com' }]);
    const body = bodyOf(courseId, ['Groupe A', 'Groupe B']);
    expect((await admin.call(importCandidates, { body, file })).reply).toBe(5);
    const people = (await admin.call(listCandidates, { params: { systemId: 3, examId: id } })).reply;
    expect(people.map(({ lastName }) => lastName).toSorted()).toEqual([
      'Abel',
      'Caron',
      'Huot',
      'Roux',
      'Yu',
    ]);

    const [past] = (await admin.call(listImports, { params: { systemId: 3 }, query: {} })).reply.imports;
    const of = { systemId: 3, importId: past?.id ?? '' };
    const undo = (await admin.call(previewUndo, { params: of, query: {} })).reply;
    const rows = 'rows' in undo ? undo.rows : [];
    expect(rows.map(({ line, sheet }) => `${line} ${sheet}`).at(-1)).toBe('4 Groupe B');
    const { rows: audited } = await sql<{ detail: object }>`
      select detail from audit_lines where action = 'candidates.imported'`.execute(
      portal.context.database.read,
    );
    expect(audited[0]?.detail).toMatchObject({ sheets: ['Groupe A', 'Groupe B'] });
  });

  it('without a choice is imported by its first sheet, and the same call with other sheets is another import', async () => {
    const { courseId } = await makeExam('Sans choix');
    const file = groups('g2', sheets);
    const importId = '00000000-0000-4000-8000-0000000000a2';
    const call = (chosen?: string[]) =>
      admin.call(importCandidates, { body: { ...bodyOf(courseId, chosen), importId }, file });
    expect((await call()).reply).toBe(2);
    expect((await call(['Groupe B'])).status).toBe(409);
  });

  it('is chosen as JSON, as one name, and as a field for each name', () => {
    for (const form of ['["Groupe A","Groupe B"]', ['Groupe A', 'Groupe B']])
      expect(z.decode(sheetNames, form)).toEqual(['Groupe A', 'Groupe B']);
    expect(z.decode(sheetNames, 'Groupe B')).toEqual(['Groupe B']);
    expect(z.safeDecode(sheetNames, '[]').success).toBe(false);
  });

  it('proposes the sheets of the last such list to the next one, and never reads them unasked', async () => {
    const { courseId } = await makeExam('Semaine suivante');
    const week = groups('g4', sheets);
    expect((await look(courseId, week)).columns.rememberedSheets).toBeUndefined();
    await admin.call(importCandidates, { body: bodyOf(courseId, ['Groupe A', 'Groupe B']), file: week });
    const next = groups('g4', { ...sheets, 'Groupe C': ['Neuf'] });
    const preview = await look(courseId, next);
    expect(preview.columns).toMatchObject({
      remembered: null,
      rememberedSheets: ['Groupe A', 'Groupe B'],
    });
    expect(preview.counts).toMatchObject({ alreadyInExam: 2, newAccount: 0 });
    const chosen = await look(courseId, next, ['Groupe A', 'Groupe B']);
    expect(chosen.columns.rememberedSheets).toBeUndefined();
  });

  it('is refused with a clear reason for a sheet that it does not have', async () => {
    const { courseId } = await makeExam('Inconnue');
    expect((await look(courseId, groups('g5', sheets), ['Groupe Z'])).problems).toMatchObject([
      { code: 'import.sheetUnknown', params: { sheet: 'Groupe Z', sheets: 'Groupe A, Groupe B' } },
    ]);
  });
});
