import { unenrol } from '@guichet/contract/exams/places';
import { deleteUser } from '@guichet/contract/identity/users.changes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweep } from '../../operations/sweep/sweep.service.ts';
import { openMovingDesk, uuid } from './fixtures/movingDesk.ts';

let desk: Awaited<ReturnType<typeof openMovingDesk>>;
beforeAll(async () => {
  desk = await openMovingDesk();
});
afterAll(() => desk.portal.close());

const transact = (statement: ReturnType<typeof sql>) =>
  desk.portal.context.database.transact((tx) => statement.execute(tx));

const extraTimes = async (examId: number) =>
  desk.portal.context.database.read
    .selectFrom('extra_times')
    .selectAll()
    .where('exam_id', '=', examId)
    .orderBy('user_id')
    .execute();

async function statesOf(examId: number, removalId: string) {
  const { people } = (await desk.removal(examId, removalId)).reply;
  return people.map(({ fullName, state }) => `${fullName || '–'} ${state}`);
}

it('puts back one of two who were taken out together, and the other later, each with exactly what was theirs', async () => {
  const exam = await desk.makeExam('Une à la fois', ['Ana', 'Bob', 'Cid']);
  const [ana = 0, bob = 0, cid = 0] = await desk.idsOf(exam.id);
  await transact(sql`update enrolments set attested_at = now() where user_id = ${ana}`);
  await transact(sql`update outgoing_mails set state = 'failed' where user_id = ${bob}`);
  for (const [userId, minutes] of [
    [ana, 30],
    [bob, 45],
  ])
    await transact(sql`
      insert into extra_times (system_id, exam_id, user_id, minutes) values (3, ${exam.id}, ${userId}, ${minutes})`);
  const [places, extra] = [await desk.places(exam.id), await extraTimes(exam.id)];
  const removalId = uuid();
  await desk.takeOut(exam.id, [ana, bob], { removalId });
  expect(await desk.onPlatform(exam.courseId)).toEqual([cid]);
  expect(await statesOf(exam.id, removalId)).toEqual(['Ana Essai removed', 'Bob Essai removed']);

  const first = await desk.putBack(exam.id, removalId, desk.admin, [ana]);
  expect(first.reply).toEqual({ userIds: [ana], others: [] });
  expect(await desk.places(exam.id)).toEqual([places[0], places[2]]);
  expect(await extraTimes(exam.id)).toEqual([extra[0]]);
  expect(await desk.onPlatform(exam.courseId)).toEqual([ana, cid]);
  expect((await desk.mails(exam.id)).map(({ state }) => state)).toEqual(['queued', 'cancelled', 'queued']);
  expect(await statesOf(exam.id, removalId)).toEqual(['Ana Essai enrolled', 'Bob Essai removed']);
  expect((await desk.putBack(exam.id, removalId, desk.admin, [ana])).reply).toEqual({
    userIds: [],
    others: [],
  });

  const second = await desk.putBack(exam.id, removalId, desk.admin, [bob]);
  expect(second.reply).toEqual({ userIds: [bob], others: [] });
  expect(await desk.places(exam.id)).toEqual(places);
  expect(await extraTimes(exam.id)).toEqual(extra);
  expect(await desk.onPlatform(exam.courseId)).toEqual([ana, bob, cid]);
  expect((await desk.mails(exam.id)).map(({ state }) => state)).toEqual(['queued', 'failed', 'queued']);
  const undone = (await desk.lines(exam.id)).filter(({ action }) => action === 'candidates.putBack');
  expect(undone.map(({ detail }) => detail)).toEqual([
    { name: 'Une à la fois', candidates: 1, userIds: [ana] },
    { name: 'Une à la fois', candidates: 1, userIds: [bob] },
  ]);
});

it('says of each who was taken out why they cannot be put back, and puts back the others all the same', async () => {
  const exam = await desk.makeExam('Motifs', ['Dan', 'Eve', 'Flo']);
  const [dan = 0, eve = 0, flo = 0] = await desk.idsOf(exam.id);
  const removalId = uuid();
  await desk.takeOut(exam.id, [dan, eve, flo], { removalId });
  await desk.place(exam.courseId, ['Dan']);
  await desk.admin.call(deleteUser, { params: { systemId: 3 }, body: { id: eve } });
  expect((await desk.removal(exam.id, removalId)).reply).toEqual({
    isCancelled: false,
    people: [
      { userId: dan, fullName: 'Dan Essai', email: 'dan@etu.example.ca', state: 'enrolled' },
      { userId: flo, fullName: 'Flo Essai', email: 'flo@etu.example.ca', state: 'removed' },
      { userId: eve, fullName: '', email: '', state: 'deleted' },
    ],
  });
  expect((await desk.putBack(exam.id, removalId, desk.admin, [dan])).reply).toEqual({
    userIds: [],
    others: [{ userId: dan, reason: 'changed' }],
  });
  await transact(
    sql`update removals set removed_at = removed_at - interval '25 hours' where id = ${removalId}`,
  );
  await sweep(desk.portal.context, new AbortController().signal);
  expect(await statesOf(exam.id, removalId)).toEqual([
    'Dan Essai enrolled',
    'Flo Essai forgotten',
    '– deleted',
  ]);
  await desk.cancel(exam.id);
  expect((await desk.removal(exam.id, removalId)).reply.isCancelled).toBe(true);
});

it('does so for somebody who was taken out alone, and for people who were moved, of whom one is mailed about the other exam', async () => {
  const [exam, other] = [await desk.makeExam('Avant', ['Gil', 'Hal', 'Ida']), await desk.makeExam('Après')];
  const [gil = 0, hal = 0, ida = 0] = await desk.idsOf(exam.id);
  const alone = uuid();
  const params = { systemId: 3, examId: exam.id, learningPlatformId: `g${gil}` };
  await desk.admin.call(unenrol, { params, query: { removalId: alone } });
  expect(await statesOf(exam.id, alone)).toEqual(['Gil Essai removed']);
  expect(await statesOf(other.id, alone)).toEqual([]);

  const moved = uuid();
  await desk.move(exam.id, other.id, [hal, ida], { removalId: moved, sendEmail: true });
  await transact(
    sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${other.id} and user_id = ${hal}`,
  );
  expect(await statesOf(exam.id, moved)).toEqual(['Hal Essai mailed', 'Ida Essai removed']);
  const back = await desk.putBack(exam.id, moved, desk.admin, [hal, ida]);
  expect(back.reply).toEqual({ userIds: [ida], others: [{ userId: hal, reason: 'mailed' }] });
  expect(await statesOf(exam.id, moved)).toEqual(['Hal Essai mailed', 'Ida Essai enrolled']);
  expect([await desk.idsOf(exam.id), await desk.idsOf(other.id)]).toEqual([[ida], [hal]]);
});

it('lists the removals of whom somebody is still out: none whose people are back, by whatever way, or have no account', async () => {
  const exam = await desk.makeExam('Encore dehors', ['Ovi', 'Pia', 'Quy', 'Rex']);
  const to = await desk.makeExam('Ailleurs');
  const [ovi = 0, pia = 0, quy = 0, rex = 0] = await desk.idsOf(exam.id);
  const [two, moved, gone] = [uuid(), uuid(), uuid()];
  await desk.takeOut(exam.id, [ovi, pia], { removalId: two });
  await desk.move(exam.id, to.id, [quy], { removalId: moved });
  await desk.takeOut(exam.id, [rex], { removalId: gone });
  expect((await desk.openRemovals(exam.id)).toSorted()).toEqual([two, moved, gone].toSorted());
  expect(await desk.openRemovals(to.id)).toEqual([]);
  await desk.putBack(exam.id, two, desk.admin, [ovi]);
  await desk.putBack(exam.id, moved);
  await transact(sql`delete from users where id = ${rex}`);
  expect(await desk.openRemovals(exam.id)).toEqual([two]);
  await desk.place(exam.courseId, ['Pia']);
  expect(await desk.openRemovals(exam.id)).toEqual([]);
});

it('is for administrators of the system alone, who name whom they put back', async () => {
  const exam = await desk.makeExam('Garde', ['Noa']);
  const ids = await desk.idsOf(exam.id);
  const removalId = uuid();
  await desk.takeOut(exam.id, ids, { removalId });
  const { portal } = desk;
  expect((await desk.removal(exam.id, removalId, portal.nobody)).status).toBe(401);
  const outsiders = [
    await portal.as('support', 3),
    await portal.as('student', 3),
    await portal.as('admin', 2),
  ];
  for (const who of outsiders) {
    expect((await desk.removal(exam.id, removalId, who)).status).toBe(403);
    expect((await desk.putBack(exam.id, removalId, who, ids)).status).toBe(403);
  }
  expect((await desk.putBack(exam.id, removalId, desk.admin, [])).problem.errors).toEqual([
    { path: 'userIds', messageKey: 'required' },
  ]);
  expect(await desk.idsOf(exam.id)).toEqual([]);
});
