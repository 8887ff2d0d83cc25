import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates, unenrol } from '@guichet/contract/exams/places';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let support: Caller;
let foreignAdmin: Caller;
let student: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  support = await portal.as('support', 3);
  student = await portal.as('student', 3);
  foreignAdmin = await portal.as('admin', 2);
});
afterAll(() => portal.close());

const make = (title: string, examDate: string, who = admin, systemId = 3) =>
  who.call(createExamSpace, { params: { systemId }, body: { title, examDate } });
const list = async (showAllActive = true) =>
  (await admin.call(listExams, { params: { systemId: 3 }, query: { showAllActive } })).reply;

describe('making an exam space', () => {
  it('S7.33 makes an exam with the title, the date and a course id', async () => {
    const { status, reply } = await make('Hiver 2027', '2027-02-01');
    expect(status).toBe(200);
    expect(reply).toMatchObject({
      title: 'Hiver 2027',
      date: '2027-02-01',
      numberOfCandidates: 0,
      platformState: 'pending',
    });
    expect(reply.courseId).toMatch(/^DC-2027-02-01-\d+$/);
  });

  it('S5.16 refuses yesterday and takes today', async () => {
    expect((await make('Hier', '2027-01-10')).problem.errors).toEqual([
      { path: 'examDate', messageKey: 'dateInPast' },
    ]);
    expect((await make('Aujourd’hui', '2027-01-11')).status).toBe(200);
  });

  it.each(['31/12/2027', '2027-13-01', '2027-02-30', 'demain'])(
    'S5.17 refuses the date %s',
    async (examDate) => {
      expect((await make('Titre', examDate)).problem.errors).toEqual([
        { path: 'examDate', messageKey: 'date' },
      ]);
    },
  );

  it('S5.15 names both fields when both are empty', async () => {
    const { problem } = await make('  ', '');
    expect(problem.errors).toEqual([
      { path: 'title', messageKey: 'required' },
      { path: 'examDate', messageKey: 'required' },
    ]);
  });

  it('S1.9 refuses anybody but an admin of this system, and writes nothing', async () => {
    const before = await list();
    expect((await make('Non', '2027-03-01', portal.nobody)).status).toBe(401);
    expect((await make('Non', '2027-03-01', student)).status).toBe(403);
    expect((await make('Non', '2027-03-01', support)).status).toBe(403);
    expect((await make('Non', '2027-03-01', foreignAdmin)).status).toBe(403);
    expect(await list()).toEqual(before);
  });

  it('writes one audit line', async () => {
    const { reply } = await make('Trace', '2027-03-05');
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .selectAll()
      .where('subject', '=', `exam:${reply.id}`)
      .execute();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ action: 'examSpace.created', system_id: 3, actor_id: admin.userId });
  });
});

describe('listing and deactivating exams', () => {
  it('S4.10 S3.3 lists by exam date, past ones only on request', async () => {
    await make('Plus tard', '2027-06-01');
    await make('Plus tôt', '2027-01-12');
    const dates = (await list()).map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
    portal.context.clock.advance(2 * 24 * 60 * 60);
    admin = await portal.as('admin', 3);
    support = await portal.as('support', 3);
    foreignAdmin = await portal.as('admin', 2);
    expect((await list(false)).map(({ title }) => title)).not.toContain('Plus tôt');
    expect((await list(true)).map(({ title }) => title)).toContain('Plus tôt');
  });

  it('S7.32 S4.9 deactivates once; another system cannot', async () => {
    const { id: examId } = (await make('À fermer', '2027-07-01')).reply;
    const close = (who: Caller, systemId: number) => who.call(cancelExam, { params: { systemId, examId } });
    expect((await close(foreignAdmin, 3)).status).toBe(403);
    expect((await close(foreignAdmin, 2)).problem).toMatchObject({ status: 404, code: 'exam.notFound' });
    expect((await close(support, 3)).status).toBe(403);
    expect((await close(admin, 3)).reply).toBe(true);
    expect((await list()).map(({ id }) => id)).not.toContain(examId);
    expect((await close(admin, 3)).status).toBe(404);
  });

  it('S7.21 answers an exam of another system as one that does not exist', async () => {
    const { id: examId } = (await make('À moi', '2027-08-01')).reply;
    const look = (who: Caller, systemId: number, id: number) =>
      who.call(listCandidates, { params: { systemId, examId: id } });
    const [foreign, missing] = [await look(foreignAdmin, 2, examId), await look(foreignAdmin, 2, 999_999)];
    expect([foreign.status, foreign.raw]).toEqual([404, missing.raw]);
    expect((await look(support, 3, examId)).reply).toEqual([]);
  });

  it('S6.10 answers false for somebody who is not in the exam', async () => {
    const { id: examId } = (await make('Vide', '2027-09-01')).reply;
    const params = { systemId: 3, examId, learningPlatformId: 'g999' };
    expect((await support.call(unenrol, { params })).reply).toBe(false);
    expect((await student.call(unenrol, { params })).status).toBeGreaterThanOrEqual(401);
  });
});
