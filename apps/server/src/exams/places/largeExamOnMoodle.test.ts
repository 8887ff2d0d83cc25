import { cancelExam } from '@guichet/contract/exams/exams';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drain, readEnrolmentJobs } from '../../../test/learning.ts';
import { addTemplate, settingsOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openConnector } from '../../learning/learning.service.ts';
import { openMovingDesk } from './fixtures/movingDesk.ts';

let moodle: MoodleServer;
let portal: TestPortal;
beforeAll(async () => {
  moodle = await openMoodleServer();
  addTemplate(moodle);
  portal = await openTestPortal(settingsOf(moodle));
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

const size = 3000;

/** The only course of an exam on Moodle, and the keys of people enrolled there, once for each enrolment. */
function onMoodle(courseId: string) {
  const courses = [...moodle.site.courses.values()].filter(({ shortname }) => shortname === courseId);
  const [course] = courses;
  expect([courses.length, course?.isWhole]).toEqual([1, true]);
  const people = [...(moodle.site.enrolments.get(course?.id ?? 0) ?? [])];
  expect(people.every(([, { roles, isSuspended }]) => roles.length === 1 && !isSuspended)).toBe(true);
  const keys = people.map(([userid]) => moodle.site.users.get(userid)?.idnumber ?? '');
  return { visible: course?.visible, keys: keys.toSorted() };
}

it('3,000 candidates who are moved are each on the other course once and off the former one; a cancelled exam’s course is hidden with them', async () => {
  const { context } = portal;
  const desk = await openMovingDesk(portal);
  const params = (examId: number) => ({ systemId: 3, examId });
  const work = () => drain(context, openConnector(context));
  const times: Record<string, number> = {};
  const timed = async <T>(name: string, act: () => Promise<T>) => {
    const began = performance.now();
    const answer = await act();
    times[name] = Math.round(performance.now() - began);
    return answer;
  };
  const from = await desk.makeExam(
    'Départ',
    Array.from({ length: size }, (_, n) => `N${n}`),
  );
  const to = await desk.makeExam('Arrivée', ['Ana']);
  await timed('place', work);
  const userIds = await desk.idsOf(from.id);
  const keys = userIds.map((id) => `g${id}`).sort();
  const [ana = 0] = await desk.idsOf(to.id);
  expect(onMoodle(from.courseId)).toEqual({ visible: 1, keys });
  const accounts = moodle.site.users.size;

  const body = { userIds, removalId: context.clock.uuid(), toExamId: to.id, sendEmail: false };
  // The answer is lost, and the same move is asked for again.
  const move = () => desk.admin.call(moveCandidates, { params: params(from.id), body });
  expect((await timed('move', move)).reply.userIds).toHaveLength(size);
  expect((await move()).reply.userIds).toHaveLength(size);
  await timed('move on Moodle', work);
  const both = [...keys, `g${ana}`].sort();
  expect(onMoodle(from.courseId)).toEqual({ visible: 1, keys: [] });
  expect(onMoodle(to.courseId)).toEqual({ visible: 1, keys: both });
  expect(moodle.site.users.size).toBe(accounts);
  for (const { courseId } of [from, to]) {
    const jobs = await readEnrolmentJobs(context, courseId);
    expect(jobs.filter(({ state }) => state !== 'done')).toEqual([]);
  }

  const { status } = await timed('cancel', () =>
    desk.admin.call(cancelExam, { params: params(to.id), query: { sendEmail: true } }),
  );
  expect(status).toBe(200);
  await timed('cancel on Moodle', work);
  expect(onMoodle(to.courseId)).toEqual({ visible: 0, keys: both });
  expect(onMoodle(from.courseId).visible).toBe(1);
  const told = Object.entries(times).map(([name, milliseconds]) => `${name} ${milliseconds} ms`);
  console.info(`${size} candidates, Moodle, ${context.database.kind}: ${told.join(', ')}`);
  expect(Math.max(times.move ?? 0, times.cancel ?? 0)).toBeLessThan(10_000);
});
