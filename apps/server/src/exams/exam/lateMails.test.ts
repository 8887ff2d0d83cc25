import { cancelExam, createExamSpace, editExam, reactivateExam } from '@guichet/contract/exams/exams';
import { importCandidates } from '@guichet/contract/imports/imports';
import { listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const facts = {
  titleFr: 'Oral',
  titleEn: '',
  examDate: '2027-05-03',
  startTime: '',
  endTime: '',
  placeFr: '',
  placeEn: '',
  placeUrl: '',
  instructionsFr: '',
  instructionsEn: '',
};
const params = { systemId: 3 };

/** An exam on May 3 whose convocations are planned for this hour. */
async function examWithPlanned(names: readonly string[], mailsAt: string) {
  const { titleFr: title, ...rest } = facts;
  const made = { title, ...rest, requestId: portal.context.clock.uuid() };
  const { id, courseId } = (await admin.call(createExamSpace, { params, body: made })).reply;
  const lines = names.map((name) => `${name};Côté;${name}.${courseId}@etu.example.ca`);
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\n') };
  const body = { systemId: 3, languageId: 'fr' as const, selectedCourse: courseId, sendEmail: true, mailsAt };
  expect((await admin.call(importCandidates, { body, file })).reply).toBe(names.length);
  const edit = (given: Partial<typeof facts>, more: { version?: number; asksFirst?: boolean } = {}) =>
    admin.call(editExam, {
      params: { ...params, examId: id },
      body: { ...facts, ...given, version: 1, ...more },
    });
  const mails = async (language = 'fr') => {
    const headers = { 'accept-language': language };
    const { reply } = await admin.call(listMails, { query: { examId: id }, headers });
    return reply.mails.map(({ state, lastError }) => [state, lastError] as const);
  };
  const told = async () => {
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'detail'])
      .where('subject', '=', `exam:${id}`)
      .where('action', 'like', 'mails.%')
      .orderBy('id')
      .execute();
    return lines.map(({ action, detail }) => [action, (detail as { mails?: number }).mails]);
  };
  return { id, edit, mails, told };
}

test('an exam that is moved before its planned convocations asks first how many leave, and writes nothing', async () => {
  const { edit, mails, told } = await examWithPlanned(['zoe', 'lea'], '2027-04-20T08:00');
  const moved = { examDate: '2027-04-19' };
  const asked = await edit(moved, { asksFirst: true });
  expect(asked.status).toBe(409);
  expect(JSON.parse(asked.raw)).toEqual({
    outcome: 'movesMails',
    leaving: 2,
    neverSent: 0,
    reminders: null,
  });
  expect((await mails()).map(([state]) => state)).toEqual(['planned', 'planned']);
  expect((await edit(moved)).reply).toMatchObject({ examDate: '2027-04-19', version: 2 });
  expect((await mails()).map(([state]) => state)).toEqual(['queued', 'queued']);
  expect((await told()).at(-1)).toEqual(['mails.plannedSent', 2]);
});

test('one that is moved within its time, or whose mails have left, asks nothing', async () => {
  const { edit, mails } = await examWithPlanned(['zoe'], '2027-04-20T08:00');
  const asksFirst = true;
  expect((await edit({ examDate: '2027-04-20' }, { asksFirst })).reply).toMatchObject({ version: 2 });
  expect((await mails()).map(([state]) => state)).toEqual(['planned']);
  // A mail planned for the very end counts as after it.
  const end = { examDate: '2027-04-20', startTime: '07:00', endTime: '08:00' };
  const late = await edit(end, { version: 2, asksFirst });
  expect(JSON.parse(late.raw)).toMatchObject({ outcome: 'movesMails', leaving: 1 });
  const before = { ...end, endTime: '08:01' };
  expect((await edit(before, { version: 2, asksFirst })).reply).toMatchObject({ version: 3 });
});

test('where somebody else has saved meanwhile, that is told, and no question is asked', async () => {
  const { edit } = await examWithPlanned(['zoe'], '2027-04-20T08:00');
  await edit({ titleFr: 'Écrit' });
  const reply = await edit({ examDate: '2027-04-19' }, { asksFirst: true });
  expect(JSON.parse(reply.raw)).toMatchObject({ outcome: 'changedMeanwhile' });
});

test('mails about an exam that is over already are never sent, and say why', async () => {
  const { edit, mails, told } = await examWithPlanned(['zoe', 'lea', 'ana'], '2027-04-20T08:00');
  // It is 10 a.m. of January 11.
  const over = { examDate: '2027-01-11', startTime: '08:00', endTime: '09:30' };
  const asked = await edit(over, { asksFirst: true });
  expect(JSON.parse(asked.raw)).toEqual({ outcome: 'movesMails', leaving: 0, neverSent: 3, reminders: null });
  await edit(over);
  for (const [state, reason] of await mails()) {
    expect(state).toBe('cancelled');
    expect(reason).toMatch(/^L’examen a été déplacé avant l’heure prévue pour ce courriel/);
  }
  expect((await mails('en'))[0]?.[1]).toMatch(
    /^The exam was moved to before the hour scheduled for this email/,
  );
  expect((await told()).at(-1)).toEqual(['mails.plannedCancelled', 3]);
  // Mails planned for later today would leave.
  const later = await examWithPlanned(['zoe'], '2027-04-20T08:00');
  await later.edit({ ...over, endTime: '10:30' });
  expect((await later.mails()).map(([state]) => state)).toEqual(['queued']);
});

test('mails that the date of their exam cancelled do not leave when it is cancelled and reactivated', async () => {
  const { id, edit, mails } = await examWithPlanned(['zoe'], '2027-04-20T08:00');
  await edit({ examDate: '2027-01-11', startTime: '08:00', endTime: '09:30' });
  const before = await mails();
  expect(before.map(([state]) => state)).toEqual(['cancelled']);
  await admin.call(cancelExam, { params: { ...params, examId: id } });
  await admin.call(reactivateExam, { params: { ...params, examId: id }, body: { sendEmail: false } });
  expect(await mails()).toEqual(before);
});
