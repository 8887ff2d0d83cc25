import { createExamSpace } from '@guichet/contract/exams/exams';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { createPortal } from '../../app.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { DatabaseUnavailable } from '../../core/database/connection/unavailable.ts';
import { machineGrantOn } from '../../identity/access/access.service.ts';
import { importCandidates } from '../imports.service.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const names = Array.from({ length: 120 }, (_, n) => `Zoé;Côté;zoe${n}@etu.example.ca`);
const file = { fileName: 'liste.csv', bytes: Buffer.from(['Prénom;Nom;Courriel', ...names].join('\r\n')) };

async function makeExam(title: string) {
  const admin = await portal.as('admin', 3);
  const body = { title, examDate: '2027-04-30' };
  return (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
}

const isPlaced = async (examId: number) => {
  const { read } = portal.context.database;
  return (await read.selectFrom('imports').select('id').where('exam_id', '=', examId).execute()).length > 0;
};

/** A context whose transactions fail after the import's commit; `after`: the commit's answer is lost too. */
function failing(examId: number, kind: 'full' | 'outcomeUnknown', when: 'after' | 'afterwards'): AppContext {
  const { database } = portal.context;
  return {
    ...portal.context,
    database: {
      ...database,
      async transact(work, tenantScope) {
        if (await isPlaced(examId)) throw new DatabaseUnavailable(kind);
        const result = await database.transact(work, tenantScope);
        if (when === 'after' && (await isPlaced(examId))) throw new DatabaseUnavailable(kind);
        return result;
      },
    },
  };
}

it.each([
  ['the disk is full from its commit on', 'full', 'afterwards'],
  ['the answer to its commit is lost', 'outcomeUnknown', 'after'],
] as const)('a committed import is reported as done although %s', async (what, kind, when) => {
  const exam = await makeExam(what);
  const context = failing(exam.id, kind, when);
  const order = {
    selectedCourse: exam.courseId,
    languageId: 'fr',
    sendEmail: false,
    reader: 'fr',
  } as const;
  expect(await importCandidates(context, machineGrantOn('test', 3), order, file)).toBe(120);
});

it('a failure after the commit is not reported as if nothing had been saved', async () => {
  const notifier = {
    ...portal.context.notifier,
    notify: () => {
      throw new DatabaseUnavailable('full');
    },
  };
  const struck = await createPortal({ ...portal.context, notifier });
  const admin = await portal.as('admin', 3);
  const answer = await struck.app.inject({
    method: 'POST',
    url: '/api/exam/3',
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { title: 'Disque plein', examDate: '2027-04-30' },
  });
  await struck.app.close();
  expect(answer.json()).toMatchObject({ status: 503, code: 'database.outcomeUnknown' });
  expect(answer.json().detail).not.toMatch(/rien n’a été enregistré/i);
});
