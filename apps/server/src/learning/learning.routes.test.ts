import { cancelExam } from '@guichet/contract/exams/exams';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drain, makeCandidates, planExamSpace } from '../../test/learning.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { systemTransaction } from '../core/audit/audit.service.ts';
import { planEnrolments } from './learning.service.ts';
import { openConnectors } from './platforms/connectors.ts';

let portal: TestPortal;
let student: Caller;
let support: Caller;
let admin: Caller;
let foreigner: Caller;
let space: Awaited<ReturnType<typeof planExamSpace>>;
let closed: typeof space;
let foreign: typeof space;

beforeAll(async () => {
  portal = await openTestPortal();
  student = await portal.as('student', 3);
  support = await portal.as('support', 3);
  admin = await portal.as('admin', 3);
  foreigner = await portal.as('admin', 2);
  space = await planExamSpace(portal.context, { candidates: makeCandidates(1) });
  closed = await planExamSpace(portal.context);
  foreign = await planExamSpace(portal.context, { systemId: 2 });
  for (const { systemId, examId, importId } of [space, closed, foreign])
    await enrol(systemId, examId, importId);
  await admin.call(cancelExam, { params: { systemId: 3, examId: closed.examId } });
});
afterAll(() => portal.close());

const enrol = (system_id: number, exam_id: number, import_id: string) =>
  systemTransaction(portal.context, (tx) =>
    tx
      .insertInto('enrolments')
      .values({
        system_id,
        exam_id,
        user_id: student.userId,
        learning_platform_id: `g${student.userId}`,
        import_id,
        enrolled_at: portal.context.clock.now(),
      })
      .execute(),
  );

const ask = (who: Caller, query: { isAdmin?: boolean; orgId?: string } = {}, systemId = 3) =>
  who.call(redirectToPlatform, { params: { systemId }, query });

async function open(address: string) {
  const entered = await portal.app.inject(new URL(address).pathname + new URL(address).search);
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  return portal.app.inject({ url: String(entered.headers.location), headers: { cookie } });
}

describe('the link to the learning platform', () => {
  it('S7.34 returns a student one absolute address as plain text; it signs them on by name', async () => {
    const { status, raw, headers } = await ask(student);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(new URL(raw).origin).toBe(portal.context.config.publicUrl);
    expect((await open(raw)).body).toContain('Bonjour Zoé Côté');
  });

  it('S7.34 refuses callers who are signed out or have no role in this system', async () => {
    expect((await ask(portal.nobody)).status).toBe(401);
    expect((await ask(foreigner)).problem).toMatchObject({ status: 403, code: 'access.denied' });
    expect((await ask(student, {}, 2)).status).toBe(403);
    expect((await ask(await portal.superAdmin(), {}, 999)).status).toBe(404);
  });

  it('opens the staff view for support and up only', async () => {
    expect((await ask(student, { isAdmin: true })).problem).toMatchObject({
      status: 403,
      code: 'access.denied',
    });
    for (const who of [support, admin, await portal.superAdmin()]) {
      expect((await open((await ask(who, { isAdmin: true })).raw)).body).toContain('Vue du personnel');
    }
  });

  it('signs staff without the student role on as staff, whatever is requested', async () => {
    expect((await open((await ask(support, { isAdmin: false })).raw)).body).toContain('Vue du personnel');
    expect((await open((await ask(admin)).raw)).body).toContain('Vue du personnel');
  });

  it('passes the reader’s language on', async () => {
    const { raw } = await student.call(redirectToPlatform, {
      params: { systemId: 3 },
      headers: { 'accept-language': 'en' },
    });
    expect((await open(raw)).body).toContain('<html lang="en">');
  });
});

describe('the link to one exam space', () => {
  it('S7.35 opens the course itself for a person enrolled in it', async () => {
    await systemTransaction(portal.context, (tx) =>
      planEnrolments(tx, { ...space, userIds: [student.userId], now: portal.context.clock.now() }),
    );
    await drain(portal.context, await openConnectors(portal.context).of(null));
    const [toCourse, toPlatform] = [await ask(student, { orgId: space.courseId }), await ask(student)];
    expect([toCourse.status, toPlatform.status]).toEqual([200, 200]);
    expect((await open(toCourse.raw)).body).toContain('<h1>Hiver 2027</h1>');
    expect((await open(toPlatform.raw)).body).toContain('<h1>Bonjour Zoé Côté</h1>');
  });

  it('is refused to everybody else, with the same answer whether the course exists or not', async () => {
    const outsider = await portal.as('student', 3);
    const answers = await Promise.all([
      ask(outsider, { orgId: space.courseId }),
      ask(outsider, { orgId: closed.courseId }),
      ask(student, { orgId: foreign.courseId }),
      ask(student, { orgId: 'DC-2027-01-01-9999' }),
      ask(support, { orgId: foreign.courseId }),
      ask(admin, { orgId: 'nothing' }),
    ]);
    for (const { problem } of answers) expect(problem).toMatchObject({ status: 404, code: 'exam.notFound' });
    expect(new Set(answers.map(({ raw }) => raw)).size).toBe(1);
  });

  it('works for staff, also after the exam was deactivated', async () => {
    await drain(portal.context, await openConnectors(portal.context).of(null));
    const { raw } = await ask(admin, { orgId: closed.courseId });
    expect((await open(raw)).body).toContain(closed.courseId);
  });

  it('treats an empty course as none', async () => {
    expect((await ask(student, { orgId: '' })).status).toBe(200);
  });
});
