import { repairDrift } from '@guichet/contract/learning/learning.drift';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf as brightspaceSettings } from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { asOnly } from '../../../test/learning.ts';
import { insertCourse } from '../../../test/moodle/courses.ts';
import { addTemplate, settingsOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { type JobHandler, openQueue } from '../../core/queue/queue.service.ts';
import { openConnector, planCourse } from '../learning.service.ts';
import { platformHandlers } from '../learning.worker.ts';
import { handsOnBrightspace } from './fixtures/brightspaceHands.ts';
import { type DriftDesk, type DriftingExam, openDriftDesk, pickShown, same } from './fixtures/desk.ts';
import { handsOnMoodle } from './fixtures/hands.ts';

let moodle: MoodleServer;
let brightspace: BrightspaceServer;
let onMoodle: DriftDesk;
let onBrightspace: DriftDesk;
beforeAll(async () => {
  moodle = await openMoodleServer();
  addTemplate(moodle);
  brightspace = await openBrightspaceServer();
  onMoodle = await openDriftDesk(settingsOf(moodle));
  onBrightspace = await openDriftDesk(brightspaceSettings(brightspace));
});
afterAll(async () => {
  await onMoodle.portal.close();
  await onBrightspace.portal.close();
  await moodle.close();
  await brightspace.close();
});

const courseOf = ({ portal }: DriftDesk, { courseId }: DriftingExam) =>
  portal.context.database.read
    .selectFrom('platform_courses')
    .select(['external_id as externalId', 'state', 'last_error as reason'])
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();

/** A change of the exam in the portal, which is no repair. */
async function retitle({ portal, work }: DriftDesk, { courseId, params: { systemId } }: DriftingExam) {
  const now = portal.context.clock.now();
  const of = { systemId, courseId, title: 'Reporté', examDate: '2027-02-01', now };
  await systemTransaction(portal.context, (tx) => planCourse(tx, of));
  await work();
}

async function loseMarksOnMoodle({ courseId }: DriftingExam): Promise<void> {
  const hands = handsOnMoodle(moodle.site);
  await hands.changeShortname(courseId);
  await hands.changeCourseKey(courseId);
}

const platforms = [
  {
    name: 'Moodle',
    desk: () => onMoodle,
    loseMarks: loseMarksOnMoodle,
    count: () => moodle.site.courses.size,
  },
  {
    name: 'Brightspace',
    desk: () => onBrightspace,
    loseMarks: ({ courseId }: DriftingExam) => handsOnBrightspace(brightspace.site).changeCode(courseId),
    count: () => brightspace.site.orgUnits.size,
  },
];

describe.each(platforms)('a course on $name that has lost what marks it as ours', ({ desk, ...platform }) => {
  it('keeps its id and its people through a repair, and no second one is made', async () => {
    const exam = await desk().open();
    const before = await courseOf(desk(), exam);
    const count = platform.count();
    await platform.loseMarks(exam);
    const drift = await exam.read();
    expect(drift).toMatchObject({
      state: 'done',
      onPlatform: 3,
      course: [
        { fact: 'unmarked', wanted: exam.courseId, found: `${exam.courseId}-bis`, isRepairable: true },
      ],
    });
    expect(pickShown(drift)).toEqual({ ...same, course: ['unmarked'] });
    expect(await exam.repair({ what: 'course' })).toBe(1);
    expect(pickShown(await exam.last())).toEqual(same);
    expect((await exam.last()).onPlatform).toBe(3);
    expect(await courseOf(desk(), exam)).toEqual(before);
    expect(platform.count()).toBe(count);
  });

  it('is not touched by what changes in the portal, which says why, until somebody repairs it', async () => {
    const exam = await desk().open();
    const { externalId } = await courseOf(desk(), exam);
    const count = platform.count();
    await platform.loseMarks(exam);
    await retitle(desk(), exam);
    expect(await courseOf(desk(), exam)).toEqual({
      externalId,
      state: 'failed',
      reason: expect.stringContaining(`${exam.courseId}-bis`),
    });
    expect(pickShown(await exam.read()).course).toEqual(['title', 'unmarked']);
    await exam.repair();
    expect(platform.count()).toBe(count);
    expect(pickShown(await exam.last()).course).toEqual([]);
  });

  it('has strangers taken off all the same', async () => {
    const exam = await desk().open();
    const hands = desk() === onMoodle ? handsOnMoodle(moodle.site) : handsOnBrightspace(brightspace.site);
    const externalId = await hands.add(exam.courseId);
    await platform.loseMarks(exam);
    await exam.read();
    expect(await exam.repair({ what: 'stranger', externalId })).toBe(1);
    expect(pickShown(await exam.last())).toEqual({ ...same, course: ['unmarked'] });
  });
});

describe('a course on Moodle', () => {
  it('whose id is that of another exam’s course is gone, and the other one is left alone', async () => {
    const [exam, other] = [await onMoodle.open(), await onMoodle.open()];
    const { externalId: othersId } = await courseOf(onMoodle, other);
    const before = { ...moodle.site.courses.get(Number(othersId)) };
    await systemTransaction(onMoodle.portal.context, (tx) =>
      tx
        .updateTable('platform_courses')
        .set({ external_id: othersId })
        .where('course_id', '=', exam.courseId)
        .execute(),
    );
    await handsOnMoodle(moodle.site).deleteCourse(exam.courseId);
    expect(pickShown(await exam.read())).toEqual({ ...same, course: ['gone'] });
    await exam.repair();
    expect(pickShown(await exam.last())).toEqual(same);
    expect((await courseOf(onMoodle, exam)).externalId).not.toBe(othersId);
    expect(moodle.site.courses.get(Number(othersId))).toEqual(before);
  });

  it('enrols nobody before it has its code again', async () => {
    const exam = await onMoodle.open();
    await handsOnMoodle(moodle.site).remove(exam.courseId, exam.keys[0]);
    await loseMarksOnMoodle(exam);
    expect(pickShown(await exam.read())).toMatchObject({
      course: ['unmarked'],
      missing: [{ key: exam.keys[0], cause: 'notEnrolled' }],
    });
    const { context } = onMoodle.portal;
    await onMoodle.admin.call(repairDrift, { params: exam.params, body: { what: 'all' } });
    const [, enrolments] = platformHandlers(context, asOnly(openConnector(context)));
    const queue = openQueue(context, [enrolments as JobHandler<object>]);
    expect(await queue.runOnce()).toBeNull();
    await queue.stop();
    await onMoodle.work();
    expect(pickShown(await exam.last())).toEqual(same);
  });

  it('gets no short name that another course has taken meanwhile: it is said which', async () => {
    const [exam, other] = [await onMoodle.open(), await onMoodle.open()];
    await loseMarksOnMoodle(exam);
    const { externalId } = await courseOf(onMoodle, other);
    const usurper = moodle.site.courses.get(Number(externalId));
    Object.assign(usurper ?? {}, { shortname: exam.courseId });
    await exam.read();
    await exam.repair();
    expect(await courseOf(onMoodle, exam)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(`Course no. ${externalId} has the short name ${exam.courseId}`),
    });
  });
});

describe('a copy that a killed server left beside the course', () => {
  it('is told with its number, and stays, since it may be somebody’s', async () => {
    const exam = await onMoodle.open();
    const left = insertCourse(moodle.site, {
      fullname: 'Copie',
      shortname: exam.courseId,
      idnumber: '',
      categoryid: 1,
      visible: 0,
      isWhole: true,
    });
    const twin = { fact: 'twin', wanted: exam.courseId, found: String(left.id), isRepairable: false };
    expect((await exam.read()).course).toEqual([twin]);
    await exam.repair();
    expect(moodle.site.courses.has(left.id)).toBe(true);
    moodle.site.courses.delete(left.id);
    expect(pickShown(await exam.read())).toEqual(same);
  });
});
