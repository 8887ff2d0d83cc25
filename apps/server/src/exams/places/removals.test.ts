import { cancelExam } from '@guichet/contract/exams/exams';
import { unenrol } from '@guichet/contract/exams/places';
import { deleteUser, getUserInfo } from '@guichet/contract/identity/users.changes';
import { listMails } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweep } from '../../operations/sweep/sweep.service.ts';
import { openMovingDesk, uuid } from './fixtures/movingDesk.ts';

let desk: Awaited<ReturnType<typeof openMovingDesk>>;
beforeAll(async () => {
  desk = await openMovingDesk();
});
afterAll(() => desk.portal.close());

const nobody = { userIds: [], others: [] };

const transact = (statement: ReturnType<typeof sql>) =>
  desk.portal.context.database.transact((tx) => statement.execute(tx));

it('takes many out of the exam and its course with their unsent mails, and reports who was not in it', async () => {
  const exam = await desk.makeExam('Sortie', ['Ana', 'Bob', 'Cid']);
  const [ana = 0, bob = 0, cid = 0] = await desk.idsOf(exam.id);
  expect(await desk.onPlatform(exam.courseId)).toEqual([ana, bob, cid]);
  const removalId = uuid();
  const { reply } = await desk.takeOut(exam.id, [ana, 999_999, bob, ana], { removalId });
  expect(reply).toEqual({ userIds: [ana, bob], others: [{ userId: 999_999, reason: 'absent' }] });
  expect(await desk.idsOf(exam.id)).toEqual([cid]);
  expect(await desk.onPlatform(exam.courseId)).toEqual([cid]);
  expect((await desk.mails(exam.id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'queued']);
  const { mails } = (await desk.admin.call(listMails, { query: { examId: exam.id, state: 'cancelled' } }))
    .reply;
  const { fullName } = (await desk.admin.call(getUserInfo, { body: { id: desk.admin.userId } })).reply;
  const reason = `La personne a quitté l’examen avant l’envoi. (${fullName})`;
  expect(mails.map(({ lastError }) => lastError)).toEqual([reason, reason]);
  const imports = { [await desk.importOf(exam.id)]: [ana, bob] };
  const detail = { name: 'Sortie', candidates: 2, userIds: [ana, bob], removalId, imports };
  expect(await desk.lines(exam.id)).toEqual([
    { action: 'candidates.unenrolled', actorId: desk.admin.userId, systemId: 3, detail },
  ]);
});

it('puts back the very same places, on the platform too, and queues the mails that it had cancelled', async () => {
  const exam = await desk.makeExam('Retour', ['Dan', 'Eve', 'Flo']);
  const [dan = 0, eve = 0, flo = 0] = await desk.idsOf(exam.id);
  await transact(sql`update enrolments set attested_at = now() where user_id = ${dan}`);
  await transact(sql`update outgoing_mails set state = 'failed' where user_id = ${eve}`);
  await transact(sql`update outgoing_mails set state = 'sent', sent_at = now() where user_id = ${flo}`);
  const before = await desk.places(exam.id);
  const removalId = uuid();
  await desk.takeOut(exam.id, [dan, eve, flo], { removalId });
  expect(await desk.onPlatform(exam.courseId)).toEqual([]);
  expect((await desk.putBack(exam.id, removalId)).reply).toEqual({ userIds: [dan, eve, flo], others: [] });
  expect(await desk.places(exam.id)).toEqual(before);
  expect(await desk.onPlatform(exam.courseId)).toEqual([dan, eve, flo]);
  expect((await desk.mails(exam.id)).map(({ state }) => state)).toEqual(['queued', 'failed', 'sent']);
  expect((await desk.lines(exam.id)).at(-1)).toMatchObject({
    action: 'candidates.putBack',
    detail: { name: 'Retour', candidates: 3, userIds: [dan, eve, flo] },
  });
  expect((await desk.putBack(exam.id, removalId)).reply).toEqual(nobody);
});

it('puts back one person who was taken out alone, with their place, their mail and an audit line for each step', async () => {
  const exam = await desk.makeExam('Seule', ['Gil', 'Hal']);
  const [gil = 0] = await desk.idsOf(exam.id);
  const before = await desk.places(exam.id);
  const removalId = uuid();
  const params = { systemId: 3, examId: exam.id, learningPlatformId: `g${gil}` };
  expect((await desk.admin.call(unenrol, { params, query: { removalId } })).reply).toBe(true);
  expect((await desk.admin.call(unenrol, { params, query: { removalId } })).reply).toBe(false);
  expect((await desk.putBack(exam.id, removalId)).reply).toEqual({ userIds: [gil], others: [] });
  expect(await desk.places(exam.id)).toEqual(before);
  expect(await desk.onPlatform(exam.courseId)).toHaveLength(2);
  expect((await desk.mails(exam.id)).map(({ state }) => state)).toEqual(['queued', 'queued']);
  expect((await desk.putBack(exam.id, removalId)).reply).toEqual(nobody);
});

it('the same request again removes nobody else, and reports whom the first one removed', async () => {
  const exam = await desk.makeExam('Deux fois', ['Gil', 'Hua']);
  const ids = await desk.idsOf(exam.id);
  const removalId = uuid();
  await desk.takeOut(exam.id, ids, { removalId });
  expect((await desk.takeOut(exam.id, ids, { removalId })).reply).toEqual({ userIds: ids, others: [] });
  expect(await desk.lines(exam.id)).toHaveLength(1);
  const { reply } = await desk.takeOut(exam.id, ids);
  expect(reply.others).toEqual(ids.map((userId) => ({ userId, reason: 'absent' })));
  expect(await desk.lines(exam.id)).toHaveLength(1);
});

it('leaves alone whose place has changed since: enrolled again, or deleted', async () => {
  const exam = await desk.makeExam('Entre-temps', ['Ida', 'Jan', 'Kim']);
  const [ida = 0, jan = 0, kim = 0] = await desk.idsOf(exam.id);
  const removalId = uuid();
  await desk.takeOut(exam.id, [ida, jan, kim], { removalId });
  await desk.place(exam.courseId, ['Ida']);
  const again = await desk.places(exam.id);
  const gone = await desk.admin.call(deleteUser, { params: { systemId: 3 }, body: { id: jan } });
  expect(gone.reply).toBe(true);
  expect((await desk.putBack(exam.id, removalId)).reply).toEqual({
    userIds: [kim],
    others: [
      { userId: ida, reason: 'changed' },
      { userId: jan, reason: 'changed' },
    ],
  });
  expect(await desk.idsOf(exam.id)).toEqual([ida, kim]);
  expect((await desk.places(exam.id))[0]).toEqual(again[0]);
});

it('cannot be undone in a cancelled exam, for another exam, or once the sweep has forgotten it', async () => {
  const [exam, other] = [await desk.makeExam('Tard', ['Lea']), await desk.makeExam('Ailleurs')];
  const ids = await desk.idsOf(exam.id);
  const removalId = uuid();
  await desk.takeOut(exam.id, ids, { removalId });
  expect((await desk.putBack(other.id, removalId)).reply).toEqual(nobody);
  const cancelled = await desk.makeExam('Annulé', ['Mia']);
  const inCancelled = uuid();
  await desk.takeOut(cancelled.id, await desk.idsOf(cancelled.id), { removalId: inCancelled });
  await desk.admin.call(cancelExam, { params: { systemId: 3, examId: cancelled.id } });
  expect((await desk.putBack(cancelled.id, inCancelled)).problem.code).toBe('exam.notFound');
  await sweep(desk.portal.context, new AbortController().signal);
  await transact(
    sql`update removals set removed_at = removed_at - interval '25 hours' where id = ${removalId}`,
  );
  await sweep(desk.portal.context, new AbortController().signal);
  expect((await desk.putBack(exam.id, removalId)).reply).toEqual(nobody);
  expect(await desk.idsOf(exam.id)).toEqual([]);
});

it('is for administrators of the system alone', async () => {
  const exam = await desk.makeExam('Garde', ['Noa']);
  const ids = await desk.idsOf(exam.id);
  const { portal } = desk;
  expect((await desk.takeOut(exam.id, ids, { who: portal.nobody })).status).toBe(401);
  const outsiders = [
    await portal.as('support', 3),
    await portal.as('student', 3),
    await portal.as('admin', 2),
  ];
  for (const who of outsiders) {
    expect((await desk.takeOut(exam.id, ids, { who })).status).toBe(403);
    expect((await desk.putBack(exam.id, uuid(), who)).status).toBe(403);
  }
  expect(await desk.idsOf(exam.id)).toEqual(ids);
  expect((await desk.takeOut(exam.id, [])).problem.errors).toEqual([
    { path: 'userIds', messageKey: 'required' },
  ]);
});
