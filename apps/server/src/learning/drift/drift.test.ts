import { listExams } from '@guichet/contract/exams/exams.list';
import { unenrol } from '@guichet/contract/exams/places';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf as brightspaceSettings } from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { addTemplate, settingsOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { type BrightspaceHands, handsOnBrightspace, notOnBrightspace } from './fixtures/brightspaceHands.ts';
import { type DriftDesk, openDriftDesk, pickShown, same } from './fixtures/desk.ts';
import { type Hands, handsOnBuiltin, handsOnMoodle, type MoodleHands } from './fixtures/hands.ts';
import { everyDrift, onAnyPlatform, onBrightspace, onMoodle, type Planted } from './fixtures/planted.ts';

function describePlanted<H extends Hands>(
  openIt: () => Promise<DriftDesk>,
  handsOn: (desk: DriftDesk) => H,
  planted: readonly Planted<H>[],
): void {
  let desk: DriftDesk;
  beforeAll(async () => {
    desk = await openIt();
  });
  afterAll(() => desk.portal.close());

  it('differs in nothing as the portal made it', async () => {
    const exam = await desk.open();
    const drift = await exam.read();
    expect(pickShown(drift)).toEqual(same);
    expect(drift).toMatchObject({ state: 'done', onPlatform: 3, underway: 0, isSuspensionRead: true });
    expect(drift.counts).toEqual({ course: 0, missing: 0, changed: 0, strangers: 0 });
    expect(drift.readAt).toEqual(desk.portal.context.clock.now());
  });

  it.each(planted)('is found and repaired: $name', async ({ change, found, left = () => ({}) }) => {
    const exam = await desk.open();
    await change(handsOn(desk), exam);
    expect(pickShown(await exam.read())).toEqual({ ...same, ...found(exam) });
    await exam.repair();
    // A repair ends with a reading.
    const after = await exam.last();
    expect(pickShown(after)).toEqual({ ...same, ...left(exam) });
    expect(after.state).toBe('done');
  });
}

describe('the built-in platform', () => {
  describePlanted(openDriftDesk, ({ portal }) => handsOnBuiltin(portal.context), onAnyPlatform);

  it('is counted in the list of exams', async () => {
    const desk = await openDriftDesk();
    const exam = await desk.open();
    const { systemId, examId } = exam.params;
    const counted = async () => {
      const { reply } = await desk.admin.call(listExams, { params: { systemId }, query: {} });
      return reply.find(({ id }) => id === examId)?.differences;
    };
    expect(await counted()).toBe(0);
    await onAnyPlatform[0]?.change(handsOnBuiltin(desk.portal.context), exam);
    const { counts } = await exam.read();
    expect(await counted()).toBe(counts.course + counts.missing + counts.changed + counts.strangers);
    expect(await counted()).toBe(1);
    await desk.portal.close();
  });
});

it('a course is read back by itself, a minute after the last thing that was asked of it', async () => {
  const desk = await openDriftDesk();
  const exam = await desk.open();
  const { systemId, examId } = exam.params;
  const listed = async () => {
    const { reply } = await desk.admin.call(listExams, { params: { systemId }, query: {} });
    return reply.find(({ id }) => id === examId);
  };
  expect(await listed()).toMatchObject({ arrived: 3, readBackAt: null, lastReadAt: null });
  await desk.advance(59);
  await desk.work();
  expect(await listed()).toMatchObject({ readBackAt: null });
  await desk.advance(1);
  await desk.work();
  const readAt = desk.portal.context.clock.now();
  expect(await listed()).toMatchObject({ readBackAt: readAt, differences: 0 });
  // A change asked for after the reading has not been read back yet.
  const params = { ...exam.params, learningPlatformId: exam.keys[0] };
  expect((await desk.admin.call(unenrol, { params, query: {} })).reply).toBe(true);
  expect(await listed()).toMatchObject({ readBackAt: null, lastReadAt: readAt });
  await handsOnBuiltin(desk.portal.context).remove(exam.courseId, exam.keys[1]);
  await desk.work();
  expect(await listed()).toMatchObject({ readBackAt: null, lastReadAt: readAt, differences: 0 });
  await desk.advance(60);
  await desk.work();
  expect(await listed()).toMatchObject({ readBackAt: desk.portal.context.clock.now(), differences: 1 });
  await desk.portal.close();
});

it('who was refused and stands on the course all the same is shown as enrolled once it was read, and nobody else', async () => {
  const desk = await openDriftDesk();
  const exam = await desk.open();
  const { courseId } = exam;
  const [there = '', gone = ''] = exam.keys;
  const { database } = desk.portal.context;
  await database.transact((tx) =>
    tx
      .updateTable('platform_enrolments')
      .set({ state: 'failed', last_error: 'her address is taken' })
      .where('course_id', '=', courseId)
      .where('platform_user_id', 'in', [there, gone])
      .execute(),
  );
  await handsOnBuiltin(desk.portal.context).remove(courseId, gone);
  const { counts } = await exam.read();
  expect(counts).toEqual({ course: 0, missing: 1, changed: 0, strangers: 0 });
  const states = await database.read
    .selectFrom('platform_enrolments')
    .select(['platform_user_id as key', 'state', 'last_error as reason'])
    .where('course_id', '=', courseId)
    .where('platform_user_id', 'in', [there, gone])
    .execute();
  expect(new Map(states.map(({ key, state, reason }) => [key, [state, reason]]))).toEqual(
    new Map([
      [there, ['done', null]],
      [gone, ['failed', 'her address is taken']],
    ]),
  );
  await desk.portal.close();
});

it('a comparison that is asked for does not wait for the one that is planned, nor does what was read look pending', async () => {
  const desk = await openDriftDesk();
  const exam = await desk.open();
  const inAMinute = () => new Date(desk.portal.context.clock.now().getTime() + 60_000);
  expect(await exam.last()).toMatchObject({ state: null, readAt: null, nextTryAt: inAMinute() });
  const readAt = desk.portal.context.clock.now();
  expect(await exam.read()).toMatchObject({ state: 'done', readAt, nextTryAt: null });
  await desk.advance(10);
  const params = { ...exam.params, learningPlatformId: exam.keys[0] };
  await desk.admin.call(unenrol, { params, query: {} });
  await desk.work();
  expect(await exam.last()).toMatchObject({ state: 'done', readAt, nextTryAt: inAMinute() });
  await desk.advance(60);
  expect(await exam.last()).toMatchObject({ state: 'pending', readAt });
  await desk.portal.close();
});

describe('Moodle', () => {
  let moodle: MoodleServer;
  beforeAll(async () => {
    moodle = await openMoodleServer();
    addTemplate(moodle);
  });
  afterAll(() => moodle.close());
  describePlanted<MoodleHands>(
    () => openDriftDesk(settingsOf(moodle)),
    () => handsOnMoodle(moodle.site),
    onMoodle,
  );
});

describe('Brightspace', () => {
  let brightspace: BrightspaceServer;
  beforeAll(async () => {
    brightspace = await openBrightspaceServer();
  });
  afterAll(() => brightspace.close());
  describePlanted<BrightspaceHands>(
    () => openDriftDesk(brightspaceSettings(brightspace)),
    () => handsOnBrightspace(brightspace.site),
    onBrightspace,
  );

  it.for(Object.entries(notOnBrightspace))('has no such difference: %s', ([, why], { skip }) => skip(why));
});

it('every difference is planted on both platforms, or said not to exist there', () => {
  const namesOf = (planted: readonly { readonly name: string }[]) => planted.map(({ name }) => name);
  expect(namesOf(onMoodle)).toEqual(expect.arrayContaining([...everyDrift]));
  const onBoth = [...namesOf(onBrightspace), ...Object.keys(notOnBrightspace)];
  expect(onBoth).toEqual(expect.arrayContaining([...everyDrift]));
});
