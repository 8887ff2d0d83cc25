import { randomUUID } from 'node:crypto';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import {
  importCandidates,
  type Preview,
  previewImport,
  type Refusal,
} from '@guichet/contract/imports/imports';
import type { ColumnMatch } from '@guichet/contract/imports/imports.columns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropPolicies } from '../../test/database/protectedTables.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  // Row-level security has its own tests: here the queries of layouts must be correct without it.
  await dropPolicies(portal.context.database);
});
afterAll(() => portal.close());

interface Choice {
  readonly columns?: ColumnMatch;
  readonly headingLine?: number;
  readonly importId?: string;
}

const headings = 'Zeugs;Col A;Col A;Dings';
const rowOf = (name: string) => `Essai, ${name};${name.toLowerCase()}@etu.example.ca;inutile;E`;
const list = (...lines: string[]) => ({ name: 'liste.csv', bytes: lines.join('\r\n') });
const zeugs = (...names: string[]) => list(headings, ...names.map(rowOf));
const byHand: ColumnMatch = { fullName: 0, email: 1, language: 3 };

async function makeExam(title: string, systemId = 3, who = admin) {
  const body = { title, examDate: '2027-04-30' };
  return (await who.call(createExamSpace, { params: { systemId }, body })).reply;
}

const bodyOf = (selectedCourse: string, choice: Choice, systemId = 3) => ({
  systemId,
  languageId: 'fr' as const,
  selectedCourse,
  sendEmail: false,
  ...choice,
});

const place = (courseId: string, file: ReturnType<typeof list>, choice: Choice = {}) =>
  admin.call(importCandidates, { body: bodyOf(courseId, choice), file });

const look = async (courseId: string, file: ReturnType<typeof list>, choice: Choice = {}) => {
  const { raw } = await admin.call(previewImport, { body: bodyOf(courseId, choice), file });
  return JSON.parse(raw) as Preview & Refusal;
};

const candidatesOf = async (examId: number) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply;

const layoutsOf = (systemId: number) =>
  portal.context.database.read
    .selectFrom('list_layouts')
    .select(['layout_key', 'columns'])
    .where('system_id', '=', systemId)
    .execute();

/** A list with a layout that no other test uses. */
const ownList = (mark: string, ...names: string[]) =>
  list(`${mark} 1;${mark} 2;${mark} 3;${mark} 4`, ...names.map(rowOf));

describe('a list with unknown headings', () => {
  it('is refused with its columns, their first values and the proposed fields', async () => {
    const { courseId } = await makeExam('Sans titres connus');
    const refusal = await look(courseId, zeugs('Ana', 'Bea', 'Cleo', 'Dia'));
    expect(refusal.problems).toMatchObject([{ line: 1, code: 'import.noHeadings' }]);
    expect(refusal.columns?.layout).toMatchObject({
      headingLine: 1,
      firstLines: [
        { line: 1, cells: ['Zeugs', 'Col A', 'Col A', 'Dings'] },
        { line: 2 },
        { line: 3 },
        { line: 4 },
        { line: 5 },
      ],
      columns: [
        {
          index: 0,
          heading: 'Zeugs',
          samples: [
            { line: 1, text: 'Zeugs' },
            { line: 2, text: 'Essai, Ana' },
            { line: 3, text: 'Essai, Bea' },
            { line: 4, text: 'Essai, Cleo' },
            { line: 5, text: 'Essai, Dia' },
          ],
          field: null,
          mayBe: 'fullName',
        },
        { index: 1, heading: 'Col A', mayBe: 'email' },
        { index: 2, heading: 'Col A', mayBe: null },
        { index: 3, heading: 'Dings', mayBe: null },
      ],
      columnsLeftOut: 0,
      isMatchedByHand: false,
    });
  });

  it('is imported with the given mapping, names split at the comma, and the mapping is in the audit line', async () => {
    const exam = await makeExam('À la main');
    const file = zeugs('Eva', 'Fay');
    const preview = await look(exam.courseId, file, { columns: byHand });
    expect(preview.file).toMatchObject({
      rows: 2,
      recognised: [
        { heading: 'Zeugs', field: 'fullName' },
        { heading: 'Col A', field: 'email' },
        { heading: 'Dings', field: 'language' },
      ],
      ignoredColumns: ['Col A'],
    });
    expect(preview.columns.layout?.isMatchedByHand).toBe(true);
    expect((await place(exam.courseId, file, { columns: byHand })).reply).toBe(2);
    expect(await candidatesOf(exam.id)).toMatchObject([
      { firstName: 'Eva', lastName: 'Essai', email: 'eva@etu.example.ca' },
      { firstName: 'Fay', lastName: 'Essai', email: 'fay@etu.example.ca' },
    ]);
    const line = await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('subject', '=', `exam:${exam.id}`)
      .where('action', '=', 'candidates.imported')
      .executeTakeFirstOrThrow();
    expect(line.detail).toMatchObject({ columns: { fullName: 'A', email: 'B', language: 'D' } });
  });

  it('may have no headings: then its first row is a candidate', async () => {
    const exam = await makeExam('Sans titres');
    const file = list('Roux;Noé;noe@etu.example.ca', 'Lang;Mia;mia@etu.example.ca');
    const columns = { lastName: 0, firstName: 1, email: 2 };
    expect((await look(exam.courseId, file)).columns?.layout).toMatchObject({ headingLine: 0 });
    expect((await place(exam.courseId, file, { columns })).reply).toBe(2);
    // The first line was chosen as headings, although it holds a person.
    expect((await look(exam.courseId, file, { columns, headingLine: 1 })).file).toMatchObject({ rows: 1 });
  });

  it('may have its headings below a title', async () => {
    const { courseId } = await makeExam('Sous un titre');
    const file = list('Liste d’hiver', '', 'Rien;Vide;Nul', 'Roux;Noé;noe@etu.example.ca');
    const columns = { lastName: 0, firstName: 1, email: 2 };
    expect((await look(courseId, file)).columns?.layout).toMatchObject({ headingLine: 3 });
    expect((await look(courseId, file, { columns })).rows).toMatchObject([{ line: 4, firstName: 'Noé' }]);
  });
});

describe('two columns that could be the same field', () => {
  it('are reported, and the chosen one is read', async () => {
    const { courseId } = await makeExam('Deux courriels');
    const file = list('Nom;Prénom;Courriel;E-mail', 'Roux;Noé;noe@etu.example.ca;noe@perso.example.ca');
    const refusal = await look(courseId, file);
    expect(refusal.problems).toMatchObject([
      {
        line: 1,
        column: 'E-mail',
        code: 'import.columnTwice',
        params: { field: 'email', first: 'Courriel', second: 'E-mail' },
      },
    ]);
    expect(refusal.columns?.layout?.columns.map(({ field, mayBe }) => [field, mayBe])).toEqual([
      ['lastName', null],
      ['firstName', null],
      [null, 'email'],
      [null, 'email'],
    ]);
    expect((await place(courseId, file)).status).toBe(422);
    const columns = { lastName: 0, firstName: 1, email: 3 };
    expect((await look(courseId, file, { columns })).rows).toMatchObject([{ email: 'noe@perso.example.ca' }]);
  });
});

describe('a mapping', () => {
  it.each([
    ['not JSON', 'columns'],
    ['[]', 'columns'],
    ['null', 'columns'],
    ['{}', 'columns'],
    ['{"0":null}', 'columns'],
    ['{"-1":"email"}', 'columns'],
    ['{"1.5":"email"}', 'columns'],
    ['{"01":"email"}', 'columns'],
    ['{"99999":"email"}', 'columns'],
    ['{"__proto__":"email"}', 'columns'],
    [`{"0":"email"${' '.repeat(5_000)}}`, 'columns'],
    ['{"0":"role"}', 'columnFieldUnknown'],
    ['{"0":["email"]}', 'columnFieldUnknown'],
    ['{"0":"email","1":"email"}', 'columnFieldTwice'],
    ['{"0":"email","0":"lastName"}', 'columnTwice'],
    ['{"0":"email","\\u0030":null}', 'columnTwice'],
    ['{"0":{"1":"email"},"0":"email"}', 'columnTwice'],
    ['{"0":"fullName","1":"lastName","2":"email"}', 'columnNamesTwice'],
  ])('such as %s is refused with a field error', async (columns, messageKey) => {
    const form = new FormData();
    const fields = { systemId: '3', languageId: '1', selectedCourse: 'DC-1', columns };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([zeugs('Ana').bytes]), 'liste.csv');
    const sent = new Response(form);
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/import/preview',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': sent.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: 'columns', messageKey }]]);
  });

  it('with a column that the list lacks, or a line without headings, is refused', async () => {
    const { courseId } = await makeExam('Hors de la liste');
    const wide = await look(courseId, zeugs('Ana'), { columns: { ...byHand, language: 4 } });
    expect(wide.problems).toMatchObject([
      { code: 'import.columnOutOfRange', params: { column: 5, columns: 4 } },
    ]);
    const low = await look(courseId, zeugs('Ana'), { columns: byHand, headingLine: 12 });
    expect(low.problems).toMatchObject([{ line: 12, code: 'import.headingLineUnknown' }]);
    expect(low.columns?.layout?.columns).toHaveLength(4);
  });

  it('without a required field is refused with that field', async () => {
    const { courseId } = await makeExam('Incomplet');
    const refusal = await look(courseId, zeugs('Ana'), { columns: { lastName: 0, email: 1 } });
    expect(refusal.problems).toMatchObject([
      { code: 'import.missingColumn', params: { field: 'firstName' } },
    ]);
  });

  it('of a repeated import returns the same count; another mapping with the same import id is refused', async () => {
    const exam = await makeExam('Reprise à la main');
    const importId = randomUUID();
    const file = zeugs('Gil');
    expect((await place(exam.courseId, file, { columns: byHand, importId })).reply).toBe(1);
    expect((await place(exam.courseId, file, { columns: byHand, importId })).reply).toBe(1);
    const other = await place(exam.courseId, file, { columns: { fullName: 0, email: 1 }, importId });
    expect(other.problem).toMatchObject({ status: 409, code: 'import.idReused' });
    expect(await candidatesOf(exam.id)).toHaveLength(1);
  });
});

describe('the mapping of an earlier import', () => {
  it('is proposed for the next list with its layout, and not applied unless requested', async () => {
    const exam = await makeExam('Retenu');
    expect((await look(exam.courseId, ownList('Retenu', 'Hal'))).columns?.remembered).toBeNull();
    await place(exam.courseId, ownList('Retenu', 'Hal'), { columns: byHand });
    const next = list('Un titre', ...ownList('RETENU', 'Ida').bytes.split('\r\n'));
    const refusal = await look(exam.courseId, next);
    expect(refusal.code).toBe('import.problems');
    expect(refusal.columns?.remembered).toEqual({
      headingLine: 2,
      columns: '{"0":"fullName","1":"email","3":"language"}',
    });
    expect((await place(exam.courseId, next)).status).toBe(422);
    const matched = await look(exam.courseId, next, { headingLine: 2, columns: byHand });
    expect([matched.file?.rows, matched.columns.remembered]).toEqual([1, null]);
  });

  it('is not stored by a preview or by a refused import', async () => {
    const exam = await makeExam('Pas retenu');
    const before = await layoutsOf(3);
    await look(exam.courseId, ownList('Aperçu', 'Jon'), { columns: byHand });
    await place(exam.courseId, ownList('Refus', 'Jon', ''), { columns: byHand });
    expect(await layoutsOf(3)).toEqual(before);
  });

  it('is neither proposed to another system nor readable there', async () => {
    const exam = await makeExam('Chez nous');
    await place(exam.courseId, ownList('Cloison', 'Kim'), { columns: byHand });
    const neighbour = await portal.as('admin', 2);
    const theirs = await makeExam('Chez eux', 2, neighbour);
    const file = ownList('Cloison', 'Lia');
    const { raw } = await neighbour.call(previewImport, { body: bodyOf(theirs.courseId, {}, 2), file });
    expect(JSON.parse(raw).columns.remembered).toBeNull();
    for (const who of [neighbour, await portal.as('support', 3), await portal.as('student', 3)]) {
      const { status } = await who.call(previewImport, { body: bodyOf(exam.courseId, {}), file });
      expect(status).toBe(403);
    }
    expect(await layoutsOf(2)).toEqual([]);
  });

  it('is evicted by newer ones of its own system, not of another', async () => {
    const neighbour = await portal.as('admin', 2);
    const ours = await makeExam('Deux cents');
    const theirs = await makeExam('Deux cents', 2, neighbour);
    const at = (minutes: number) => new Date(portal.context.clock.now().getTime() + minutes * 60_000);
    const remember = (system_id: number, count: number, minutes: number) =>
      portal.context.database.transact((tx) =>
        tx
          .insertInto('list_layouts')
          .values(
            Array.from({ length: count }, (_, n) => ({
              system_id,
              layout_key: `${minutes} ${n}`,
              columns: '{}',
              used_at: at(minutes),
            })),
          )
          .execute(),
      );
    await remember(2, 1, -9);
    await remember(3, 1, -9);
    await remember(3, 199, -1);
    await place(ours.courseId, ownList('Place', 'Max'), { columns: byHand });
    const keysOf = async (systemId: number) =>
      (await layoutsOf(systemId)).map(({ layout_key }) => layout_key);
    expect(await keysOf(3)).toHaveLength(200);
    expect(await keysOf(3)).not.toContain('-9 0');
    expect(await keysOf(2)).toEqual(['-9 0']);

    // The two hundred layouts of system 3 are newer than all layouts of system 2.
    const file = ownList('Ailleurs', 'Ned');
    await neighbour.call(importCandidates, { body: bodyOf(theirs.courseId, { columns: byHand }, 2), file });
    expect(await keysOf(2)).toHaveLength(2);
    expect(await keysOf(3)).toHaveLength(200);
  });

  it('contains nothing of the list itself, not even of its first row', async () => {
    const exam = await makeExam('Discret');
    const file = list('Secretnom;Mo;mo@etu.example.ca', 'Autre;Ned;ned@etu.example.ca');
    await place(exam.courseId, file, { columns: { lastName: 0, firstName: 1, email: 2 } });
    expect(JSON.stringify(await layoutsOf(3))).not.toMatch(/secretnom/i);
  });
});

it('offers the encodings of a text file whose headings are of another alphabet, with a line as each reads it', async () => {
  const exam = await makeExam('Titres russes');
  const head = [0xd4, 0xe0, 0xec, 0xe8, 0xeb, 0xe8, 0xff, 0x3b, 0xc8, 0xec, 0xff, 0x3b];
  const bytes = Buffer.concat([
    Buffer.from(head),
    Buffer.from('Mail1\r\nVolkova;Olga;olga@etu.example.ca\r\n'),
  ]);
  const look = async (more: object) => {
    const body = { ...bodyOf(exam.courseId, {}), ...more };
    return (await admin.call(previewImport, { body, file: { name: 'liste.csv', bytes } })).reply as Refusal;
  };
  const { problems, columns } = await look({});
  expect(problems).toMatchObject([{ code: 'import.noHeadings' }]);
  expect(columns?.encodings).toContainEqual({ encoding: 'windows-1251', samples: ['Фамилия · Имя · Mail1'] });
  const chosen = await look({ encoding: 'windows-1251' });
  expect(chosen.columns?.layout?.columns.map(({ heading }) => heading)).toEqual(['Фамилия', 'Имя', 'Mail1']);
});
