import { randomUUID } from 'node:crypto';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { previewLetter, sendLetter } from '@guichet/contract/exams/letters';
import { listCandidates } from '@guichet/contract/exams/places';
import { correctListValues, listKeptColumns } from '@guichet/contract/exams/places.listValues';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import type { ColumnMatch } from '@guichet/contract/imports/imports.columns';
import type { ListChoices } from '@guichet/contract/imports/imports.comparison';
import { saveMessage } from '@guichet/contract/mail/messages';
import { getMail } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { systemTransaction } from '../core/audit/audit.service.ts';
import { dump, undoDesk } from './fixtures/undoTestbed.ts';

let portal: TestPortal;
let admin: Caller;
let desk: ReturnType<typeof undoDesk>;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  desk = undoDesk(admin);
});
afterAll(() => portal.close());

const match: ColumnMatch = { lastName: 0, firstName: 1, email: 2, 'list.Groupe': 3, 'list.No de siège': 4 };
const line = (name: string, group = '', seat = '') =>
  `Essai;${name};${name.toLowerCase()}@etu.example.ca;${group};${seat}`;
const fileOf = (lines: readonly string[], head = 'Nom;Prénom;Courriel;Groupe;No de siège') => ({
  name: 'liste.csv',
  bytes: [head, ...lines].join('\r\n'),
});
async function makeExam(title: string) {
  const body = { title, examDate: '2027-04-30' };
  return (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
}
const orderOf = (selectedCourse: string) => ({
  ...{ systemId: 3, languageId: 'fr' as const, selectedCourse, headingLine: 1, columns: match },
  sendEmail: false,
});
const look = async (courseId: string, lines: readonly string[], more = {}) => {
  const body = { ...orderOf(courseId), compare: true, ...more };
  return admin.call(previewImport, { body, file: fileOf(lines) });
};
async function bring(courseId: string, lines: readonly string[], more = {}) {
  const importId = randomUUID();
  const body = { ...orderOf(courseId), importId, sendEmail: false, ...more };
  return { importId, ...(await admin.call(importCandidates, { body, file: fileOf(lines) })) };
}
async function valuesIn(examId: number) {
  const { reply } = await admin.call(listCandidates, { params: { systemId: 3, examId }, query: {} });
  return Object.fromEntries(reply.map(({ firstName, listValues }) => [firstName, listValues]));
}
async function idOf(examId: number, name: string) {
  const { reply } = await admin.call(listCandidates, { params: { systemId: 3, examId }, query: {} });
  return reply.find(({ firstName }) => firstName === name)?.id ?? 0;
}
const letter = (body: string) => ({
  ...{ subjectFr: 'Votre groupe : {{list.Groupe}}', bodyFr: body, subjectEn: '', bodyEn: '' },
  audience: 'all' as const,
});
async function mailsOf(examId: number) {
  const { rows } = await sql<{ recipient: string; variables: { listValues?: unknown } }>`
    select recipient, variables from outgoing_mails where exam_id = ${examId} order by id`.execute(
    portal.context.database.read,
  );
  return rows.map(({ recipient, variables }) => [recipient, variables.listValues]);
}

it('keeps chosen columns with the enrolment, and remembers them with the layout', async () => {
  const exam = await makeExam('Colonnes gardées');
  const lines = [line('Ada', 'A', '12'), line('Bea', '', '1'), line('Cyr')];
  const seen = await look(exam.courseId, lines);
  expect(seen.reply).toMatchObject({
    rows: [{ listValues: { Groupe: 'A', 'No de siège': '12' } }, { listValues: { 'No de siège': '1' } }, {}],
    file: { recognised: expect.arrayContaining([{ heading: 'Groupe', field: 'list.Groupe' }]) },
  });
  expect((await bring(exam.courseId, lines)).reply).toBe(3);
  const values = { Ada: { Groupe: 'A', 'No de siège': '12' }, Bea: { 'No de siège': '1' }, Cyr: undefined };
  expect(await valuesIn(exam.id)).toEqual(values);
  const columns = await admin.call(listKeptColumns, { params: { systemId: 3, examId: exam.id } });
  expect(columns.reply).toEqual(['Groupe', 'No de siège']);
  const body = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
  const again = await admin.call(previewImport, { body, file: fileOf([line('Dan', 'B')]) });
  expect(again.reply).toMatchObject({ columns: { remembered: { columns: match } } });
});

it('refuses too many columns, too long values, contradictions and extra time, and imports nothing', async () => {
  const exam = await makeExam('Colonnes refusées');
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`list.C${at}`, at + 3]));
  const tooMany = await look(exam.courseId, [line('Ada')], { columns: { ...match, ...many } });
  expect(tooMany).toMatchObject({ status: 400, problem: { errors: [{ messageKey: 'columnsKept' }] } });
  const long = await bring(exam.courseId, [line('Ada', 'x'.repeat(201))]);
  expect(long.reply).toMatchObject({
    problems: [
      { code: 'import.textTooLong', field: 'list.Groupe', column: 'Groupe', params: { limit: 200 } },
    ],
  });
  const twice = await bring(exam.courseId, [line('Ada', 'A'), line('Ada', 'B')]);
  expect(twice.reply).toMatchObject({
    problems: [{ line: 3, code: 'import.listValueTwice', column: 'Groupe' }],
  });
  const head = 'Nom;Prénom;Courriel;Temps supplémentaire;Siège';
  const body = { ...orderOf(exam.courseId), sendEmail: false };
  const holder = await portal.superAdmin();
  const secret = await holder.call(importCandidates, { body, file: fileOf([line('Ada', '25')], head) });
  expect(secret.reply).toMatchObject({ problems: [{ code: 'import.columnNotKept' }] });
  expect(secret.raw).not.toContain('"25"');
  expect(await valuesIn(exam.id)).toEqual({});
});

it('takes another spelling of a kept column for the same, and at most ten in an exam', async () => {
  const exam = await makeExam('Dix colonnes');
  await bring(exam.courseId, [line('Ada', 'A')]);
  await bring(exam.courseId, [line('Bea', 'B')], {
    columns: { lastName: 0, firstName: 1, email: 2, 'list.GROUPE': 3 },
  });
  expect(await valuesIn(exam.id)).toEqual({ Ada: { Groupe: 'A' }, Bea: { Groupe: 'B' } });
  const names = Array.from({ length: 10 }, (_, at) => `Colonne ${at}`);
  const columns = Object.fromEntries(names.map((name, at) => [`list.${name}`, at + 3]));
  const order = { ...orderOf(exam.courseId), columns: { lastName: 0, firstName: 1, email: 2, ...columns } };
  const file = fileOf([line('Cyr')], ['Nom;Prénom;Courriel', ...names].join(';'));
  const full = await admin.call(previewImport, { body: order, file });
  expect(full).toMatchObject({ status: 422, problem: { code: 'exam.keptColumnsFull' } });
});

it('fills the values into mails, escaped, and tells how many would leave with an empty one', async () => {
  const exam = await makeExam('Lettre aux groupes');
  await bring(exam.courseId, [line('Ada', '<b>A&B</b>', '1'), line('Bea', '', '2'), line('Cyr', 'C')]);
  const typed = letter('<p>Groupe {{ list.groupe }}, siège {{list.No de siège}}, {{list.Salle}}.</p>');
  const params = { systemId: 3, examId: exam.id };
  const seen = await admin.call(previewLetter, { params, body: typed });
  expect(seen.reply.forecast.fr.withoutValue).toEqual([
    { column: 'Groupe', people: 1 },
    { column: 'groupe', people: 1 },
    { column: 'No de siège', people: 1 },
    { column: 'Salle', people: 3 },
  ]);
  expect(seen.reply.mails.fr?.html).toContain('Groupe «&nbsp;groupe&nbsp;»'.replaceAll('&nbsp;', '\u00a0'));
  await admin.call(sendLetter, { params, body: { ...typed, requestId: randomUUID() } });
  const { rows } = await sql<{ id: number }>`
    select id from outgoing_mails where exam_id = ${exam.id} and recipient like 'ada@%'`.execute(
    portal.context.database.read,
  );
  const ada = await admin.call(getMail, { params: { mailId: rows[0]?.id ?? 0 } });
  expect(ada.reply.subject).toBe('Votre groupe : <b>A&B</b>');
  expect(ada.reply.html).toContain('<p>Groupe &#60;b&#62;A&#38;B&#60;/b&#62;, siège 1, .</p>');
});

it('tells in the preview of an import whom the list gives no value', async () => {
  const exam = await makeExam('Liste incomplète');
  const text = { subject: 'Siège {{list.no de siège}}', body: '<p>Bonjour</p>' };
  await admin.call(saveMessage, { params: { systemId: 3, languageId: 'fr' }, body: text });
  const { reply } = await look(exam.courseId, [line('Ada', 'A'), line('Bea', 'B', '2')], { sendEmail: true });
  expect(reply).toMatchObject({ forecast: { fr: { withoutValue: [{ column: 'no de siège', people: 1 }] } } });
});

it('corrects a value with an audit line, also in mails that have yet to leave', async () => {
  const exam = await makeExam('Valeurs corrigées');
  await bring(exam.courseId, [line('Ada', 'A', '1')], { sendEmail: true });
  expect(await mailsOf(exam.id)).toEqual([['ada@etu.example.ca', { Groupe: 'A', 'No de siège': '1' }]]);
  const userId = await idOf(exam.id, 'Ada');
  const params = { systemId: 3, examId: exam.id, userId };
  const correct = (listValues: Record<string, string>, who = admin) =>
    who.call(correctListValues, { params, body: { listValues } });
  expect((await correct({ Groupe: ' B ', 'No de siège': '' })).reply).toBe(true);
  expect(await valuesIn(exam.id)).toEqual({ Ada: { Groupe: 'B' } });
  expect(await mailsOf(exam.id)).toEqual([['ada@etu.example.ca', { Groupe: 'B' }]]);
  const { rows } = await sql<{ detail: unknown }>`
    select detail from audit_lines where action = 'candidate.listValuesCorrected'`.execute(
    portal.context.database.read,
  );
  const [entry] = rows;
  expect(entry?.detail).toMatchObject({
    listValues: { Groupe: { from: 'A', to: 'B' }, 'No de siège': { from: '1', to: '' } },
  });
  expect((await correct({ Salle: 'X' })).status).toBe(400);
  expect((await correct({ Groupe: 'x'.repeat(201) })).status).toBe(400);
  expect((await correct({ Groupe: 'C' }, await portal.as('support', 3))).status).toBe(403);
});

it('shows what a second list has otherwise, and its undo takes it back whole', async () => {
  const exam = await makeExam('Seconde liste');
  await bring(exam.courseId, [line('Ada', 'A', '1'), line('Bea', 'B', '2'), line('Cyr', 'C', '3')]);
  const second = [line('Ada', 'Z', '1'), line('Bea', 'B', '22'), line('Cyr')];
  const seen = await look(exam.courseId, second);
  if (!(seen.reply && 'comparison' in seen.reply && seen.reply.comparison)) throw new Error(seen.raw);
  const { changed, fingerprint, unchanged } = seen.reply.comparison;
  expect(changed).toMatchObject([
    { part: 'list', from: 'Groupe A', to: 'Groupe Z', isAllowed: true, isProbable: true },
    { part: 'list', from: 'No de siège 2', to: 'No de siège 22' },
  ]);
  expect(unchanged).toBe(1);
  const before = await dump(portal.context.database.read);
  const choices = { fingerprint, correct: { list: [changed[0]?.userId ?? 0] } };
  const { importId, reply } = await bring(exam.courseId, second, { choices });
  expect(reply).toBe(0);
  expect((await valuesIn(exam.id)).Ada).toEqual({ Groupe: 'Z', 'No de siège': '1' });
  const undo = await desk.look(importId);
  expect(undo.counts.corrections).toBe(1);
  expect((await desk.undo(importId, undo.fingerprint)).status).toBe(200);
  const after = await dump(portal.context.database.read);
  expect(after.get('enrolments')).toEqual(before.get('enrolments'));
});

it('keeps the columns of a person whose new address waits for a link, and its undo takes them back', async () => {
  const exam = await makeExam('Nouvelle adresse');
  const columns = { ...match, studentNumber: 5 };
  const head = 'Nom;Prénom;Courriel;Groupe;No de siège;No étudiant';
  const numbered = (email: string, group: string) => ({
    file: fileOf([`Essai;Ada;${email}@etu.example.ca;${group};1;0370001`], head),
    body: { ...orderOf(exam.courseId), columns, compare: true },
  });
  const place = async (
    { body: { compare: _, ...body }, file }: ReturnType<typeof numbered>,
    choices?: ListChoices,
  ) => {
    const importId = randomUUID();
    await admin.call(importCandidates, { body: { ...body, importId, ...(choices && { choices }) }, file });
    return importId;
  };
  await place(numbered('ada.attend', 'A'));
  await systemTransaction(portal.context, (tx) =>
    sql`update users set last_visit_at = now() where email = 'ada.attend@etu.example.ca'`.execute(tx),
  );
  const second = numbered('ada.nouvelle', 'Groupe B');
  const { raw, reply } = await admin.call(previewImport, second);
  if (!(reply && 'comparison' in reply && reply.comparison)) throw new Error(raw);
  const { changed, fingerprint, unchanged } = reply.comparison;
  expect([unchanged, changed.map(({ part, from, to }) => [part, from, to])]).toEqual([
    0,
    [
      ['email', 'ada.attend@etu.example.ca', 'ada.nouvelle@etu.example.ca'],
      ['list', 'Groupe A', 'Groupe B'],
    ],
  ]);
  const [userId = 0] = changed.map((one) => one.userId);
  const importId = await place(second, { fingerprint, correct: { email: [userId], list: [userId] } });
  expect(await valuesIn(exam.id)).toEqual({ Ada: { Groupe: 'Groupe B', 'No de siège': '1' } });
  const { counts, fingerprint: undoing } = await desk.look(importId);
  expect(counts.corrections).toBe(1);
  await desk.undo(importId, undoing);
  expect(await valuesIn(exam.id)).toEqual({ Ada: { Groupe: 'A', 'No de siège': '1' } });
});

it('does not take out by an undo whose value somebody has corrected since', async () => {
  const exam = await makeExam('Corrigé depuis');
  const { importId } = await bring(exam.courseId, [line('Ada', 'A'), line('Bea', 'B')]);
  const params = { systemId: 3, examId: exam.id, userId: await idOf(exam.id, 'Ada') };
  await admin.call(correctListValues, { params, body: { listValues: { Groupe: 'Q' } } });
  expect((await desk.look(importId)).counts.enrolments).toBe(1);
});

it('takes the values along to another exam', async () => {
  const [from, to] = [await makeExam('De'), await makeExam('Vers')];
  await bring(from.courseId, [line('Ada', 'A', '7')]);
  const body = {
    userIds: [await idOf(from.id, 'Ada')],
    removalId: randomUUID(),
    toExamId: to.id,
    sendEmail: false,
  };
  await admin.call(moveCandidates, { params: { systemId: 3, examId: from.id }, body });
  expect(await valuesIn(to.id)).toEqual({ Ada: { Groupe: 'A', 'No de siège': '7' } });
});
