import { randomUUID } from 'node:crypto';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { importCandidates, type Preview, previewImport } from '@guichet/contract/imports/imports';
import { previewUndo, type UndoPreview, undoImport } from '@guichet/contract/imports/imports.past';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../test/extraTimeRight.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  await giveExtraTimeRight(portal, admin, 3);
});
afterAll(() => portal.close());

const amounts = ['33 %', '25 %', '30 min', '', '20 min'];
const list = (cells: readonly string[]) => ({
  name: 'liste.csv',
  bytes: [
    'Prénom;Nom;Courriel;Temps supplémentaire',
    ...cells.map((cell, n) => `Léa;Lavoie ${n};lavoie${n}@etu.example.ca;${cell}`),
  ].join('\n'),
});

/** An exam whose five people have these extra times and a mail about it. */
async function openExam(title: string) {
  const body = { title, examDate: '2027-04-30', startTime: '09:00', endTime: '12:00' };
  const exam = (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
  const form = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  await admin.call(importCandidates, { body: form, file: list(amounts) });
  const { read } = portal.context.database;
  const send = () =>
    portal.context.database.transact(
      (tx) =>
        sql`update outgoing_mails set state = 'sent', sent_at = now() where exam_id = ${exam.id}`.execute(tx),
      'all',
    );
  await send();
  return {
    exam,
    send,
    async preview(cells: readonly string[]) {
      const { reply, raw } = await admin.call(previewImport, {
        body: { ...form, compare: true },
        file: list(cells),
      });
      expect(raw).toContain('counts');
      return reply as Preview;
    },
    async place(cells: readonly string[], choices?: object) {
      const importId = randomUUID();
      const answer = await admin.call(importCandidates, {
        body: { ...form, importId, ...(choices && { choices }) } as never,
        file: list(cells),
      });
      expect(answer.status, answer.raw).toBe(200);
      return importId;
    },
    async given() {
      const { rows } = await sql<{ amount: string | null }>`
        select coalesce(x.minutes || ' min', x.factor::text) as amount
        from enrolments e join users u on u.id = e.user_id
             left join extra_times x on x.exam_id = e.exam_id and x.user_id = e.user_id
        where e.exam_id = ${exam.id} order by u.email`.execute(read);
      return rows.map(({ amount }) => amount);
    },
    /** The mails of a changed end that wait to leave. */
    async mails() {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from outgoing_mails
        where exam_id = ${exam.id} and key like 'extraTimeChanged:%' and sent_at is null`.execute(read);
      return rows[0]?.n;
    },
    async look(importId: string, who = admin) {
      return (await who.call(previewUndo, { params: { systemId: 3, importId } })).reply as UndoPreview;
    },
    undo: (importId: string, fingerprint: string) =>
      admin.call(undoImport, { params: { systemId: 3, importId }, body: { fingerprint } }),
  };
}

const later = ['25 %', '50 %', '30 min', '15 min', '1,5'];

it('a later list names each changed extra time with its mail, and only more time is likely', async () => {
  const { preview } = await openExam('Aperçu');
  const { comparison, ...counts } = await preview(later);
  expect(counts).toMatchObject({ extraTimes: 1, otherExtraTimes: 3, extraTimeMails: 1 });
  expect(comparison?.unchanged).toBe(1);
  expect(
    comparison?.changed.map(({ part, name, from, to, isProbable, isTold }) =>
      [part, name, from, to, isProbable, isTold].join(';'),
    ),
  ).toEqual([
    'extraTime;Léa Lavoie 0;× 1.33;× 1.25;false;true',
    'extraTime;Léa Lavoie 1;× 1.25;× 1.5;true;true',
    'extraTime;Léa Lavoie 4;20 min;× 1.5;false;true',
  ]);
});

it('a later list changes the extra time of chosen people alone, and its undo puts back what it changed', async () => {
  const { preview, place, given, mails, look, undo, send, exam } = await openExam('Choix');
  await place(later);
  expect(await given()).toEqual(['1.33', '1.25', '30 min', '15 min', '20 min']);
  expect(await mails()).toBe(1);
  await send();
  const { comparison } = await preview(later);
  const chosen = comparison?.changed.filter(({ name }) => !name.endsWith('4')).map(({ userId }) => userId);
  const choices = { fingerprint: comparison?.fingerprint, correct: { extraTime: chosen }, takeOut: [] };
  const importId = await place(later, choices);
  expect(await given()).toEqual(['1.25', '1.5', '30 min', '15 min', '20 min']);
  expect(await mails()).toBe(2);
  await send();

  const unentitled = await portal.as('admin', 3);
  const theirs = await look(importId, unentitled);
  expect(theirs.counts.extraTimes).toBeUndefined();
  expect(theirs.stays.outOfReach).toBe(2);
  // Somebody changes the second person's meanwhile, which stays.
  const params = { systemId: 3, examId: exam.id, userId: chosen?.[1] ?? 0 };
  await admin.call(setExtraTime, { params, body: { extraTime: { minutes: 50, factor: null } } });
  await send();
  const seen = await look(importId);
  expect(seen.counts).toMatchObject({ extraTimes: 1, corrections: 0 });
  expect(seen.rows.map(({ takes }) => takes.join())).toEqual(['extraTime', '', '', '', '']);
  expect((await undo(importId, seen.fingerprint)).status).toBe(200);
  expect(await given()).toEqual(['1.33', '50 min', '30 min', '15 min', '20 min']);
  expect(await mails()).toBe(1);
});

it('the undo of a list takes away the extra time that it gave to people who were there', async () => {
  const { place, given, look, undo } = await openExam('Retour');
  const importId = await place(later);
  const seen = await look(importId);
  expect(seen.counts.extraTimes).toBe(1);
  await undo(importId, seen.fingerprint);
  expect(await given()).toEqual(['1.33', '1.25', '30 min', null, '20 min']);
});

it('a later list names the changed extra time of somebody with a new address, and changes it with that address', async () => {
  const { exam, given } = await openExam('Adresse');
  const form = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
  const listOf = (email: string, cell: string) => ({
    name: 'liste.csv',
    bytes: `Prénom;Nom;Courriel;Numéro d’étudiant;Temps supplémentaire\nNoé;Zola;${email};0380001;${cell}`,
  });
  await admin.call(importCandidates, { body: form, file: listOf('zola.noe@etu.example.ca', '30 min') });
  expect((await given()).at(-1)).toBe('30 min');
  const file = listOf('zola.n@etu.example.ca', '45 min');
  const { comparison } = (await admin.call(previewImport, { body: { ...form, compare: true }, file }))
    .reply as Preview;
  expect(comparison?.changed.map(({ part, from, to }) => [part, from, to])).toEqual([
    ['email', 'zola.noe@etu.example.ca', 'zola.n@etu.example.ca'],
    ['extraTime', '30 min', '45 min'],
  ]);
  const chosen = [comparison?.changed[0]?.userId ?? 0];
  const choices = {
    fingerprint: comparison?.fingerprint ?? '',
    correct: { email: chosen, extraTime: chosen },
  };
  const answer = await admin.call(importCandidates, { body: { ...form, choices }, file });
  expect(answer.status, answer.raw).toBe(200);
  expect((await given()).at(-1)).toBe('45 min');
});
