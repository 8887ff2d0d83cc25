import { afterEach, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../test/house.ts';
import { isDown, makeCandidates, openFakePlatform, planExamSpace, readWishes } from '../../test/learning.ts';
import { keepBooks } from '../audit/audit.service.ts';
import { openConnector } from './learning.service.ts';
import { startLearning } from './learning.worker.ts';

let house: TestHouse;
afterEach(() => house.close());

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const isSettled = (courseId: string) => async () =>
  (await readWishes(house, courseId)).every(({ state }) => state === 'done');

it('brings a whole cohort to the built-in platform as soon as the bell rings', async () => {
  house = await openTestHouse();
  const worker = startLearning(house);
  const { courseId, systemId, keys } = await planExamSpace(house, { candidates: makeCandidates(12) });
  house.bell.ring('learning');
  await waitUntil(isSettled(courseId));
  await worker.stop();
  const course = await house.database.read
    .selectFrom('platform_courses')
    .select('external_id as externalId')
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  const organisation = { id: systemId, templateId: null, semesterId: null };
  const ref = { organisation, code: courseId, externalId: course.externalId ?? '' };
  const placed = await openConnector(house).listEnrolments(ref, new AbortController().signal);
  expect([...placed].sort()).toEqual([...keys].sort());
});

it('stops at once while it waits for a platform that is down', async () => {
  house = await openTestHouse();
  const platform = openFakePlatform();
  platform.before = () => {
    throw isDown(3600);
  };
  const worker = startLearning(house, platform);
  await planExamSpace(house);
  house.bell.ring('learning');
  await waitUntil(async () => platform.calls.length > 0);
  const began = performance.now();
  await worker.stop();
  expect(performance.now() - began).toBeLessThan(2000);
  expect(platform.calls).toHaveLength(1);
});

it('goes on after the process was killed in the middle of a call', async () => {
  house = await openTestHouse();
  const { courseId } = await planExamSpace(house, { candidates: makeCandidates(2) });
  const leased_until = new Date(house.clock.now().getTime() + 180_000);
  await keepBooks(house, (tx) => tx.updateTable('platform_courses').set({ leased_until }).execute());
  // On PostgreSQL another process may hold the lease, so it has to run out; the embedded database has no other.
  if (house.database.kind === 'postgres') house.clock.pass(180);
  const worker = startLearning(house);
  await waitUntil(isSettled(courseId));
  await worker.stop();
});
