import type { BodyOf } from '@guichet/contract/core/endpoint';
import { listCandidates } from '@guichet/contract/exams/places';
import { attestCandidates, setPresence } from '@guichet/contract/exams/results';
import { exportResults, previewResults } from '@guichet/contract/imports/imports.results';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { linesAbout, makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';
import { openMovingDesk, uuid } from '../places/fixtures/movingDesk.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3, { firstName: 'Ève', lastName: 'Roy' });
});
afterAll(() => portal.close());

/** An exam of today with so many people. */
async function open(count = 3, more: { systemId?: number; examDate?: string } = {}) {
  const userIds: number[] = [];
  while (userIds.length < count) userIds.push(await makePerson(portal));
  const exam = await makePlainExam(portal, { userIds, ...more });
  const params = { systemId: 3, examId: exam.id };
  const tick = (userId: number, body: BodyOf<typeof setPresence>['presence'], secondsAgo = 0, who = admin) =>
    who.call(setPresence, { params: { ...params, userId }, body: { presence: body, secondsAgo } });
  const attest = (ids: readonly number[], isAttested = true) =>
    admin.call(attestCandidates, { params, body: { userIds: [...ids], isAttested } });
  const list = async () => (await admin.call(listCandidates, { params })).reply;
  const of = async (userId: number) => (await list()).find(({ id }) => id === userId);
  return { params, userIds: userIds as [number, number, number], tick, attest, list, of };
}

it('ticks a candidate with hour and author, and takes the tick back; each change is in the audit log', async () => {
  const { userIds, tick, of, params } = await open();
  const [first] = userIds;
  expect((await tick(first, 'present')).reply).toBe(true);
  expect((await of(first))?.presence).toEqual({
    state: 'present',
    at: portal.context.clock.now(),
    by: 'Ève Roy',
  });
  expect((await tick(first, 'present')).reply).toBe(true);
  await tick(first, 'absent');
  await tick(first, null);
  expect((await of(first))?.presence).toBeNull();
  const detail = { name: 'Zoé Côté', exam: 'Hiver 2027', examId: params.examId };
  const line = (from: string, to: string) => ({
    ...{ action: 'candidate.presenceTicked', systemId: 3, actorId: admin.userId },
    detail: { ...detail, presence: { from, to } },
  });
  expect(
    (await linesAbout(portal, first)).filter(({ action }) => action === 'candidate.presenceTicked'),
  ).toEqual([line('', 'present'), line('present', 'absent'), line('absent', '')]);
});

it('keeps every tick of several people at once, and a tick that waited for a network gives way to a later one', async () => {
  const { userIds, tick, list, of } = await open(12);
  const other = await portal.as('admin', 3);
  await Promise.all(
    userIds.map((userId, place) =>
      tick(userId, place % 2 ? 'absent' : 'present', 0, place % 3 ? admin : other),
    ),
  );
  expect((await list()).map(({ presence }) => presence?.state).sort()).toEqual([
    ...Array(6).fill('absent'),
    ...Array(6).fill('present'),
  ]);
  const [first] = userIds;
  expect((await tick(first, 'absent', 60)).reply).toBe(false);
  expect((await of(first))?.presence?.state).toBe('present');
  const late = await open();
  expect((await late.tick(late.userIds[0], 'absent', 90)).reply).toBe(true);
  expect((await late.of(late.userIds[0]))?.presence?.at).toEqual(
    new Date(portal.context.clock.now().getTime() - 90_000),
  );
});

it('the later of two ticks counts, also where both have waited for the database', async () => {
  const { userIds, tick, of } = await open();
  const [first] = userIds;
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  const away = portal.context.database.transact(async (tx) => {
    await tx.selectFrom('enrolments').select('user_id').where('user_id', '=', first).forUpdate().execute();
    await answers;
  });
  const older = tick(first, 'present');
  await new Promise((resolve) => setTimeout(resolve, 200));
  portal.context.clock.advance(9);
  const newer = tick(first, 'absent', 8);
  await new Promise((resolve) => setTimeout(resolve, 200));
  answer();
  await Promise.all([away, older, newer]);
  expect((await newer).reply).toBe(true);
  expect((await of(first))?.presence?.state).toBe('absent');
});

it('a tick that says the same again is the latest: one that waited since the first gives way', async () => {
  const { userIds, tick, of } = await open();
  const [first] = userIds;
  await tick(first, 'present', 90);
  await tick(first, 'present');
  expect((await tick(first, 'absent', 30)).reply).toBe(false);
  expect((await of(first))?.presence).toMatchObject({ state: 'present', at: portal.context.clock.now() });
  expect((await tick(first, 'present', 60)).reply).toBe(true);
  expect((await of(first))?.presence?.at).toEqual(portal.context.clock.now());
  expect((await linesAbout(portal, first)).filter(({ action }) => /presence/.test(action))).toHaveLength(1);
});

it('a tick that somebody else says again stays that of who gave it first, as the audit log says', async () => {
  const { userIds, tick, of } = await open();
  const [first] = userIds;
  const other = await portal.as('admin', 3, { firstName: 'Une', lastName: 'Autre' });
  await tick(first, 'present', 90);
  const { by } = (await of(first))?.presence ?? {};
  await tick(first, 'present', 0, other);
  expect((await of(first))?.presence).toMatchObject({ by, at: portal.context.clock.now() });
  await tick(first, 'absent', 0, other);
  expect((await of(first))?.presence).toMatchObject({ by: 'Une Autre' });
});

it('keeps the tick of whoever has the attestation, unless nobody else is ticked', async () => {
  const { userIds, tick, attest, of } = await open();
  const [here, other] = userIds;
  await tick(here, 'present');
  await attest([here]);
  await tick(other, 'present');
  expect((await tick(here, null)).problem.code).toBe('exam.attestedPresent');
  expect((await of(here))?.presence?.state).toBe('present');
  await tick(other, null);
  expect((await tick(here, null)).reply).toBe(true);
});

it('grants attestations to those present alone once anybody was ticked; without a tick to everybody', async () => {
  const { userIds, tick, attest, list, of } = await open(3);
  const [here, away, unsaid] = userIds;
  expect((await attest(userIds)).reply).toHaveLength(3);
  await attest(userIds, false);
  await tick(here, 'present');
  await tick(away, 'absent');
  const reasons = new Map((await list()).map(({ id, notPresent }) => [id, notPresent]));
  expect(userIds.map((id) => reasons.get(id))).toEqual([null, 'absent', 'unticked']);
  for (const one of [away, unsaid]) expect((await attest([here, one])).problem.code).toBe('exam.notPresent');
  expect((await attest([here])).reply).toEqual([here]);
  expect((await tick(here, 'absent')).problem.code).toBe('exam.attestedPresent');
  expect((await of(here))?.presence?.state).toBe('present');
  await attest([here], false);
  expect((await tick(here, 'absent')).reply).toBe(true);
});

it('stands in the file of results under a heading that is no result, and in the preview of a list', async () => {
  const { userIds, tick, params, list } = await open(2);
  await tick(userIds[0], 'absent');
  const { raw } = await admin.call(exportResults, { params, query: { format: 'csv' } });
  const text = raw.toString();
  expect(text.split('\r\n')[0]).toMatch(/Attestation;Marquée le;Pointage$/);
  expect(text).toContain(';Absent');
  const [person] = await list();
  const file = {
    name: 'r.csv',
    bytes: Buffer.from(text.replaceAll(';Non;', ';Oui;')),
  };
  const { reply } = await admin.call(previewResults, { params, body: {}, file });
  expect(person && reply.outcome === 'read' && reply.counts).toMatchObject({
    absent: 1,
    unticked: 1,
    marked: 0,
  });
});

it('stays with a place that is given back, and does not go along to another exam', async () => {
  const desk = await openMovingDesk(portal);
  const [from, to] = [await desk.makeExam('Avant', ['Ana', 'Bob']), await desk.makeExam('Après')];
  const [ana = 0, bob = 0] = await desk.idsOf(from.id);
  const presence = { presence: 'present', presence_at: new Date(), presence_by: desk.admin.userId } as const;
  await portal.context.database.transact((tx) =>
    tx.updateTable('enrolments').set(presence).where('exam_id', '=', from.id).execute(),
  );
  const removalId = uuid();
  await desk.takeOut(from.id, [ana], { removalId });
  await desk.putBack(from.id, removalId);
  await desk.move(from.id, to.id, [bob]);
  expect(await desk.places(from.id)).toMatchObject([{ user_id: ana, ...presence }]);
  expect(await desk.places(to.id)).toMatchObject([{ user_id: bob, presence: null, presence_at: null }]);
});

it('refuses before the exam day, somebody of another exam, another system, and who is no administrator', async () => {
  const { userIds, tick, of, params } = await open();
  const [first] = userIds;
  const ahead = await open(1, { examDate: '2027-01-12' });
  expect((await ahead.tick(ahead.userIds[0], 'present')).problem.code).toBe('exam.examAhead');
  expect((await tick(await makePerson(portal), 'present')).problem.code).toBe('user.notFound');
  const foreign = await open(1, { systemId: 2 });
  expect((await foreign.tick(foreign.userIds[0], 'present')).problem.code).toBe('exam.notFound');
  const body = { presence: 'present', secondsAgo: 0 } as const;
  const there = { params: { ...params, systemId: 2, userId: first }, body };
  expect((await admin.call(setPresence, there)).problem.code).toBe('access.denied');
  expect((await tick(first, 'present', 0, portal.nobody)).status).toBe(401);
  for (const who of [
    await portal.as('support', 3),
    await portal.as('student', 3),
    await portal.as('admin', 2),
  ])
    expect((await tick(first, 'present', 0, who)).status).toBe(403);
  expect((await of(first))?.presence).toBeNull();
});
