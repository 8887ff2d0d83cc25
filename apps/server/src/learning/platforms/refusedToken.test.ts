import {
  addPlatform,
  changePlatform,
  listPlatformTroubles,
} from '@guichet/contract/learning/learning.platforms';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeCandidates, planExamSpace } from '../../../test/learning.ts';
import { addTemplate, templateId } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { listOutages, openQueue } from '../../core/queue/queue.service.ts';
import { planExtraTimes } from '../extraTimes/extraTimes.queries.ts';
import { planReading } from '../jobs/readingPlans.queries.ts';
import { planEnrolments } from '../learning.service.ts';
import { platformHandlers } from '../learning.worker.ts';
import { openConnectors } from './connectors.ts';

let portal: TestPortal;
let moodle: MoodleServer;
let superAdmin: Caller;
let platformId: number;
beforeAll(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 20 });
  addTemplate(moodle);
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  superAdmin = await portal.superAdmin();
  platformId = (await superAdmin.call(addPlatform, { body: form(moodle.site.setup.token) })).reply.id;
  await inTx((tx) =>
    tx.updateTable('systems').set({ platform_id: platformId }).where('id', '=', 3).execute(),
  );
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

const inTx = <T>(work: (tx: WriteTx) => Promise<T>) => systemTransaction(portal.context, work);
const form = (token: string) => ({
  name: 'Campus',
  kind: 'moodle' as const,
  address: moodle.url,
  credentials: { token },
  semesterId: 1,
  templateId,
  studentRole: 5,
  callSeconds: 30,
  copySeconds: 120,
});
const save = (token: string, version: number) =>
  superAdmin.call(changePlatform, { params: { platformId }, body: { ...form(token), version } });
const troublesOf = async (caller: Caller) => (await caller.call(listPlatformTroubles)).reply;
/** A queue with pauses of a minute and more. */
const open = () =>
  openQueue(portal.context, platformHandlers(portal.context, openConnectors(portal.context)), 60_000);

/** Makes one call for each due job; the failure of a job does not keep others from their call. */
async function drain(): Promise<void> {
  for (let queue = open(); await queue.runOnce(); queue = open()) await queue.stop();
}

const tables = [
  'platform_courses',
  'platform_enrolments',
  'platform_extra_times',
  'platform_readings',
] as const;
const statesOf = async () => {
  const states = tables.map(async (table) => {
    const rows = await portal.context.database.read.selectFrom(table).select('state').execute();
    return rows.map(({ state }) => state).sort();
  });
  return Promise.all(states);
};

it('what was refused for its token goes through at once when the right one is saved, whatever it is', async () => {
  const { context } = portal;
  const rejoined = await planExamSpace(context, { candidates: makeCandidates(1) });
  const longer = await planExamSpace(context, { candidates: makeCandidates(1) });
  await drain();
  context.clock.advance(60);
  await drain();
  await save('0'.repeat(32), 1);
  const now = context.clock.now();
  await planExamSpace(context);
  await inTx(async (tx) => {
    await planEnrolments(tx, { ...rejoined, now });
    const { systemId, examId, courseId, userIds } = longer;
    const extraTime = { system_id: systemId, exam_id: examId, user_id: userIds[0] as number };
    await tx
      .insertInto('extra_times')
      .values({ ...extraTime, minutes: 30 })
      .execute();
    await planExtraTimes(tx, { systemId, examId, courseId, userIds, now });
    await planReading(tx, longer, now);
  });
  await drain();
  expect(await statesOf()).toEqual([
    ['done', 'done', 'waiting'],
    ['done', 'waiting'],
    ['waiting'],
    ['done', 'waiting'],
  ]);
  context.clock.advance(10);
  const queue = open();
  queue.start();
  const destination = `learningPlatform:${platformId}`;
  await vi.waitFor(async () => expect(await listOutages(context)).toMatchObject([{ destination }]));
  const trouble = { platformId, name: 'Campus', remark: { code: 'invalidtoken' } };
  expect(await troublesOf(superAdmin)).toMatchObject([{ ...trouble, waiting: 3 }]);
  expect(await troublesOf(await portal.as('admin', 3))).toMatchObject([{ ...trouble, waiting: 3 }]);
  expect(await troublesOf(await portal.as('admin', 4))).toEqual([]);
  await save(moodle.site.setup.token, 2);
  await vi.waitFor(
    async () =>
      expect(await statesOf()).toEqual([
        ['done', 'done', 'done'],
        ['done', 'done'],
        ['done'],
        ['done', 'pending', 'pending'],
      ]),
    { timeout: 5000 },
  );
  expect(await listOutages(context)).toEqual([]);
  expect(await troublesOf(superAdmin)).toEqual([]);
  await queue.stop();
});
