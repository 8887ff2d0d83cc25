import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  type FakePlatform,
  isDown,
  makeCandidates,
  openFakePlatform,
  planExamSpace,
  processNextJob,
  readEnrolmentJobs,
} from '../../../test/learning.ts';
import { addTemplate } from '../../../test/moodle/moodleConnector.ts';
import { openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { listOutages, openQueue } from '../../core/queue/queue.service.ts';
import { planReading } from '../drift/drift.service.ts';
import { platformHandlers, startLearning } from '../learning.worker.ts';
import { type Connectors, encryptCredentials, openConnectors } from './connectors.ts';

let context: TestApp;
/** The platforms of system 2, which is down in some of the tests, and of system 3. */
let ids: [number, number];
let one: FakePlatform;
let other: FakePlatform;
let connectors: Connectors;

beforeAll(async () => {
  context = await openTestApp({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  ids = [await register('One'), await register('Other')];
  for (const [n, systemId] of [2, 3].entries()) await choose(systemId, ids[n] as number);
});
afterAll(() => context.close());
beforeEach(() => {
  one = openFakePlatform();
  other = openFakePlatform();
  const all = new Map([
    [ids[0], one],
    [ids[1], other],
  ]);
  connectors = {
    environment: openFakePlatform(),
    of: async (id) => all.get(id ?? 0) ?? connectors.environment,
  };
});

const inTx = <T>(work: (tx: WriteTx) => Promise<T>) => systemTransaction(context, work);
const choose = (systemId: number, platform_id: number) =>
  inTx((tx) => tx.updateTable('systems').set({ platform_id }).where('id', '=', systemId).execute());

async function register(name: string, address = 'https://moodle.test', token = '0123456789abcdef') {
  const encrypted_credentials = encryptCredentials(context, address, { token });
  const numbers = { semester_id: 1, template_id: null, student_role: 5, call_seconds: 30, copy_seconds: 120 };
  const row = { name, kind: 'moodle', address, encrypted_credentials, changed_at: new Date(), ...numbers };
  const { id } = await inTx((tx) =>
    tx.insertInto('learning_platforms').values(row).returning('id').executeTakeFirstOrThrow(),
  );
  return id;
}

const statesOf = async (courseId: string) =>
  (await readEnrolmentJobs(context, courseId)).map(({ state }) => state);

it('a platform that is down stops its own jobs only, and is named as the destination', async () => {
  const stopped = await planExamSpace(context, { systemId: 2, candidates: makeCandidates(2) });
  const goesOn = await planExamSpace(context, { systemId: 3, candidates: makeCandidates(2) });
  one.before = () => {
    throw isDown();
  };
  const queue = openQueue(context, platformHandlers(context, connectors));
  while (await queue.runOnce());
  await queue.stop();
  expect(await statesOf(stopped.courseId)).toEqual(['pending', 'pending']);
  expect(await statesOf(goesOn.courseId)).toEqual(['done', 'done']);
  expect(other.placed.get(goesOn.courseId)?.size).toBe(2);
  expect(connectors.environment).toMatchObject({ calls: [] });
  await vi.waitFor(async () =>
    expect(await listOutages(context)).toMatchObject([{ destination: `learningPlatform:${ids[0]}` }]),
  );
});

it('a platform that hangs leaves calls to the others', async () => {
  const hang = Promise.withResolvers<void>();
  one.before = () => hang.promise;
  await planExamSpace(context, { systemId: 2 });
  await planExamSpace(context, { systemId: 2 });
  const goesOn = await planExamSpace(context, { systemId: 3, candidates: makeCandidates(1) });
  const worker = startLearning(context, connectors);
  await vi.waitFor(async () => expect(await statesOf(goesOn.courseId)).toEqual(['done']), 5000);
  expect(one.calls).toEqual(['ensureCourse']);
  hang.resolve();
  await worker.stop();
});

it('four courses are read at once, one of each platform, and the others wait for their turn', async () => {
  const platformIds = [...ids, await register('Third'), await register('Fourth'), await register('Fifth')];
  const goOn = Promise.withResolvers<void>();
  const begun: number[] = [];
  const readers = new Map(
    platformIds.map((id) => {
      const platform = openFakePlatform();
      const readCourse: FakePlatform['readCourse'] = async (...given) => {
        begun.push(id);
        await goOn.promise;
        return platform.readCourse(...given);
      };
      return [id, { ...platform, readCourse }];
    }),
  );
  const environment = openFakePlatform();
  const all = { environment, of: async (id: number | null) => readers.get(id ?? 0) ?? environment };
  for (const [n, id] of platformIds.entries()) await choose(2 + n, id);
  const spaces: Awaited<ReturnType<typeof planExamSpace>>[] = [];
  for (const systemId of [2, 3, 4, 5, 6, 2]) spaces.push(await planExamSpace(context, { systemId }));
  const queue = openQueue(context, platformHandlers(context, all));
  while (await queue.runOnce());
  await queue.stop();
  const now = context.clock.now();
  for (const space of spaces) await inTx((tx) => planReading(tx, space, now));
  const statesOfReadings = async () => {
    const readings = context.database.read.selectFrom('platform_readings').select('state');
    const courseIds = spaces.map(({ courseId }) => courseId);
    return (await readings.where('course_id', 'in', courseIds).execute()).map(({ state }) => state);
  };

  const worker = startLearning(context, all);
  await vi.waitFor(() => expect(begun).toHaveLength(4), 5000);
  await setTimeout(200);
  expect(new Set(begun).size).toBe(4);
  expect(begun).toHaveLength(4);
  goOn.resolve();
  await vi.waitFor(async () => expect(new Set(await statesOfReadings())).toEqual(new Set(['done'])), 5000);
  await worker.stop();
  expect(begun.toSorted()).toEqual([...platformIds, ids[0]].toSorted());
});

it('more people than a platform takes at once are several calls, and a failure leaves the rest untried', async () => {
  const small = openFakePlatform(2);
  const space = await planExamSpace(context, { systemId: 3, candidates: makeCandidates(5) });
  const all = { environment: openFakePlatform(10), of: async () => small };
  let enrolments = 0;
  small.before = (call) => {
    if (call === 'enrol' && ++enrolments === 2) throw isDown();
  };
  const queue = openQueue(context, platformHandlers(context, all));
  while (await queue.runOnce());
  await queue.stop();
  expect((await statesOf(space.courseId)).toSorted()).toEqual([
    'done',
    'done',
    'pending',
    'waiting',
    'waiting',
  ]);
});

it('a course that was moved meanwhile does not take the id that an old call made', async () => {
  const space = await planExamSpace(context, { systemId: 3 });
  other.before = () =>
    inTx(async (tx) => {
      const change = { version: 9, platform_id: ids[0] };
      await tx.updateTable('platform_courses').set(change).where('course_id', '=', space.courseId).execute();
    });
  while (await processNextJob(context, other)) if (other.calls.length > 0) break;
  const course = context.database.read.selectFrom('platform_courses').select(['state', 'external_id']);
  expect(await course.where('course_id', '=', space.courseId).execute()).toEqual([
    { state: 'pending', external_id: null },
  ]);
});

it('a changed platform is opened anew at its next call, and a removed one says so', async () => {
  const moodle = await openMoodleServer();
  addTemplate(moodle);
  const id = await register('Changing', moodle.url, moodle.site.setup.token);
  const all = openConnectors(context);
  const { signal } = new AbortController();
  const check = async () => (await all.of(id)).check(signal);
  expect(await check()).toMatchObject({ site: 'Moodle for tests', secondsAhead: expect.any(Number) });
  expect(await all.of(id)).toBe(await all.of(id));

  moodle.site.setup.token = 'fedcba9876543210';
  await expect(check()).rejects.toThrow('Moodle does not know the token');
  const set = (change: object) =>
    inTx((tx) => tx.updateTable('learning_platforms').set(change).where('id', '=', id).execute());
  const token = moodle.site.setup.token;
  await set({ encrypted_credentials: encryptCredentials(context, moodle.url, { token }), version: 2 });
  expect(await check()).toMatchObject({ site: 'Moodle for tests' });

  // A changed address in the database alone gets no call with the old token.
  await set({ address: 'https://elsewhere.test', version: 3 });
  await expect(check()).rejects.toMatchObject({ remark: { code: 'lostCredentials' } });
  await set({ removed_at: context.clock.now() });
  await expect(check()).rejects.toMatchObject({
    retry: 'never',
    message: expect.stringContaining('removed'),
  });
  await moodle.close();
});
