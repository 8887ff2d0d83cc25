import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { unenrol } from '@guichet/contract/exams/places';
import {
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/places.removals';
import {
  getExtraTime,
  listExtraTimes,
  listExtraTimeTroubles,
  setExtraTime,
  setExtraTimesAgain,
} from '@guichet/contract/exams/results.extraTime';
import { deleteUser, getUserInfo } from '@guichet/contract/identity/users.changes';
import { readDrift, repairDrift } from '@guichet/contract/learning/learning.drift';
import type { ExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../../test/extraTimeRight.ts';
import { drain, makeCandidates, planExamSpace } from '../../../../test/learning.ts';
import { addTemplate, settingsOf } from '../../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { openMoodle } from '../../../learning/connectors/moodle/moodle.ts';

let moodle: MoodleServer;
let portal: TestPortal;
let admin: Caller;
let unentitled: Caller;
let neighbour: Caller;
beforeAll(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 1 });
  addTemplate(moodle);
  portal = await openTestPortal(settingsOf(moodle));
  admin = await portal.as('admin', 3);
  unentitled = await portal.as('admin', 3);
  neighbour = await portal.as('admin', 2);
  await giveExtraTimeRight(portal, admin, 3);
  await giveExtraTimeRight(portal, neighbour, 2);
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

const work = () => drain(portal.context, openMoodle(portal.context));
const half: ExtraTime = { minutes: null, factor: 1.5 };
const twenty: ExtraTime = { minutes: 20, factor: null };

type Exam = Awaited<ReturnType<typeof openExam>>;

/** An exam with three candidates; its Moodle course has two quizzes of an hour, and one without a limit. */
async function openExam({ quizzes = [3600, 3600, 0], candidates = 3 } = {}) {
  const space = await planExamSpace(portal.context, { candidates: makeCandidates(candidates) });
  await work();
  // Deletes the quizzes of the template's copy, which last three hours.
  for (const { id, course } of moodle.site.quizzes.values())
    if (course === courseIdOf(space.courseId)) moodle.site.quizzes.delete(id);
  addQuizzes(space.courseId, quizzes);
  return { ...space, userId: space.userIds[0] ?? 0, key: space.keys[0] ?? '' };
}

function courseIdOf(code: string): number {
  return [...moodle.site.courses.values()].findLast(({ idnumber }) => idnumber === code)?.id ?? 0;
}

let quizId = 1000;
function addQuizzes(code: string, timeLimits: readonly number[]): void {
  for (const timelimit of timeLimits) {
    const id = quizId++;
    moodle.site.quizzes.set(id, { id, course: courseIdOf(code), name: `Test ${id}`, timelimit });
  }
}

/** Each timed quiz's extra minutes for a person, beyond everybody's time. */
function overridesOf(code: string, key: string): (number | null)[] {
  const course = courseIdOf(code);
  const account = [...moodle.site.users.values()].find(({ idnumber }) => idnumber === key);
  return [...moodle.site.overrides.values()]
    .filter(({ quiz, userid }) => {
      return moodle.site.quizzes.get(quiz)?.course === course && userid === account?.id;
    })
    .map(({ timelimit }) => timelimit && timelimit / 60);
}

const at = ({ systemId, examId, userId }: Pick<Exam, 'systemId' | 'examId' | 'userId'>) => ({
  params: { systemId, examId, userId },
});
const give = (exam: Exam, extraTime: ExtraTime | null, who = admin) =>
  who.call(setExtraTime, { ...at(exam), body: { extraTime } });
const look = async (exam: Pick<Exam, 'systemId' | 'examId' | 'userId'>) =>
  (await admin.call(getExtraTime, at(exam))).reply;
const jobsOf = ({ courseId }: Pick<Exam, 'courseId'>) =>
  portal.context.database.read
    .selectFrom('platform_extra_times')
    .select(['platform_user_id as key', 'state'])
    .where('course_id', '=', courseId)
    .execute();

describe('extra time of a candidate', () => {
  it('is set in every timed quiz of the course and read back, changed, and taken away again', async () => {
    const exam = await openExam();
    expect(await look(exam)).toEqual({ extraTime: null, platform: null, handovers: [] });
    await give(exam, twenty);
    expect((await look(exam)).platform).toMatchObject({ state: 'pending', quizzes: null, readAt: null });
    await work();
    expect(await look(exam)).toEqual({
      handovers: [],
      extraTime: twenty,
      platform: {
        state: 'done',
        reason: null,
        nextTryAt: expect.anything(),
        quizzes: 2,
        inPlace: 2,
        readAt: expect.any(Date),
      },
    });
    expect(overridesOf(exam.courseId, exam.key)).toEqual([80, 80]);
    await give(exam, half);
    await work();
    expect(overridesOf(exam.courseId, exam.key)).toEqual([90, 90]);
    await give(exam, null);
    expect((await look(exam)).platform).toMatchObject({ state: 'pending' });
    await work();
    expect(overridesOf(exam.courseId, exam.key)).toEqual([]);
    expect(await look(exam)).toEqual({ extraTime: null, platform: null, handovers: [] });
    expect(await jobsOf(exam)).toEqual([]);
  });

  it('is set in a quiz that was added afterwards, once it is saved again', async () => {
    const exam = await openExam({ quizzes: [3600] });
    await give(exam, half);
    await work();
    addQuizzes(exam.courseId, [1800]);
    await give(exam, half);
    await work();
    expect(overridesOf(exam.courseId, exam.key)).toEqual([90, 45]);
    expect((await look(exam)).platform).toMatchObject({ state: 'done', quizzes: 2, inPlace: 2 });
  });

  it('whose saving was cut off is tried again without a second override, and another exam goes on', async () => {
    const [exam, other] = [await openExam({ quizzes: [3600] }), await openExam({ quizzes: [3600] })];
    await give(exam, twenty);
    let cuts = 0;
    // Moodle saves the override, but its answer is lost.
    moodle.after = ({ name, response }) => {
      if (name !== 'mod_quiz_save_overrides' || cuts++ > 0) return;
      response.destroy();
    };
    await work();
    expect((await look(exam)).platform).toMatchObject({ state: 'waiting', quizzes: null });
    portal.context.clock.advance(60);
    await give(other, half);
    await work();
    expect(overridesOf(exam.courseId, exam.key)).toEqual([80]);
    expect((await look(exam)).platform).toMatchObject({ state: 'done', quizzes: 1, inPlace: 1 });
    expect(overridesOf(other.courseId, other.key)).toEqual([90]);
    moodle.after = () => {};
  });

  it('that Moodle refuses says why, and is tried again when it is saved again', async () => {
    const exam = await openExam({ quizzes: [3600] });
    moodle.site.setup.mayManageOverrides = false;
    await give(exam, twenty);
    await work();
    const { platform } = await look(exam);
    expect(platform).toMatchObject({ state: 'failed', quizzes: 1, inPlace: 0 });
    expect(platform?.reason).toMatchObject({
      code: 'nopermissions',
      params: { name: 'mod_quiz_get_overrides' },
    });
    moodle.site.setup.mayManageOverrides = true;
    await give(exam, twenty);
    await work();
    expect((await look(exam)).platform).toMatchObject({ state: 'done', reason: null });
  });

  it('of a key that two accounts have is written into neither, and says which they are', async () => {
    const exam = await openExam();
    const own = [...moodle.site.users.values()].find(({ idnumber }) => idnumber === exam.key);
    if (!own) throw new Error('no account');
    // The twin comes before the candidate's account in the site's list.
    const twin = { ...own, id: 99_001, username: 'somebody-else', email: 'somebody.else@ailleurs.test' };
    const others = [...moodle.site.users];
    moodle.site.users.clear();
    for (const [id, user] of [[twin.id, twin] as const, ...others]) moodle.site.users.set(id, user);
    await give(exam, twenty);
    await work();
    expect((await look(exam)).platform).toMatchObject({
      state: 'failed',
      inPlace: 0,
      reason: { code: 'accountTwins', params: { ids: `${twin.id}, ${own.id}` } },
    });
    const quizzes = [...moodle.site.overrides.values()].filter(
      ({ quiz }) => moodle.site.quizzes.get(quiz)?.course === courseIdOf(exam.courseId),
    );
    expect(quizzes).toEqual([]);
    moodle.site.users.delete(twin.id);
    await give(exam, half);
    await work();
    expect((await look(exam)).platform).toMatchObject({ state: 'done', inPlace: 2 });
  });

  it('of a course without a timed quiz has nothing to set there, until it is saved again', async () => {
    const exam = await openExam({ quizzes: [0] });
    await give(exam, twenty);
    await work();
    expect((await look(exam)).platform).toMatchObject({ state: 'noQuiz', quizzes: 0, reason: null });
    addQuizzes(exam.courseId, [3600]);
    await give(exam, twenty);
    await work();
    expect((await look(exam)).platform).toMatchObject({ state: 'done', quizzes: 1, inPlace: 1 });
  });

  it.each([
    [{ minutes: 0, factor: null }],
    [{ minutes: 601, factor: null }],
    [{ minutes: 12.5, factor: null }],
    [{ minutes: null, factor: 1 }],
    [{ minutes: null, factor: 5.1 }],
    [{ minutes: 30, factor: 1.5 }],
    [{ minutes: null, factor: null }],
  ])('of %o is refused', async (extraTime) => {
    const exam = await openExam({ candidates: 1, quizzes: [] });
    expect((await give(exam, extraTime as ExtraTime)).status).toBe(400);
    expect((await look(exam)).extraTime).toBeNull();
  });

  it('is audited as given, changed or removed, with the exam alone, neither the person nor the amount', async () => {
    const exam = await openExam();
    await give(exam, twenty);
    await give(exam, { minutes: 30, factor: null });
    await give(exam, null);
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['subject', 'detail', 'actor_id as actorId'])
      .where('action', '=', 'exam.extraTimesChanged')
      .where('subject', '=', `exam:${exam.examId}`)
      .execute();
    const lineOf = (change: string) => ({
      subject: `exam:${exam.examId}`,
      detail: { name: 'Hiver 2027', candidates: 1, change },
      actorId: admin.userId,
    });
    expect(lines).toEqual([lineOf('given'), lineOf('changed'), lineOf('removed')]);
  });
});

describe('the extra time of an exam', () => {
  const listed = async (exam: Exam, who = admin) => {
    const params = { systemId: 3, examId: exam.examId };
    const { reply } = await who.call(listExtraTimes, { params });
    return reply.map(({ id, isGiven, platform }) => [id, isGiven, platform?.state]);
  };
  const setAgain = (exam: Exam, who = admin) =>
    who.call(setExtraTimesAgain, { params: { systemId: 3, examId: exam.examId } });

  it('is listed with how far it is on the platform, also while it is taken away, and set again for all at once', async () => {
    const exam = await openExam({ quizzes: [0], candidates: 4 });
    const [first = 0, second = 0, third = 0] = exam.userIds;
    expect(await listed(exam)).toEqual([]);
    expect((await setAgain(exam)).reply).toBe(0);
    for (const userId of [first, second, third]) await give({ ...exam, userId }, twenty);
    await work();
    await give({ ...exam, userId: third }, null);
    expect(await listed(exam)).toEqual([
      [first, true, 'noQuiz'],
      [second, true, 'noQuiz'],
      [third, false, 'pending'],
    ]);
    await work();
    addQuizzes(exam.courseId, [3600]);
    expect((await setAgain(exam)).reply).toBe(2);
    await work();
    expect(await listed(exam)).toEqual([
      [first, true, 'done'],
      [second, true, 'done'],
    ]);
    expect(exam.keys.map((key) => overridesOf(exam.courseId, key))).toEqual([[80], [80], [], []]);
  });

  it('that is not in place is told on home, to those with the right to it in that system', async () => {
    const exam = await openExam({ quizzes: [0], candidates: 2 });
    const troublesOf = async (who: Caller) =>
      (await who.call(listExtraTimeTroubles)).reply.filter(({ examId }) => examId === exam.examId);
    await give(exam, twenty);
    expect(await troublesOf(admin)).toEqual([]);
    await work();
    const trouble = {
      systemId: 3,
      examId: exam.examId,
      title: 'Hiver 2027',
      titleEn: '',
      date: expect.any(String),
      people: 1,
    };
    expect(await troublesOf(admin)).toEqual([trouble]);
    expect(await troublesOf(await portal.superAdmin())).toEqual([trouble]);
    expect(await troublesOf(unentitled)).toEqual([]);
    expect(await troublesOf(neighbour)).toEqual([]);
    const runs = { exam_date: '2027-01-10', end_date: '2027-01-12' };
    await portal.context.database.transact((tx) =>
      tx.updateTable('exams').set(runs).where('id', '=', exam.examId).execute(),
    );
    expect(await troublesOf(admin)).toEqual([trouble]);
    addQuizzes(exam.courseId, [3600]);
    await setAgain(exam);
    await work();
    expect(await troublesOf(admin)).toEqual([]);
  });

  it('is neither listed nor set again without the right to it', async () => {
    const exam = await openExam({ quizzes: [3600] });
    await give(exam, twenty);
    const params = { systemId: 3, examId: exam.examId };
    expect((await unentitled.call(listExtraTimes, { params })).problem?.code).toBe('extraTime.denied');
    expect((await setAgain(exam, unentitled)).problem?.code).toBe('extraTime.denied');
    expect((await neighbour.call(listExtraTimes, { params })).status).toBe(403);
  });

  it('is told by the panel of a person to support: that there is some, not how much', async () => {
    const exam = await openExam({ candidates: 2 });
    await give(exam, twenty);
    const support = await portal.as('support', 3);
    const told = async (userId = 0) => {
      const { reply, raw } = await support.call(getUserInfo, { body: { id: userId } });
      expect(raw).not.toMatch(/minutes|factor/);
      return reply.exams.find(({ examId }) => examId === exam.examId)?.hasExtraTime;
    };
    expect(await told(exam.userIds[0])).toBe(true);
    expect(await told(exam.userIds[1])).toBe(false);
    expect((await support.call(getExtraTime, at(exam))).problem?.code).toBe('extraTime.denied');
  });
});

describe('extra time of somebody who', () => {
  const leave = (exam: Exam) =>
    admin.call(unenrol, {
      params: { systemId: 3, examId: exam.examId, learningPlatformId: exam.key },
    });
  const given = async (extraTime: ExtraTime = twenty) => {
    const exam = await openExam({ quizzes: [3600] });
    await give(exam, extraTime);
    await work();
    return exam;
  };

  it('leaves the exam goes with the enrolment, and is taken away on the course', async () => {
    const exam = await given();
    await leave(exam);
    await work();
    expect(overridesOf(exam.courseId, exam.key)).toEqual([]);
    expect(await jobsOf(exam)).toEqual([]);
    expect((await admin.call(getExtraTime, at(exam))).problem?.code).toBe('user.notFound');
  });

  it('is moved goes along, is taken away on the old course, and comes back with the undo', async () => {
    const [from, to] = [await given(), await openExam({ quizzes: [7200], candidates: 0 })];
    const removalId = randomUUID();
    const params = { systemId: 3, examId: from.examId };
    await admin.call(moveCandidates, {
      params,
      body: { userIds: [from.userId], removalId, toExamId: to.examId, sendEmail: false },
    });
    await work();
    expect(overridesOf(from.courseId, from.key)).toEqual([]);
    expect(overridesOf(to.courseId, from.key)).toEqual([140]);
    const there = { systemId: 3, examId: to.examId, userId: from.userId };
    expect(await look(there)).toMatchObject({ extraTime: twenty, platform: { state: 'done', inPlace: 1 } });
    await admin.call(putBackCandidates, { params, body: { removalId } });
    await work();
    expect(overridesOf(from.courseId, from.key)).toEqual([80]);
    expect(overridesOf(to.courseId, from.key)).toEqual([]);
    expect(await look(from)).toMatchObject({ extraTime: twenty, platform: { state: 'done' } });
  });

  it('was taken out of the exam comes back with the undo, and with nothing else', async () => {
    const exam = await given(half);
    const removalId = randomUUID();
    const params = { systemId: 3, examId: exam.examId };
    await admin.call(takeOutCandidates, { params, body: { userIds: [exam.userId], removalId } });
    await work();
    expect(overridesOf(exam.courseId, exam.key)).toEqual([]);
    await admin.call(putBackCandidates, { params, body: { removalId } });
    await work();
    expect(overridesOf(exam.courseId, exam.key)).toEqual([90]);
    expect(await amountsOf(exam.userId)).toHaveLength(1);
  });

  it('is deleted is in no table any more, also where a removal could be undone, and on no course', async () => {
    const [exam, left] = [await given(), await openExam({ candidates: 0 })];
    const params = { systemId: 3, examId: exam.examId };
    const body = { removalId: randomUUID(), toExamId: left.examId, sendEmail: false };
    await admin.call(moveCandidates, { params, body: { ...body, userIds: [exam.userId] } });
    expect(await amountsOf(exam.userId)).toHaveLength(2);
    await admin.call(deleteUser, { params: { systemId: 3 }, body: { id: exam.userId } });
    expect(await amountsOf(exam.userId)).toEqual([]);
    await work();
    expect(overridesOf(exam.courseId, exam.key)).toEqual([]);
    expect([...(await jobsOf(exam)), ...(await jobsOf(left))]).toEqual([]);
  });

  it('is on a course that is gone is set on the course that takes its place', async () => {
    const exam = await given();
    const gone = courseIdOf(exam.courseId);
    moodle.site.courses.delete(gone);
    moodle.site.enrolments.delete(gone);
    const params = { systemId: 3, examId: exam.examId };
    await admin.call(readDrift, { params });
    await work();
    await admin.call(repairDrift, { params, body: { what: 'all' } });
    await work();
    expect(courseIdOf(exam.courseId)).not.toBe(gone);
    expect(overridesOf(exam.courseId, exam.key)).toEqual([200]);
    expect((await look(exam)).platform).toMatchObject({ state: 'done', quizzes: 1, inPlace: 1 });
  });

  const amountsOf = async (userId: number) => {
    const { read } = portal.context.database;
    const kept = await read.selectFrom('extra_times').selectAll().where('user_id', '=', userId).execute();
    const removed = read.selectFrom('removed_extra_times').selectAll().where('user_id', '=', userId);
    return [...kept, ...(await removed.execute())];
  };
});

it('given to somebody who is just leaving the exam is refused as for somebody who has left', async () => {
  const exam = await openExam({ quizzes: [] });
  const leaving = Promise.withResolvers<void>();
  const left = portal.context.database.transact(async (tx) => {
    await tx.deleteFrom('enrolments').where('user_id', '=', exam.userId).execute();
    leaving.resolve();
    await wait(300);
  });
  await leaving.promise;
  const answer = await give(exam, twenty);
  await left;
  expect(answer).toMatchObject({ status: 404, problem: { code: 'user.notFound' } });
});

describe('without the right to extra time', () => {
  it('an administrator neither sees nor gives it, and is told who gives the right', async () => {
    const exam = await openExam();
    await give(exam, twenty);
    for (const answer of [
      await unentitled.call(getExtraTime, at(exam)),
      await give(exam, half, unentitled),
    ]) {
      expect(answer).toMatchObject({ status: 403, problem: { code: 'extraTime.denied' } });
      expect(answer.raw).toContain('Une autre personne qui l’administre');
    }
    expect((await look(exam)).extraTime).toEqual(twenty);
  });

  it('neither a student nor an administrator of another system sees or gives it, nor somebody who is not signed in', async () => {
    const exam = await openExam();
    await give(exam, twenty);
    for (const [who, status] of [
      [portal.nobody, 401],
      [await portal.as('student', 3), 403],
      [neighbour, 403],
    ] as const) {
      expect((await who.call(getExtraTime, at(exam))).status).toBe(status);
      expect((await give(exam, half, who)).status).toBe(status);
    }
    const elsewhere = at({ ...exam, systemId: 2 });
    expect((await neighbour.call(getExtraTime, elsewhere)).status).toBe(404);
    expect((await look(exam)).extraTime).toEqual(twenty);
  });

  it('a super admin sees it, and support with the right', async () => {
    const exam = await openExam();
    await give(exam, half);
    const support = await portal.as('support', 3);
    expect((await support.call(getExtraTime, at(exam))).status).toBe(403);
    await giveExtraTimeRight(portal, support, 3);
    for (const who of [support, await portal.superAdmin()])
      expect((await who.call(getExtraTime, at(exam))).reply.extraTime).toEqual(half);
  });
});
