import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changes, isDone, killDuringCall, workUntilDone } from '../../../../test/killedServer.ts';
import { drain, makeCandidates, planExamSpace, readEnrolmentJobs } from '../../../../test/learning.ts';
import { insertCourse } from '../../../../test/moodle/courses.ts';
import { addTemplate, settingsOf } from '../../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../../test/moodle/moodleServer.ts';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import { planCancellation, planCourse } from '../../learning.service.ts';
import { openMoodle } from './moodle.ts';

let moodle: MoodleServer;
let context: TestApp;
beforeAll(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 20 });
  addTemplate(moodle);
  context = await openTestApp(settingsOf(moodle));
});
afterAll(async () => {
  await context.close();
  await moodle.close();
});
beforeEach(() => {
  moodle.before = () => {};
  moodle.after = () => {};
});

type Space = Awaited<ReturnType<typeof planExamSpace>>;
const coursesOf = ({ courseId }: Space) =>
  [...moodle.site.courses.values()].filter(
    ({ shortname, idnumber }) => shortname === courseId || idnumber === courseId,
  );
const accountsOf = ({ keys }: Space) =>
  [...moodle.site.users.values()].filter(
    ({ username, idnumber }) => keys.includes(username) || keys.includes(idnumber),
  );
const placedOf = (space: Space) =>
  coursesOf(space)
    .flatMap(({ id }) => [...(moodle.site.enrolments.get(id)?.keys() ?? [])])
    .map((userid) => moodle.site.users.get(userid)?.idnumber)
    .sort();
const work = (space: Space) => workUntilDone(context, openMoodle(context), space);

function expectWhole(space: Space): void {
  expect(coursesOf(space)).toMatchObject([
    { shortname: space.courseId, idnumber: space.courseId, visible: 1, isWhole: true },
  ]);
  expect(accountsOf(space)).toHaveLength(space.keys.length);
  expect(placedOf(space)).toEqual([...space.keys].sort());
}

describe('an exam space on Moodle', () => {
  it('gets its course and its people, is renamed, hidden when it is cancelled, and shown again', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(3) });
    await work(space);
    expectWhole(space);
    const { systemId, courseId } = space;
    const now = context.clock.now();
    await systemTransaction(context, (tx) =>
      planCourse(tx, { systemId, courseId, title: 'Reporté', examDate: '2027-03-01', now }),
    );
    await drain(context, openMoodle(context));
    expect(coursesOf(space)).toMatchObject([{ fullname: 'Reporté', startdate: 1803877200, visible: 1 }]);
    for (const [cancelledAt, visible] of [
      [now, 0],
      [null, 1],
    ] as const) {
      await systemTransaction(context, (tx) =>
        planCancellation(tx, { systemId, courseId, now }, cancelledAt),
      );
      await drain(context, openMoodle(context));
      expect(coursesOf(space)).toMatchObject([{ visible }]);
      expect(placedOf(space)).toHaveLength(3);
    }
  });

  it('is made once by two servers at the same time', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(40) });
    await Promise.all([work(space), work(space)]);
    expectWhole(space);
  });

  it('is finished after Moodle was stopped in the middle', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(3) });
    let isUp = 6;
    moodle.before = ({ response }) => {
      isUp -= 1;
      if (isUp < 0 && isUp > -6) response.destroy();
    };
    await work(space);
    expect(isUp).toBeLessThan(-5);
    expectWhole(space);
  });

  it('shows the person whom Moodle refuses, with a reason, and has all others', async () => {
    const candidates = makeCandidates(5);
    const [taken] = candidates;
    const other = { ...moodle.site.users.get(3), id: 9000, username: 'zoe', email: taken?.email ?? '' };
    moodle.site.users.set(9000, other as never);
    const space = await planExamSpace(context, { candidates });
    await drain(context, openMoodle(context));
    const [first, ...others] = await readEnrolmentJobs(context, space.courseId);
    expect(first).toMatchObject({
      state: 'failed',
      lastRemark: { code: 'addressTaken' },
    });
    expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['done']));
  });
});

/** The calls of an exam space with two people, in order. */
const calls = [
  'core_course_get_courses_by_field by ID number',
  'core_course_get_courses_by_field by short name',
  'core_course_duplicate_course',
  'core_course_get_courses_by_field for a twin',
  'core_course_update_courses',
  'core_user_get_users_by_field by ID number',
  'core_user_get_users_by_field by username',
  'core_user_get_users_by_field by address',
  'core_user_create_users',
  'core_course_get_courses_by_field before enrolling',
  'enrol_manual_enrol_users',
];

describe('a server that is killed while it waits for the answer of Moodle', () => {
  it.each(calls.map((name, n) => [name, n] as const))(
    'leaves one course and nobody lost or doubled: %s',
    async (name, n) => {
      const space = await planExamSpace(context, { candidates: makeCandidates(2) });
      await killDuringCall(
        moodle,
        n,
        () => drain(context, openMoodle(context)),
        async (killed) => {
          expect(name).toMatch(new RegExp(`^${killed}`));
          context.clock.advance(31);
          await work(space);
          expectWhole(space);
        },
      );
      expect(await isDone(context, space)).toBe(true);
      expectWhole(space);
    },
  );
});

const lookUpCourse = 'core_course_get_courses_by_field';
const updateCourse = 'core_course_update_courses';

/** Changes of an exam space on Moodle: the calls that follow each, in order, and the state in the end. */
const later = [
  {
    what: 'a candidate is removed',
    change: changes.remove,
    calls: [
      lookUpCourse,
      'core_user_get_users_by_field',
      'enrol_manual_unenrol_users',
      'core_enrol_get_enrolled_users',
    ],
    isLeft: true,
  },
  {
    what: 'a name is corrected',
    change: changes.correctName,
    calls: [
      'core_user_get_users_by_field',
      'core_user_update_users',
      lookUpCourse,
      'enrol_manual_enrol_users',
    ],
    name: 'Tremblay',
  },
  {
    what: 'the exam is renamed',
    change: changes.rename,
    calls: [lookUpCourse, updateCourse],
    course: { fullname: 'Reporté', startdate: 1803877200 },
  },
  {
    what: 'the exam is cancelled',
    change: changes.cancel,
    calls: [lookUpCourse, updateCourse],
    course: { visible: 0 },
  },
  {
    what: 'the course was moved, and is put back',
    async change(app: TestApp, space: Space) {
      for (const course of coursesOf(space)) course.categoryid = 2;
      await changes.rename(app, space);
    },
    calls: [lookUpCourse, updateCourse, 'core_course_get_categories', updateCourse],
    course: { fullname: 'Reporté', categoryid: 1 },
  },
];

describe('a server that is killed while it changes what stands on Moodle', () => {
  beforeAll(() => {
    moodle.site.categories.set(2, { id: 2, name: 'Elsewhere', idnumber: '' });
  });

  it.each(
    later.flatMap((one) => one.calls.map((call, n) => [one.what, `call ${n + 1}, ${call}`, n, one] as const)),
  )('leaves what the next one finishes: %s, %s', async (_what, _call, n, one) => {
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    await work(space);
    expectWhole(space);
    await one.change(context, space);
    const [first = '', ...others] = space.keys;
    const expectChanged = () => {
      const course = { shortname: space.courseId, idnumber: space.courseId, isWhole: true, categoryid: 1 };
      expect(coursesOf(space)).toMatchObject([{ visible: 1, ...course, ...one.course }]);
      const names = new Map(accountsOf(space).map(({ idnumber, lastname }) => [idnumber, lastname]));
      expect([...names.keys()].sort()).toEqual([...space.keys].sort());
      expect(names.get(first)).toMatch(one.name ?? /^Côté/);
      expect(placedOf(space)).toEqual((one.isLeft ? others : [first, ...others]).sort());
    };
    await killDuringCall(
      moodle,
      n,
      () => drain(context, openMoodle(context)),
      async (killed) => {
        expect(killed).toBe(one.calls[n]);
        context.clock.advance(31);
        await work(space);
        expectChanged();
      },
    );
    expect(await isDone(context, space)).toBe(true);
    expectChanged();
  });

  it('leaves one course when it was deleting an abandoned copy', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    const { courseId: shortname } = space;
    insertCourse(moodle.site, { fullname: 'Hiver 2027', shortname, categoryid: 1, isWhole: false });
    const dying = openMoodle(context);
    await drain(context, dying);
    // Seconds, longer than any copy takes.
    context.clock.advance(121);
    await killDuringCall(
      moodle,
      3,
      () => drain(context, dying),
      async (killed) => {
        expect(killed).toBe('core_course_delete_courses');
        context.clock.advance(31);
        await work(space);
        expectWhole(space);
      },
    );
    expectWhole(space);
  });

  it('leaves one course when it was deleting its own copy, since another server had made one at the same time', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    const { courseId } = space;
    let isOther = true;
    moodle.before = ({ name, form }) => {
      // The moment between the copy and the search for a twin.
      const copies = coursesOf(space);
      if (!isOther || copies.length === 0 || name !== lookUpCourse || form.field !== 'shortname') return;
      isOther = false;
      const names = { fullname: 'Hiver 2027', shortname: courseId, idnumber: courseId };
      insertCourse(moodle.site, { ...names, categoryid: 1, visible: 1, isWhole: true });
    };
    await killDuringCall(
      moodle,
      4,
      () => drain(context, openMoodle(context)),
      async (killed) => {
        expect(killed).toBe('core_course_delete_courses');
        context.clock.advance(31);
        await work(space);
        expectWhole(space);
      },
    );
    expectWhole(space);
  });
});
