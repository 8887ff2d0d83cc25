import { getExtraTime, setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import {
  listPlatforms,
  moveSystem,
  previewMove,
  removePlatform,
} from '@guichet/contract/learning/learning.platforms';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  drain,
  makeCandidates,
  openFakePlatform,
  planExamSpace,
  readEnrolmentJobs,
} from '../../../test/learning.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { openQueue } from '../../core/queue/queue.service.ts';
import type { Connector, ExtraTimeOrder } from '../connectors/connector.ts';
import { planReading } from '../drift/drift.service.ts';
import { openConnector, planUnenrolments } from '../learning.service.ts';
import { platformHandlers } from '../learning.worker.ts';
import { encryptCredentials } from './connectors.ts';
import { insertPlatform } from './platforms.queries.ts';

let portal: TestPortal;
let superAdmin: Caller;
let platformId: number;
const away = openFakePlatform();
const builtin = () => openConnector(portal.context);
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  const { context } = portal;
  const address = 'https://moodle.invalid';
  const encrypted_credentials = encryptCredentials(context, address, { token: 'x' });
  const ids = { semester_id: null, template_id: null, student_role: 5, call_seconds: 30, copy_seconds: 120 };
  const row = { name: 'Campus', kind: 'moodle', address, encrypted_credentials, ...ids };
  platformId = await systemTransaction(context, (tx) =>
    insertPlatform(tx, { ...row, changed_at: context.clock.now() }),
  );
});
afterAll(() => portal.close());

const params = { systemId: 3 };
const preview = async (to: number | null) =>
  (await superAdmin.call(previewMove, { params, body: { platformId: to } })).reply;
const move = async (to: number | null) =>
  (await superAdmin.call(moveSystem, { params, body: { platformId: to } })).reply;
const courseOf = (courseId: string) =>
  portal.context.database.read
    .selectFrom('platform_courses')
    .select(['platform_id', 'external_id', 'state'])
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();

/** Runs all due jobs, each on its platform. */
async function work(): Promise<void> {
  const connectors = {
    environment: builtin(),
    of: async (id: number | null) => (id === null ? builtin() : away),
  };
  const queue = openQueue(portal.context, platformHandlers(portal.context, connectors));
  while (await queue.runOnce());
  await queue.stop();
}

it('moves coming exams with their people to another platform and back, and leaves past ones where they were', async () => {
  const past = await planExamSpace(portal.context, { examDate: '2020-05-04', candidates: makeCandidates(1) });
  const coming = await planExamSpace(portal.context, { candidates: makeCandidates(3) });
  await work();
  const [leaving] = coming.keys;
  const { systemId, courseId } = coming;
  // The candidate is removed, but not yet on the platform.
  await systemTransaction(portal.context, (tx) =>
    planUnenrolments(tx, {
      systemId,
      courseId,
      platformUserIds: [leaving ?? ''],
      now: portal.context.clock.now(),
    }),
  );
  const before = await courseOf(courseId);
  const expected = { courses: 1, enrolments: 2, left: 1, past: 1, semesterId: null, templateId: null };
  expect(await preview(platformId)).toEqual(expected);
  expect(await courseOf(courseId)).toEqual(before);

  expect(await move(platformId)).toEqual(expected);
  expect(await courseOf(courseId)).toEqual({ platform_id: platformId, external_id: null, state: 'pending' });
  await work();
  expect(away.calls).toEqual(['ensureCourse', 'unenrol', 'ensureUsers', 'enrol']);
  expect([...(away.placed.get(courseId) ?? [])].sort()).toEqual(coming.keys.slice(1).sort());
  expect(await courseOf(courseId)).toEqual({
    platform_id: platformId,
    external_id: `x${courseId}`,
    state: 'done',
  });
  expect((await readEnrolmentJobs(portal.context, courseId)).map(({ state }) => state)).toEqual([
    'done',
    'done',
    'done',
  ]);
  expect(await courseOf(past.courseId)).toMatchObject({ platform_id: null, state: 'done' });
  // The former platform keeps its course and enrolments.
  const organisation = { id: 3, templateId: null, semesterId: null };
  const there = { organisation, code: courseId, externalId: before.external_id ?? '' };
  expect(await builtin().listEnrolments(there, new AbortController().signal)).toHaveLength(3);

  // A new exam is made on the new platform; a second move there changes nothing.
  const late = await planExamSpace(portal.context, { candidates: makeCandidates(1) });
  expect(await courseOf(late.courseId)).toMatchObject({ platform_id: platformId });
  expect(await move(platformId)).toMatchObject({ courses: 0, enrolments: 0, past: 1 });
  expect(await courseOf(courseId)).toMatchObject({ state: 'done' });
  await work();

  expect(await move(null)).toMatchObject({ courses: 2, enrolments: 3, left: 2 });
  await work();
  expect(await courseOf(courseId)).toEqual({ ...before, state: 'done' });
  // The removed person was on the former course all that time, and is off it now.
  const back = await builtin().listEnrolments(there, new AbortController().signal);
  expect(back.map(({ key }) => key).sort()).toEqual(coming.keys.slice(1).sort());
});

it('forgets what was read of the platform that is left, and whom to remove there', async () => {
  const { systemId, courseId } = await planExamSpace(portal.context, { candidates: makeCandidates(1) });
  await work();
  const readings = () =>
    portal.context.database.read
      .selectFrom('platform_readings')
      .select('state')
      .where('course_id', '=', courseId)
      .execute();
  await systemTransaction(portal.context, (tx) =>
    planReading(tx, { systemId, courseId }, portal.context.clock.now()),
  );
  expect(await readings()).toHaveLength(1);
  await move(platformId);
  expect(await readings()).toEqual([]);
  await move(null);
  await work();
});

it('moves the extra time of people with them, and on the way back takes away there what was taken away meanwhile', async () => {
  let told: ExtraTimeOrder[] = [];
  const setExtraTimes: Connector['setExtraTimes'] = async (_course, orders) => {
    told.push(...orders);
    return orders.map(({ account: { key } }) => ({ key, quizzes: 1, inPlace: 1, problem: null }));
  };
  Object.assign(away, { setExtraTimes });
  await move(platformId);
  const { examId, courseId, userIds, keys } = await planExamSpace(portal.context, {
    candidates: makeCandidates(3),
  });
  const [stays = 0, loses = 0, lost = 0] = userIds;
  const extraTime = { minutes: 30, factor: null };
  const give = (userId: number, amount: typeof extraTime | null) =>
    superAdmin.call(setExtraTime, { params: { ...params, examId, userId }, body: { extraTime: amount } });
  const states = () =>
    Promise.all(
      [stays, loses, lost].map(
        async (userId) =>
          (await superAdmin.call(getExtraTime, { params: { ...params, examId, userId } })).reply.platform
            ?.state,
      ),
    );
  for (const userId of userIds) await give(userId, extraTime);
  await work();
  expect(await states()).toEqual(['done', 'done', 'done']);
  expect(told).toHaveLength(3);

  // The platform has not taken the extra time away yet when the system moves.
  await give(lost, null);
  await move(null);
  await work();
  await give(loses, null);
  await work();
  expect(await states()).toEqual(['told', undefined, undefined]);

  told = [];
  await move(platformId);
  await work();
  const orderOf = (place: number, amount: typeof extraTime | null) => ({
    account: { key: keys[place], externalId: `a${keys[place]}` },
    extraTime: amount,
  });
  expect(told.toSorted((one, other) => one.account.key.localeCompare(other.account.key))).toEqual(
    [orderOf(0, extraTime), orderOf(1, null), orderOf(2, null)].toSorted((one, other) =>
      (one.account.key ?? '').localeCompare(other.account.key ?? ''),
    ),
  );
  expect(await states()).toEqual(['done', undefined, undefined]);
  expect((await courseOf(courseId)).platform_id).toBe(platformId);

  // Extra time given anew is shown and told as the first time.
  told = [];
  await give(loses, extraTime);
  await work();
  expect(told).toEqual([orderOf(1, extraTime)]);
  expect(await states()).toEqual(['done', 'done', undefined]);
  await move(null);
  await work();
});

it('drops the result of a call that was under way during the move', async () => {
  const space = await planExamSpace(portal.context, { candidates: makeCandidates(1) });
  const slow = openFakePlatform();
  slow.before = async (call) => {
    if (call === 'enrol') await move(platformId);
  };
  await drain(portal.context, slow);
  expect(await courseOf(space.courseId)).toMatchObject({ platform_id: platformId });
  const { reply } = await superAdmin.call(listPlatforms);
  expect(reply.platforms).toMatchObject([{ name: 'Campus', systems: [{ systemId: 3 }] }]);
  // The call `drain` has one platform for all: the course was made and the person enrolled a second time.
  expect(slow.calls.filter((call) => call === 'ensureCourse').length).toBeGreaterThan(1);
  await move(null);
  await work();
});

it('signs on to the platform on which the course is, and to that of the system without a course', async () => {
  const space = await planExamSpace(portal.context);
  await work();
  await systemTransaction(portal.context, (tx) =>
    tx.updateTable('systems').set({ platform_id: platformId }).where('id', '=', 3).execute(),
  );
  const admin = await portal.as('admin', 3);
  const enter = (orgId?: string) =>
    admin.call(redirectToPlatform, { params, query: { isAdmin: true, ...(orgId ? { orgId } : {}) } });
  expect(new URL((await enter(space.courseId)).raw).origin).toBe(portal.context.config.publicUrl);
  // Staff sign in to that platform by themselves.
  expect((await enter()).raw).toBe('https://moodle.invalid/my/');
  await systemTransaction(portal.context, (tx) =>
    tx.updateTable('systems').set({ platform_id: null }).where('id', '=', 3).execute(),
  );
});

it('neither moves an exam of several days once it has begun, nor loses its platform until its last day is over', async () => {
  await move(platformId);
  const { courseId } = await planExamSpace(portal.context, { examDate: '2027-01-10' });
  await systemTransaction(portal.context, async (tx) => {
    await tx.updateTable('platform_courses').set({ platform_id: null }).execute();
    const running = { platform_id: platformId, end_date: '2027-01-12' };
    await tx.updateTable('platform_courses').set(running).where('course_id', '=', courseId).execute();
    await tx.updateTable('systems').set({ platform_id: null }).where('id', '=', 3).execute();
  });
  expect(await preview(null)).toMatchObject({ courses: 0 });
  expect((await superAdmin.call(removePlatform, { params: { platformId } })).problem).toMatchObject({
    code: 'platform.hasExams',
    params: { count: 1 },
  });
  await systemTransaction(portal.context, (tx) =>
    tx.updateTable('platform_courses').set({ platform_id: null }).where('course_id', '=', courseId).execute(),
  );
});

it('refuses to remove a platform that a system or a coming exam uses, with the reason', async () => {
  const remove = () => superAdmin.call(removePlatform, { params: { platformId } });
  await planExamSpace(portal.context);
  await move(platformId);
  expect((await remove()).problem).toMatchObject({
    status: 409,
    code: 'platform.inUse',
    params: { systems: 'DC' },
  });
  await systemTransaction(portal.context, (tx) =>
    tx.updateTable('systems').set({ platform_id: null }).where('id', '=', 3).execute(),
  );
  expect((await remove()).problem).toMatchObject({ code: 'platform.hasExams' });
  await move(platformId);
  await move(null);
  const later = await courseOf((await planExamSpace(portal.context)).courseId);
  expect(later.platform_id).toBeNull();
  expect((await remove()).status).toBe(200);
  expect((await remove()).problem?.code).toBe('platform.notFound');
  const { encrypted_credentials } = await portal.context.database.read
    .selectFrom('learning_platforms')
    .select('encrypted_credentials')
    .executeTakeFirstOrThrow();
  expect(encrypted_credentials).toBe('');
  expect((await superAdmin.call(moveSystem, { params, body: { platformId } })).problem?.code).toBe(
    'platform.notFound',
  );
});
