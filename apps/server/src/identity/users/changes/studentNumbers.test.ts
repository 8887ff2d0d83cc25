import type { BodyOf } from '@guichet/contract/core/endpoint';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { createUser } from '@guichet/contract/identity/account.given';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { correctUser, getUserInfo } from '@guichet/contract/identity/users.changes';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { insertStagedUsers } from '../users.queries.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
let order: BodyOf<typeof importCandidates>;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  const body = { title: 'Hiver 2027', examDate: '2027-05-03' };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  examId = exam.id;
  order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
  const lines = [
    'Ana;Roy;ana@etu.example.ca;0300 123 456',
    'Bob;Roy;bob@etu.example.ca;E-77Ab',
    'Cléo;Roy;cleo@etu.example.ca;',
  ];
  const bytes = ['Prénom;Nom;Courriel;Numéro étudiant', ...lines].join('\n');
  expect((await admin.call(importCandidates, { body: order, file: { name: 'l.csv', bytes } })).reply).toBe(3);
});
afterAll(() => portal.close());

async function found(searchTerm: string) {
  const { reply } = await admin.call(searchUsers, { body: { filters: [{ searchTerm }] } });
  return reply.data.map(({ email, studentNumber }) => [email.split('@', 1)[0], studentNumber]);
}

it('is in the preview of an import', async () => {
  const bytes = 'Prénom;Nom;Courriel;Numéro étudiant\nDia;Roy;dia@etu.example.ca;0300 123 457';
  const { reply } = await admin.call(previewImport, { body: order, file: { name: 'l.csv', bytes } });
  expect('rows' in reply && reply.rows[0]?.more).toMatchObject({ studentNumber: '0300123457' });
});

it('any other staged text of a candidate is copied to their new account', async () => {
  const lines = { stageId: portal.context.clock.uuid(), after: 0, upTo: 2 };
  const now = portal.context.clock.now();
  const stored = await portal.context.database.transact(async (tx) => {
    await sql`
      insert into staged_candidates (stage_id, line, email, email_key, first_name, last_name, sort_name, search_text,
                                     more, staged_at)
      select ${lines.stageId}::uuid, line, email, email, 'Eva', 'Roy', 'roy eva', 'eva roy', more::jsonb, ${now}
      from (values (1, 'eva@x.ca', '{"profession": "Droit", "profession_key": "droit"}'), (2, 'fay@x.ca', null)) as v (line, email, more)`.execute(
      tx,
    );
    await insertStagedUsers(tx, lines, {
      defaultLanguage: 'fr',
      more: ['profession', 'profession_key'],
      now,
    });
    await sql`delete from staged_candidates where stage_id = ${lines.stageId}::uuid`.execute(tx);
    return sql`select email, profession from users where email like '%@x.ca' order by email`.execute(tx);
  });
  expect(stored.rows).toEqual([
    { email: 'eva@x.ca', profession: 'Droit' },
    { email: 'fay@x.ca', profession: null },
  ]);
});

it('is in the lists of an exam and of a system, in the search and in the person’s details', async () => {
  const { reply: candidates } = await admin.call(listCandidates, { params: { systemId: 3, examId } });
  expect(candidates.map(({ studentNumber }) => studentNumber)).toEqual(['0300123456', 'E-77Ab', null]);
  const { reply: everybody } = await admin.call(listSystemUsers, { params: { systemId: 3 } });
  expect(everybody.find(({ firstName }) => firstName === 'Bob')?.studentNumber).toBe('E-77Ab');
  const id = candidates[0]?.id ?? 0;
  expect((await admin.call(getUserInfo, { body: { id } })).reply.studentNumber).toBe('0300123456');
});

it('is found by all or part of it, in any case, together with a name, and does not affect the order', async () => {
  expect(await found('0300123456')).toEqual([['ana', '0300123456']]);
  expect(await found('00123')).toEqual([['ana', '0300123456']]);
  expect(await found('e-77aB')).toEqual([['bob', 'E-77Ab']]);
  expect(await found('roy bob 77')).toEqual([['bob', 'E-77Ab']]);
  expect(await found('ana 77')).toEqual([]);
  expect((await found('roy')).map(([name]) => name)).toEqual(['ana', 'bob', 'cleo']);
});

it('is still found after the name was corrected', async () => {
  const { reply } = await admin.call(searchUsers, { body: { filters: [{ searchTerm: '77ab' }] } });
  const body = { id: reply.data[0]?.id ?? 0, firstName: 'Robert', lastName: 'Roy', profession: null };
  await admin.call(correctUser, { body: { ...body, languageId: 'fr', newsLetter: false } });
  expect(await found('robert e-77')).toEqual([['bob', 'E-77Ab']]);
});

it('of a new account is stored with it, and found', async () => {
  const password = { newPassword: 'Nouveau#Volet1', confirmNewPassword: 'Nouveau#Volet1' };
  const person = { userName: 'dan@etu.example.ca', firstName: 'Dan', lastName: 'Roy', roleList: ['DC'] };
  const mail = { sendEmail: false, languageId: 'fr' } as const;
  const body = { ...person, ...password, ...mail, studentNumber: '0300 88 99' };
  const { status, raw } = await admin.call(createUser, { body });
  expect(status, raw).toBe(200);
  expect(await found('3008899')).toEqual([['dan', '03008899']]);
});
