import { afterEach, expect, it } from 'vitest';
import {
  asOnly,
  isDown,
  makeCandidates,
  openFakePlatform,
  planExamSpace,
  readEnrolmentJobs,
} from '../../test/learning.ts';
import { openTestApp, type TestApp } from '../../test/testApp.ts';
import { systemTransaction } from '../core/audit/audit.service.ts';
import { startLearning } from './learning.worker.ts';
import { openConnectors } from './platforms/connectors.ts';

let context: TestApp;
afterEach(() => context.close());

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const isSettled = (courseId: string) => async () =>
  (await readEnrolmentJobs(context, courseId)).every(({ state }) => state === 'done');

it('sends a whole exam to the built-in platform as soon as it is notified', async () => {
  context = await openTestApp();
  const worker = startLearning(context);
  const { courseId, systemId, keys } = await planExamSpace(context, { candidates: makeCandidates(12) });
  context.notifier.notify('learning');
  await waitUntil(isSettled(courseId));
  await worker.stop();
  const course = await context.database.read
    .selectFrom('platform_courses')
    .select('external_id as externalId')
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  const organisation = { id: systemId, templateId: null, semesterId: null };
  const ref = { organisation, code: courseId, externalId: course.externalId ?? '' };
  const connector = await openConnectors(context).of(null);
  const placed = await connector.listEnrolments(ref, new AbortController().signal);
  expect(placed.map(({ key }) => key).sort()).toEqual([...keys].sort());
});

it('stops at once while it waits for a platform that is down', async () => {
  context = await openTestApp();
  const platform = openFakePlatform();
  platform.before = () => {
    throw isDown(3600);
  };
  const worker = startLearning(context, asOnly(platform));
  await planExamSpace(context);
  context.notifier.notify('learning');
  await waitUntil(async () => platform.calls.length > 0);
  const began = performance.now();
  await worker.stop();
  expect(performance.now() - began).toBeLessThan(2000);
  expect(platform.calls).toHaveLength(1);
});

it('continues after the process was killed in the middle of a call', async () => {
  context = await openTestApp();
  const { courseId } = await planExamSpace(context, { candidates: makeCandidates(2) });
  const leased_until = new Date(context.clock.now().getTime() + 180_000);
  await systemTransaction(context, (tx) =>
    tx.updateTable('platform_courses').set({ leased_until }).execute(),
  );
  // On PostgreSQL another process may hold the lease, which has to expire; the embedded database has no other
  // process.
  if (context.database.kind === 'postgres') context.clock.advance(180);
  const worker = startLearning(context);
  await waitUntil(isSettled(courseId));
  await worker.stop();
});

it('gives way to requests: a batch of enrolments waits until the database is idle', async () => {
  context = await openTestApp();
  const leisure = Promise.withResolvers<void>();
  const database = { ...context.database, giveWay: () => leisure.promise };
  const worker = startLearning({ ...context, database }, asOnly(openFakePlatform()));
  const { courseId } = await planExamSpace(context, { candidates: makeCandidates(2) });
  context.notifier.notify('learning');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await isSettled(courseId)()).toBe(false);
  leisure.resolve();
  await waitUntil(isSettled(courseId));
  await worker.stop();
});
