import { createExamSpace } from '@guichet/contract/exams/exams';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { machineGrantOn } from '../../identity/access/access.service.ts';
import { atPlacing } from '../fixtures/atPlacing.ts';
import { importCandidates } from '../imports.service.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const lines = ['Prénom;Nom;Courriel', 'Zoé;Côté;zoe@etu.example.ca', 'Élise;Roy;elise@etu.example.ca'];
const file = { fileName: 'liste.csv', bytes: Buffer.from(lines.join('\r\n')) };

async function makeExam(title: string) {
  const admin = await portal.as('admin', 3);
  const body = { title, examDate: '2027-04-30' };
  return (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
}

/** Imports the file while `spoil` changes two lines of the stage, `times` times. */
async function importWhile(courseId: string, spoil: ReturnType<typeof sql>, times: number) {
  let left = times;
  const { context, tell } = atPlacing(portal.context, async () => {
    if (left-- > 0) await portal.context.database.transact((tx) => spoil.execute(tx));
  });
  const order = { selectedCourse: courseId, languageId: 'fr', sendEmail: true, reader: 'fr', tell } as const;
  return importCandidates(context, machineGrantOn('test', 3), order, file);
}

async function traces(examId: number) {
  const { read } = portal.context.database;
  const count = async (table: 'enrolments' | 'imports' | 'outgoing_mails') => {
    const { n } = await read
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('n'))
      .where('exam_id', '=', examId)
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  return {
    enrolments: await count('enrolments'),
    imports: await count('imports'),
    mails: await count('outgoing_mails'),
    staged: (await read.selectFrom('staged_candidates').select('line').execute()).length,
  };
}

describe('a lost or changed stage', () => {
  const emptied = sql`truncate staged_candidates`;
  const halved = sql`delete from staged_candidates where line = 3`;

  it.each([
    ['emptied', emptied],
    ['halved', halved],
  ])('is staged again from the file if it was %s before the enrolment', async (what, spoil) => {
    const exam = await makeExam(`Une fois ${what}`);
    expect(await importWhile(exam.courseId, spoil, 1)).toBe(2);
    expect(await traces(exam.id)).toEqual({ enrolments: 2, imports: 1, mails: 2, staged: 0 });
  });

  it('fails if it is lost repeatedly, and nobody is enrolled', async () => {
    const exam = await makeExam('Toujours');
    await expect(importWhile(exam.courseId, emptied, 99)).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      kind: 'away',
    });
    expect(await traces(exam.id)).toEqual({ enrolments: 0, imports: 0, mails: 0, staged: 0 });
  });
});
