import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { systemTransaction } from '../src/core/audit/audit.service.ts';
import {
  type Connector,
  planCancellation,
  planCourse,
  planEnrolments,
  planUnenrolments,
} from '../src/learning/learning.service.ts';
import { drain, type planExamSpace, readEnrolmentJobs } from './learning.ts';
import type { TestApp } from './testApp.ts';

type Space = Awaited<ReturnType<typeof planExamSpace>>;

interface PlatformServer<Call> {
  /** The names of the calls, in order. */
  readonly calls: readonly string[];
  /** Called when a call has run, before its answer is sent. */
  after: (call: Call) => void | Promise<void>;
}

/** Whether the course and all enrolments of an exam space are as they should be. */
export async function isDone(context: TestApp, { courseId }: Space): Promise<boolean> {
  const course = context.database.read.selectFrom('platform_courses').select('state');
  const { state } = await course.where('course_id', '=', courseId).executeTakeFirstOrThrow();
  const enrolments = await readEnrolmentJobs(context, courseId);
  return state === 'done' && enrolments.every((enrolment) => enrolment.state === 'done');
}

/** Works like a server of the portal until all of the exam space is done, for an hour at most. */
export async function workUntilDone(context: TestApp, connector: Connector, space: Space): Promise<void> {
  for (let seconds = 0; seconds < 3600; seconds += 10) {
    await drain(context, connector);
    if (await isDone(context, space)) return;
    context.clock.advance(10);
  }
  expect(await readEnrolmentJobs(context, space.courseId)).toEqual([]);
}

/**
 * `work` is killed while it waits for the answer to its call number `n`: the platform does what it was asked for, and nobody
 * hears it. Then `goOn` is called with the call's name; last of all the dead one comes to its end, too late to change anything.
 */
export async function killDuringCall<Call extends { readonly response: ServerResponse }>(
  server: PlatformServer<Call>,
  n: number,
  work: () => Promise<unknown>,
  goOn: (name: string | undefined) => Promise<void>,
): Promise<void> {
  const first = server.calls.length;
  const killed = Promise.withResolvers<Call>();
  server.after = (call) => {
    if (server.calls.length - first !== n + 1) return;
    killed.resolve(call);
    return new Promise<void>((resolve) => call.response.on('close', resolve));
  };
  const dead = work();
  const { response } = await killed.promise;
  server.after = () => {};
  await goOn(server.calls[first + n]);
  response.destroy();
  await dead;
}

/** What an administrator does to an exam space that stands on its platform, as the portal plans it. */
export const changes = {
  async remove(context: TestApp, { systemId, courseId, keys: [platformUserId = ''] }: Space) {
    const now = context.clock.now();
    await systemTransaction(context, (tx) =>
      planUnenrolments(tx, { systemId, courseId, platformUserIds: [platformUserId], now }),
    );
  },
  async correctName(context: TestApp, space: Space) {
    const now = context.clock.now();
    const { userIds } = space;
    await systemTransaction(context, async (tx) => {
      const rename = tx.updateTable('users').set({ last_name: 'Tremblay' });
      await rename.where('id', '=', userIds[0] ?? 0).execute();
      await planEnrolments(tx, { ...space, userIds, now });
    });
  },
  async rename(context: TestApp, { systemId, courseId }: Space) {
    const now = context.clock.now();
    const exam = { title: 'Reporté', examDate: '2027-03-01' };
    await systemTransaction(context, (tx) => planCourse(tx, { systemId, courseId, ...exam, now }));
  },
  async cancel(context: TestApp, { systemId, courseId }: Space) {
    const now = context.clock.now();
    await systemTransaction(context, (tx) => planCancellation(tx, { systemId, courseId, now }, now));
  },
} as const;
