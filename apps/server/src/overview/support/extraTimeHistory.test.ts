import { randomUUID } from 'node:crypto';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { unenrol } from '@guichet/contract/exams/places';
import { setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { importCandidates, type Preview, previewImport } from '@guichet/contract/imports/imports';
import { previewUndo, type UndoPreview, undoImport } from '@guichet/contract/imports/imports.past';
import type { ExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveExtraTimeRight } from '../../../test/extraTimeRight.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';

let portal: TestPortal;
let admin: Caller;
let agent: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3, { firstName: 'Ada', lastName: 'Roy' });
  agent = await portal.as('support', 3);
  await giveExtraTimeRight(portal, admin, 3);
});
afterAll(() => portal.close());

const params = { systemId: 3 };
const list = (cell: string) => ({
  name: 'liste.csv',
  bytes: `Prénom;Nom;Courriel;Temps supplémentaire\nMaé;Gagné;mae.gagne@etu.example.ca;${cell}`,
});

test('the history says when extra time was given, changed and taken away, by whom, and not how much', async () => {
  const body = { title: 'Hiver', titleEn: 'Winter', examDate: '2027-02-15' };
  const exam = (await admin.call(createExamSpace, { params, body })).reply;
  const order = { ...params, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
  const place = async (cell: string, choices?: object) => {
    const importId = randomUUID();
    portal.context.clock.advance(1);
    const form = { ...order, importId, ...(choices && { choices }) };
    expect((await admin.call(importCandidates, { body: form as never, file: list(cell) })).status).toBe(200);
    return importId;
  };
  await place('25 %');
  const { id: userId } = await portal.context.database.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', 'mae.gagne@etu.example.ca')
    .executeTakeFirstOrThrow();
  const give = (extraTime: ExtraTime | null) => {
    portal.context.clock.advance(1);
    const of = { systemId: 3, examId: exam.id, userId };
    return admin.call(setExtraTime, { params: of, body: { extraTime } });
  };
  const told = async (who = agent) => {
    const { reply, raw } = await who.call(getPersonHistory, { params: { id: userId } });
    expect(raw).not.toMatch(/minutes|factor/);
    return reply.entries.filter(({ event }) => event.startsWith('extraTime'));
  };
  expect(await told()).toMatchObject([
    { event: 'extraTimeGiven', systemId: 3, exam: 'Hiver', by: 'Ada Roy', isOfOthers: false },
  ]);

  await give({ minutes: 20, factor: null });
  // The same again changes nothing.
  await give({ minutes: 20, factor: null });
  await give(null);
  await give(null);
  await give({ minutes: 10, factor: null });
  const events = async () => (await told()).map(({ event }) => event.slice('extraTime'.length));
  expect(await events()).toEqual(['Given', 'Removed', 'Changed', 'Given']);

  const compared = await admin.call(previewImport, { body: { ...order, compare: true }, file: list('50 %') });
  const { fingerprint } = (compared.reply as Preview).comparison ?? {};
  const importId = await place('50 %', { fingerprint, correct: { extraTime: [userId] } });
  expect((await events())[0]).toBe('Changed');
  portal.context.clock.advance(1);
  const undo = (await admin.call(previewUndo, { params: { ...params, importId } })).reply as UndoPreview;
  const answer = await admin.call(undoImport, {
    params: { ...params, importId },
    body: { fingerprint: undo.fingerprint },
  });
  expect(answer.status).toBe(200);
  expect(await events()).toEqual(['Changed', 'Changed', 'Given', 'Removed', 'Changed', 'Given']);

  // It goes with the enrolment, as extra time does.
  const { learning_platform_id: learningPlatformId } = await portal.context.database.read
    .selectFrom('enrolments')
    .select('learning_platform_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await admin.call(unenrol, { params: { systemId: 3, examId: exam.id, learningPlatformId } });
  expect(await told()).toEqual([]);
});

test('a history of more changes than are shown says that it is cut', async () => {
  const userId = await makePerson(portal);
  const { id: examId } = await makePlainExam(portal, {
    title: 'Été',
    examDate: '2027-06-01',
    userIds: [userId],
  });
  const change = (count: number) =>
    portal.context.database.transact((tx) =>
      sql`insert into extra_time_changes (system_id, exam_id, user_id, change, changed_at, changed_by_name)
        select 3, ${examId}::bigint, ${userId}::bigint, 'changed', now(), 'Ada Roy' from generate_series(1, ${count}::integer)`.execute(
        tx,
      ),
    );
  const isCut = async () => (await agent.call(getPersonHistory, { params: { id: userId } })).reply.isCut;
  await change(299);
  expect(await isCut()).toBe(false);
  await change(1);
  expect(await isCut()).toBe(true);
});
