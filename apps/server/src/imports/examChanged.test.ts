import { createExamSpace, editExam } from '@guichet/contract/exams/exams';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/portal.ts';
import { machineGrantOn } from '../identity/access/access.service.ts';
import { atPlacing } from './fixtures/atPlacing.ts';
import { importCandidates } from './imports.service.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

it('whoever is imported while somebody moves the exam is invited to its new day', async () => {
  const admin = await portal.as('admin', 3);
  const facts = { startTime: '', endTime: '', placeFr: '', placeEn: '', placeUrl: '' };
  const texts = { titleFr: 'Oral', titleEn: '', instructionsFr: '', instructionsEn: '' };
  const { reply: exam } = await admin.call(createExamSpace, {
    params: { systemId: 3 },
    body: { title: 'Oral', examDate: '2027-05-03' },
  });
  const { context, tell } = atPlacing(portal.context, async () => {
    const body = { ...facts, ...texts, examDate: '2027-06-09', version: 1 };
    expect((await admin.call(editExam, { params: { systemId: 3, examId: exam.id }, body })).status).toBe(200);
  });
  const order = {
    selectedCourse: exam.courseId,
    languageId: 'fr',
    sendEmail: true,
    reader: 'fr',
    tell,
  } as const;
  const lines = ['Prénom;Nom;Courriel', 'Zoé;Côté;zoe@etu.example.ca', 'Élise;Roy;elise@etu.example.ca'];
  const file = { fileName: 'liste.csv', bytes: Buffer.from(lines.join('\n')) };
  expect(await importCandidates(context, machineGrantOn('test', 3), order, file)).toBe(2);
  const mails = await portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['m.variables', 'o.state'])
    .where('o.exam_id', '=', exam.id)
    .execute();
  const invited = { variables: { examDate: 'mercredi 9\u00A0juin 2027' }, state: 'queued' };
  expect(mails).toMatchObject([invited, invited]);
});
