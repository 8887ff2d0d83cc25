import { listCandidates } from '@guichet/contract/exams/places';
import { attestCandidates } from '@guichet/contract/exams/results';
import { attestByGrades, getGrades, readGrades, setResults } from '@guichet/contract/exams/results.grades';
import { exportResults } from '@guichet/contract/imports/imports.results';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drain, makeCandidates, planExamSpace } from '../../../../test/learning.ts';
import { addTemplate, settingsOf } from '../../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makeRemark } from '../../../learning/learning.service.ts';
import { openConnectors } from '../../../learning/platforms/connectors.ts';

let moodle: MoodleServer;
let portal: TestPortal;
let admin: Caller;
let exam: Awaited<ReturnType<typeof planExamSpace>>;
let [zoe, noe, ana]: number[] = [];
/** Keys on the platform by user id. */
let keys: ReadonlyMap<number | null, string>;
beforeAll(async () => {
  moodle = await openMoodleServer();
  addTemplate(moodle);
  portal = await openTestPortal(settingsOf(moodle));
  admin = await portal.as('admin', 3);
  const examDate = portal.context.clock.today();
  exam = await planExamSpace(portal.context, { examDate, candidates: makeCandidates(3) });
  [zoe, noe, ana] = exam.userIds;
  await drain(portal.context, await openConnectors(portal.context).of(null));
  const records = await portal.context.database.read
    .selectFrom('platform_accounts')
    .select(['user_id', 'key'])
    .execute();
  keys = new Map(records.map(({ user_id, key }) => [user_id, key]));
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

const params = () => ({ systemId: 3, examId: exam.examId });
const read = (passPercent = 60, who = admin) =>
  who.call(readGrades, { params: params(), body: { passPercent } });
const get = async (who = admin) => (await who.call(getGrades, { params: params() })).reply;
const outcomes = async () =>
  Object.fromEntries(
    (await get()).rows.map(({ userId, grade, to, outcome }) => [userId, [grade.points, to, outcome]]),
  );

const accountOf = (userId = 0) => {
  const account = [...moodle.site.users.values()].find(({ idnumber }) => idnumber === keys.get(userId));
  if (!account) throw new Error(`no account of ${userId}`);
  return account;
};
const courseId = () =>
  [...moodle.site.courses.values()].find(({ idnumber }) => idnumber === exam.courseId)?.id ?? 0;
const grade = (userId: number | undefined, points: number | null) => {
  const place = `${courseId()}/${accountOf(userId).id}`;
  if (points === null) moodle.site.grades.delete(place);
  else moodle.site.grades.set(place, points);
};

it('nothing was read at first', async () => {
  expect(await get()).toEqual({ isGiven: true, passPercent: null, readAt: null, rows: [] });
});

it('grades are read with the rule, and say whom it would mark; nobody is marked by that', async () => {
  grade(zoe, 60);
  grade(noe, 59.99);
  expect((await read()).reply).toEqual({ outcome: 'read', doubled: [], others: 0 });
  expect(await outcomes()).toEqual({
    [zoe ?? 0]: [60, true, 'marked'],
    [noe ?? 0]: [59.99, false, 'same'],
    [ana ?? 0]: [null, false, 'ungraded'],
  });
  const { reply } = await admin.call(listCandidates, { params: params() });
  expect(reply.filter(({ isAttested }) => isAttested)).toEqual([]);
  expect(await get()).toMatchObject({ passPercent: 60, readAt: portal.context.clock.now() });
  const line = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['system_id', 'detail'])
    .where('action', '=', 'exam.gradesRead')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({ system_id: 3, detail: { passPercent: 60, candidates: 3 } });
});

it('a grade that changes afterwards is shown beside what it was, also when it is read again, and the mark would go', async () => {
  await admin.call(attestCandidates, { params: params(), body: { userIds: [zoe ?? 0], isAttested: true } });
  expect((await outcomes())[zoe ?? 0]).toEqual([60, true, 'same']);
  grade(zoe, 41.5);
  grade(ana, 100);
  await read();
  await read();
  const rows = new Map((await get()).rows.map((row) => [row.userId, row]));
  expect(rows.get(zoe ?? 0)).toMatchObject({
    grade: { points: 41.5, outOf: 100 },
    before: { points: 60, outOf: 100 },
    from: true,
    to: false,
    outcome: 'unmarked',
  });
  expect(rows.get(ana ?? 0)).toMatchObject({ before: { points: null, outOf: null }, outcome: 'marked' });
  expect(rows.get(noe ?? 0)?.before).toBeNull();
  grade(zoe, null);
  await read();
  expect((await outcomes())[zoe ?? 0]).toEqual([null, true, 'ungraded']);
});

it('somebody with two accounts is named and keeps the grade that was read; people of the platform are only counted', async () => {
  const stranger = {
    ...accountOf(noe),
    id: 901,
    username: 'stranger',
    email: 'stranger@guichet.test',
    idnumber: '',
  };
  const second = { ...accountOf(noe), id: 902, username: 'second', email: 'second@guichet.test' };
  const enrolled = moodle.site.enrolments.get(courseId());
  for (const one of [stranger, second]) {
    moodle.site.users.set(one.id, one);
    enrolled?.set(one.id, enrolled.get(accountOf(noe).id) as never);
  }
  grade(noe, 99);
  expect((await read()).reply).toMatchObject({
    outcome: 'read',
    others: 1,
    doubled: [expect.stringContaining('Côté')],
  });
  expect((await outcomes())[noe ?? 0]?.[0]).toBe(59.99);
  for (const id of [901, 902]) {
    enrolled?.delete(id);
    moodle.site.users.delete(id);
  }
});

it('a platform that does not answer leaves what was read, and says why', async () => {
  const before = await get();
  moodle.before = ({ response }) => void response.writeHead(503).end();
  expect((await read(10)).reply).toEqual({
    outcome: 'notRead',
    reason: makeRemark('badStatus', { status: 503 }),
  });
  moodle.before = () => {};
  expect(await get()).toEqual(before);
});

it('the list that was shown is saved as it was shown, and undone; by another rule, other grades or other marks it is refused', async () => {
  const [zoeId = 0, noeId = 0, anaId = 0] = [zoe, noe, ana];
  const save = (passPercent: number, marked: number[], unmarked: number[], who = admin) =>
    who.call(attestByGrades, { params: params(), body: { passPercent, marked, unmarked } });
  const attested = async () => {
    const { reply } = await admin.call(listCandidates, { params: params() });
    return reply.filter(({ isAttested }) => isAttested).map(({ id }) => id);
  };
  const refused = async (answer: ReturnType<typeof save>) => {
    const { status, problem } = await answer;
    expect([status, problem.code]).toEqual([409, 'exam.gradesChanged']);
    expect(await attested()).toEqual([zoeId]);
  };
  grade(zoe, 55);
  grade(noe, 70.25);
  grade(ana, 55);
  await read(60);
  await refused(save(50, [noeId], [zoeId]));
  await refused(save(50, [noeId, anaId], []));
  await refused(save(60, [noeId, anaId], []));
  await refused(save(60, [noeId], []));
  await refused(save(60, [], [zoeId]));
  grade(noe, 59);
  await read(60);
  await refused(save(60, [noeId], [zoeId]));
  grade(noe, 70.25);
  await read(60);
  expect((await save(60, [noeId], [zoeId])).reply).toEqual({ marked: [noeId], unmarked: [zoeId] });
  expect(await attested()).toEqual([noeId]);
  const undone = { marked: [zoeId], unmarked: [noeId] };
  expect((await admin.call(setResults, { params: params(), body: undone })).reply).toEqual(undone);
  await refused(save(60, [zoeId], [noeId]));
  await read(50);
  await admin.call(attestCandidates, { params: params(), body: { userIds: [noeId], isAttested: true } });
  const { problem } = await save(50, [noeId, anaId], []);
  expect(problem.code).toBe('exam.gradesChanged');
  expect(await attested()).toEqual(expect.not.arrayContaining([anaId]));
  expect((await save(50, [anaId], [], await portal.as('support', 3))).status).toBe(403);
});

it('the export has the grades beside the marks', async () => {
  const { raw } = await admin.call(exportResults, { params: params(), query: { format: 'csv' } });
  expect(raw.split('\r\n')[0]).toMatch(/Attestation;Marquée le;Note;Note maximale;Note précédente$/);
  expect(raw).toMatch(/;"70,25";100;59\r\n/);
});

it('only administrators of the system read them, from the day of the exam on, by a rule of 1 to 100 %', async () => {
  expect((await read(60, await portal.as('support', 3))).status).toBe(403);
  expect((await read(60, await portal.as('admin', 2))).status).toBe(403);
  expect((await admin.call(getGrades, { params: { systemId: 3, examId: 999_999 } })).status).toBe(404);
  expect((await read(0)).problem.errors).toEqual([{ path: 'passPercent', messageKey: 'passPercent' }]);
  const later = await planExamSpace(portal.context, { examDate: '2099-01-01' });
  const ahead = await admin.call(readGrades, {
    params: { systemId: 3, examId: later.examId },
    body: { passPercent: 60 },
  });
  expect(ahead.problem.code).toBe('exam.examAhead');
});
