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

/** Imports two people into an exam of May 3 that somebody moves to `examDate` meanwhile. */
async function importWhileMoved(examDate: string, mailsAt?: string) {
  const admin = await portal.as('admin', 3);
  const facts = { startTime: '', endTime: '', placeFr: '', placeEn: '', placeUrl: '' };
  const texts = { titleFr: 'Oral', titleEn: '', instructionsFr: '', instructionsEn: '' };
  const { reply: exam } = await admin.call(createExamSpace, {
    params: { systemId: 3 },
    body: { title: 'Oral', examDate: '2027-05-03', requestId: portal.context.clock.uuid() },
  });
  const { context, tell } = atPlacing(portal.context, async () => {
    const body = { ...facts, ...texts, examDate, version: 1 };
    expect((await admin.call(editExam, { params: { systemId: 3, examId: exam.id }, body })).status).toBe(200);
  });
  const order = {
    selectedCourse: exam.courseId,
    languageId: 'fr',
    sendEmail: true,
    reader: 'fr',
    mailsAt,
    tell,
  } as const;
  const lines = ['Prénom;Nom;Courriel', 'Zoé;Côté;zoe@etu.example.ca', 'Élise;Roy;elise@etu.example.ca'];
  const file = { fileName: 'liste.csv', bytes: Buffer.from(lines.join('\n')) };
  return { exam, placed: importCandidates(context, machineGrantOn('test', 3), order, file) };
}

it('whoever is imported while somebody moves the exam is invited to its new day', async () => {
  const { exam, placed } = await importWhileMoved('2027-06-09');
  expect(await placed).toBe(2);
  const mails = await portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['m.variables', 'o.state'])
    .where('o.exam_id', '=', exam.id)
    .execute();
  const invited = { variables: { examDate: 'mercredi 9\u00A0juin 2027' }, state: 'queued' };
  expect(mails).toMatchObject([invited, invited]);
});

it('no mail is planned for an hour that the exam, moved meanwhile, has left behind', async () => {
  const { exam, placed } = await importWhileMoved('2027-04-12', '2027-05-02T09:00');
  await expect(placed).rejects.toMatchObject({
    code: 'request.invalid',
    faults: [{ path: 'mailsAt', messageKey: 'afterExam' }],
  });
  for (const table of ['enrolments', 'outgoing_mails'] as const) {
    const rows = portal.context.database.read.selectFrom(table).where('exam_id', '=', exam.id);
    expect(await rows.selectAll().execute()).toEqual([]);
  }
  const soon = await importWhileMoved('2027-04-12', '2027-04-11T09:00');
  expect(await soon.placed).toBe(2);
});
