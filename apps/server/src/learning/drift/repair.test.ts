import { listAuditLines } from '@guichet/contract/core/audit';
import { cancelExam } from '@guichet/contract/exams/exams';
import { getDrift, readDrift, repairDrift } from '@guichet/contract/learning/learning.drift';
import { getPlatformHealth } from '@guichet/contract/learning/learning.health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOnly } from '../../../test/learning.ts';
import { addTemplate, settingsOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { type JobHandler, openQueue } from '../../core/queue/queue.service.ts';
import { openConnector, planUnenrolments } from '../learning.service.ts';
import { platformHandlers } from '../learning.worker.ts';
import { countRepaired, planNightlyReadings } from './drift.service.ts';
import { type DriftDesk, openDriftDesk, pickShown, same } from './fixtures/desk.ts';
import { handsOnMoodle, type MoodleHands } from './fixtures/hands.ts';

let moodle: MoodleServer;
let desk: DriftDesk;
let hands: MoodleHands;
beforeAll(async () => {
  moodle = await openMoodleServer();
  addTemplate(moodle);
  desk = await openDriftDesk(settingsOf(moodle));
  hands = handsOnMoodle(moodle.site);
});
afterAll(async () => {
  await desk.portal.close();
  await moodle.close();
});

const linesAbout = (examId: number) =>
  desk.portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'detail', 'system_id as systemId'])
    .where('subject', '=', `exam:${examId}`)
    .where('action', 'in', ['exam.platformRepaired', 'exam.strangerRemoved'])
    .orderBy('id')
    .execute();

const jobsOf = (courseId: string) =>
  desk.portal.context.database.read
    .selectFrom('platform_enrolments')
    .select(['platform_user_id as key', 'version'])
    .where('course_id', '=', courseId)
    .orderBy('user_id')
    .execute();

describe('a repair', () => {
  it('of one row leaves the others, is audited and counted, and says what was repaired', async () => {
    const exam = await desk.open();
    const [ana, bob, cleo] = exam.keys;
    await hands.remove(exam.courseId, ana);
    await hands.rename(bob, 'Autrement');
    await hands.hide(exam.courseId);
    await exam.read();
    const before = await jobsOf(exam.courseId);
    const repaired = () => countRepaired(desk.portal.context.database.read);
    const earlier = await repaired();
    expect(await exam.repair({ what: 'person', key: ana })).toBe(1);
    expect(pickShown(await exam.last())).toEqual({
      ...same,
      course: ['isOpen'],
      changed: [{ key: bob, causes: ['name'] }],
    });
    const after = await jobsOf(exam.courseId);
    expect(after.map(({ version }, n) => version - (before[n]?.version ?? 0))).toEqual([1, 0, 0]);
    expect(await exam.repair({ what: 'course' })).toBe(1);
    expect(await exam.repair({ what: 'person', key: cleo })).toBe(0);
    expect(await exam.repair()).toBe(1);
    expect(pickShown(await exam.last())).toEqual(same);
    expect(await repaired()).toBe(earlier + 3);
    const line = {
      action: 'exam.platformRepaired',
      detail: { name: 'Hiver 2027', courseId: exam.courseId, differences: 1 },
      systemId: 3,
    };
    expect(await linesAbout(exam.params.examId)).toEqual([line, line, line]);
  });

  it('of a course that is gone enrols and reads nobody before it is there again', async () => {
    const exam = await desk.open();
    await hands.deleteCourse(exam.courseId);
    await exam.read();
    const { context } = desk.portal;
    await desk.admin.call(repairDrift, { params: exam.params, body: { what: 'course' } });
    const [enrolments, readings] = platformHandlers(context, asOnly(openConnector(context))).slice(1);
    for (const handler of [enrolments, readings] as JobHandler<object>[]) {
      const queue = openQueue(context, [handler]);
      expect(await queue.runOnce()).toBeNull();
      await queue.stop();
    }
    await desk.work();
    expect(await exam.last()).toMatchObject({ onPlatform: 3, counts: { course: 0, missing: 0 } });
  });

  it('takes a stranger off the course when they are named, with a key or without, and only them', async () => {
    const exam = await desk.open();
    const [one, two] = [await hands.add(exam.courseId), await hands.add(exam.courseId)];
    const before = await exam.read();
    expect(before.strangers.map(({ externalId }) => externalId)).toEqual([one, two]);
    expect(await exam.repair()).toBe(0);
    // A candidate of the exam cannot be named as a stranger.
    const own = [...moodle.site.users.values()].find(({ username }) => username === exam.keys[0]);
    expect(await exam.repair({ what: 'stranger', externalId: String(own?.id) })).toBe(0);
    expect(await exam.repair({ what: 'stranger', externalId: one })).toBe(1);
    const after = await exam.last();
    expect(after.strangers.map(({ externalId }) => externalId)).toEqual([two]);
    expect(after.onPlatform).toBe(4);
    const [stranger] = before.strangers;
    expect(stranger?.name).toMatch(/\w/);
    expect(await linesAbout(exam.params.examId)).toEqual([
      {
        action: 'exam.strangerRemoved',
        systemId: 3,
        detail: { name: 'Hiver 2027', courseId: exam.courseId, person: stranger?.name },
      },
    ]);
    const { examId } = exam.params;
    const found = async (person: string) =>
      (await desk.admin.call(listAuditLines, { query: { examId, person } })).reply.lines;
    expect(await found(stranger?.name ?? '')).toMatchObject([{ action: 'exam.strangerRemoved' }]);
  });

  it('says why a stranger stays whom another enrolment method keeps on the course, and later comparisons go on', async () => {
    const exam = await desk.open();
    const externalId = await hands.addByHerself(exam.courseId);
    await exam.read();
    await desk.advance(3600);
    expect(await exam.repair({ what: 'stranger', externalId })).toBe(1);
    const now = desk.portal.context.clock.now();
    const refused = { state: 'failed', reason: { code: 'otherEnrolment' }, readAt: now };
    expect(await exam.last()).toMatchObject({ ...refused, counts: { strangers: 1 } });
    await hands.remove(exam.courseId, exam.keys[0]);
    expect(await exam.read()).toMatchObject({ state: 'done', counts: { missing: 1, strangers: 1 } });
  });

  it('names a stranger without a name by their id on the platform in the audit log', async () => {
    const exam = await desk.open();
    const externalId = await hands.add(exam.courseId);
    const user = moodle.site.users.get(Number(externalId));
    if (user) Object.assign(user, { firstname: '', lastname: '' });
    expect((await exam.read()).strangers.map(({ name }) => name.trim())).toEqual(['']);
    expect(await exam.repair({ what: 'stranger', externalId })).toBe(1);
    expect(await linesAbout(exam.params.examId)).toMatchObject([{ detail: { person: externalId } }]);
  });

  it('does not take off somebody who was enrolled here since they were found', async () => {
    const exam = await desk.open();
    const [ana] = exam.keys;
    await change((tx) => planUnenrolments(tx, { ...ofCourse(exam.courseId), platformUserIds: [ana] }));
    await desk.work();
    const user = [...moodle.site.users.values()].find(({ username }) => username === ana);
    const id = user?.id ?? 0;
    const course = [...moodle.site.courses.values()].find(({ idnumber }) => idnumber === exam.courseId);
    moodle.site.enrolments.get(course?.id ?? 0)?.set(id, { roles: [5], isSuspended: false });
    expect(pickShown(await exam.read()).strangers).toEqual([
      { name: `${user?.firstname} ${user?.lastname}`, cause: 'unenrolled' },
    ]);
    await desk.admin.call(repairDrift, {
      params: exam.params,
      body: { what: 'stranger', externalId: String(id) },
    });
    await change((tx) =>
      tx
        .updateTable('platform_enrolments')
        .set({ wanted: 'in' })
        .where('platform_user_id', '=', ana)
        .execute(),
    );
    await desk.work();
    expect(await exam.last()).toMatchObject({ onPlatform: 3, counts: { strangers: 0, missing: 0 } });
  });

  it('of a cancelled exam hides its course again, on which the people stay', async () => {
    const exam = await desk.open();
    await desk.admin.call(cancelExam, { params: exam.params, query: {} });
    await desk.work();
    expect(pickShown(await exam.read())).toEqual(same);
    expect((await exam.last()).onPlatform).toBe(3);
    const course = [...moodle.site.courses.values()].find(({ idnumber }) => idnumber === exam.courseId);
    Object.assign(course ?? {}, { visible: 1 });
    await hands.remove(exam.courseId, exam.keys[0]);
    expect(pickShown(await exam.read())).toEqual({
      ...same,
      course: ['isOpen'],
      missing: [{ key: exam.keys[0], cause: 'notEnrolled' }],
    });
    expect((await exam.last()).course).toMatchObject([{ wanted: 'false', found: 'true' }]);
    expect(await exam.repair()).toBe(2);
    expect(pickShown(await exam.last())).toEqual(same);
    expect(course?.visible).toBe(0);
  });

  it('is planned by administrators of the system alone', async () => {
    const exam = await desk.open();
    await hands.remove(exam.courseId, exam.keys[0]);
    await exam.read();
    const { portal } = desk;
    const [support, neighbour] = [await portal.as('support', 3), await portal.as('admin', 2)];
    const body = { what: 'all' } as const;
    const calls = [
      [getDrift, { params: exam.params }],
      [readDrift, { params: exam.params }],
      [repairDrift, { params: exam.params, body }],
    ] as const;
    for (const [endpoint, input] of calls) {
      const elsewhere = { ...input, params: { ...exam.params, systemId: 2 } };
      expect((await portal.nobody.call(endpoint, input)).status).toBe(401);
      expect((await support.call(endpoint, input)).status).toBe(403);
      expect((await neighbour.call(endpoint, input)).status).toBe(403);
      expect((await neighbour.call(endpoint, elsewhere)).status).toBe(404);
    }
    expect((await exam.last()).counts.missing).toBe(1);
  });
});

describe('a reading', () => {
  it('judges nobody who is on their way, and is not green meanwhile', async () => {
    const exam = await desk.open();
    const [ana] = exam.keys;
    await change((tx) =>
      tx
        .updateTable('platform_enrolments')
        .set({ state: 'waiting', next_try_at: new Date(desk.portal.context.clock.now().getTime() + 600_000) })
        .where('platform_user_id', '=', ana)
        .execute(),
    );
    await hands.remove(exam.courseId, ana);
    expect(await exam.read()).toMatchObject({ underway: 1, counts: { missing: 0 }, state: 'done' });
  });

  it('judges nobody who is taken off the course while it is read', async () => {
    const exam = await desk.open();
    const [ana] = exam.keys;
    moodle.before = async ({ name }) => {
      // The list of people on the course has been read, with Ana on it.
      if (name !== 'core_user_get_users_by_field') return;
      moodle.before = () => {};
      await change((tx) => planUnenrolments(tx, { ...ofCourse(exam.courseId), platformUserIds: [ana] }));
      await change((tx) =>
        tx
          .updateTable('platform_enrolments')
          .set({ state: 'done' })
          .where('platform_user_id', '=', ana)
          .execute(),
      );
    };
    expect(await exam.read()).toMatchObject({ underway: 1, counts: { missing: 0, strangers: 0 } });
  });

  it('waits while the platform is down, keeps what was read before, and goes on by itself', async () => {
    const exam = await desk.open();
    const { readAt } = await exam.read();
    await desk.advance(3600);
    moodle.before = ({ response }) => void response.writeHead(503).end();
    const during = await exam.read();
    moodle.before = () => {};
    expect(during).toMatchObject({
      state: 'waiting',
      reason: { code: 'badStatus', params: { status: '503' } },
    });
    expect(during.readAt).toEqual(readAt);
    desk.portal.context.clock.advance(60);
    await desk.work();
    expect(await exam.last()).toMatchObject({ state: 'done', reason: null });
    expect((await exam.last()).readAt).toEqual(desk.portal.context.clock.now());
  });

  it('says why Moodle refuses somebody in words of its own, among the stuck requests as well', async () => {
    const exam = await desk.open();
    await hands.remove(exam.courseId, exam.keys[0]);
    await exam.read();
    const { assignableRoles } = moodle.site.setup;
    moodle.site.setup.assignableRoles = [];
    await exam.repair();
    moodle.site.setup.assignableRoles = assignableRoles;
    const said = expect.stringContaining('permission to assign this role');
    const reason = { code: 'wsusercannotassign', params: { said } };
    expect((await exam.last()).missing).toMatchObject([{ key: exam.keys[0], cause: 'refused', reason }]);
    const { reply } = await desk.admin.call(getPlatformHealth, { params: exam.params });
    expect(reply.stuck).toMatchObject([{ key: exam.keys[0], state: 'failed', reason }]);
  });

  it('says why Moodle lifts no suspension, where manual enrolment is switched off in the course', async () => {
    const exam = await desk.open();
    await hands.setManual(exam.courseId, false);
    await exam.read();
    expect(await exam.repair()).toBe(3);
    const { missing } = await exam.last();
    expect(missing.map(({ cause, reason }) => [cause, reason?.code])).toEqual(
      exam.keys.map(() => ['enrolmentSuspended', 'wsnoinstance']),
    );
    await hands.setManual(exam.courseId, true);
    expect(pickShown(await exam.read())).toEqual(same);
  });

  it('says so where the platform does not tell whether an enrolment is suspended', async () => {
    const exam = await desk.open();
    moodle.site.setup.mayReviewEnrolments = false;
    const drift = await exam.read();
    moodle.site.setup.mayReviewEnrolments = true;
    expect(drift).toMatchObject({ isSuspensionRead: false, counts: { missing: 0 } });
  });

  it('of a course whose service user may not move it back says why it failed', async () => {
    const exam = await desk.open();
    await hands.move(exam.courseId);
    moodle.site.setup.mayChangeCategory = false;
    await exam.read();
    await exam.repair();
    moodle.site.setup.mayChangeCategory = true;
    const { last_error: reason, last_remark: remark } = await desk.portal.context.database.read
      .selectFrom('platform_courses')
      .select(['last_error', 'last_remark'])
      .where('course_id', '=', exam.courseId)
      .executeTakeFirstOrThrow();
    expect(reason).toContain('does not let the portal put it back');
    expect(remark).toMatchObject({
      code: 'courseMoved',
      params: { said: expect.stringMatching(/\(\w+\)$/) },
    });
    expect(pickShown(await exam.last()).course).toEqual(['semesterId']);
  });

  it('keeps the English title of the course', async () => {
    const exam = await desk.open();
    const { database } = desk.portal.context;
    await database.transact(async (tx) => {
      await tx
        .updateTable('exams')
        .set({ title_en: 'Civil law' })
        .where('course_id', '=', exam.courseId)
        .execute();
      await tx
        .updateTable('platform_courses')
        .set({ title_en: 'Civil law' })
        .where('course_id', '=', exam.courseId)
        .execute();
    });
    await hands.move(exam.courseId);
    await exam.read();
    await exam.repair();
    const course = await database.read
      .selectFrom('platform_courses')
      .select(['title_en', 'state'])
      .where('course_id', '=', exam.courseId)
      .executeTakeFirstOrThrow();
    expect(course).toEqual({ title_en: 'Civil law', state: 'done' });
  });

  it('is planned by night for exams of interest, one after the other, and once a night', async () => {
    const { clock, database } = desk.portal.context;
    const night = new Date(`${clock.today()}T07:00:00Z`).getTime() + 24 * 60 * 60 * 1000;
    await desk.advance((night - clock.now().getTime()) / 1000);
    const today = clock.today();
    const dayAfter = (days: number) =>
      new Date(Date.parse(today) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const [recent, old] = [
      await desk.open({ examDate: dayAfter(-10) }),
      await desk.open({ examDate: dayAfter(-20) }),
    ];
    const coming = await desk.open({ examDate: dayAfter(30) });
    await desk.advance(60);
    await desk.work();
    await old.read();
    await desk.advance(23 * 60 * 60 - 120);
    expect(await planNightlyReadings(desk.portal.context)).toBe(0);
    await desk.advance(2 * 60 * 60);
    const planned = await planNightlyReadings(desk.portal.context);
    const rows = await database.read
      .selectFrom('platform_readings')
      .select(['course_id as courseId', 'next_try_at as at'])
      .where('state', '=', 'pending')
      .orderBy('next_try_at')
      .execute();
    expect(rows).toHaveLength(planned);
    const courses = rows.map(({ courseId }) => courseId);
    expect(courses).toContain(recent.courseId);
    expect(courses).toContain(coming.courseId);
    expect(courses).not.toContain(old.courseId);
    const waits = rows.map(({ at }) => (at.getTime() - clock.now().getTime()) / 1000);
    expect(waits).toEqual(waits.map((_, n) => (n + 1) * 20));
    // An exam that is not watched any more loses its reading.
    expect((await old.last()).state).toBeNull();
    expect(await planNightlyReadings(desk.portal.context)).toBe(0);
    await desk.advance(planned * 20);
    await desk.work();
    expect(await recent.last()).toMatchObject({ state: 'done', onPlatform: 3 });
    await desk.advance(60 * 60);
    expect(await planNightlyReadings(desk.portal.context)).toBe(0);
  });
});

function change<T>(work: Parameters<typeof systemTransaction<T>>[1]): Promise<T> {
  return systemTransaction(desk.portal.context, work);
}

function ofCourse(courseId: string) {
  return { systemId: 3, courseId, now: desk.portal.context.clock.now() };
}
