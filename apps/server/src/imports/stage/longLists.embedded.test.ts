import { createExamSpace } from '@guichet/contract/exams/exams';
import { importCandidates, longListRows, previewImport } from '@guichet/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let courseId: string;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  courseId = await makeExam('Longues listes');
});
afterAll(() => portal.close());

async function makeExam(title: string): Promise<string> {
  const body = { title, examDate: '2027-04-30' };
  return (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply.courseId;
}

function list(rows: number, salt: string) {
  const lines = Array.from({ length: rows }, (_, n) => `Zoé;Côté ${n};${salt}${n}@etu.example.ca`);
  return { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\r\n') };
}
const form = (selectedCourse = courseId) => ({
  systemId: 3,
  languageId: 'fr' as const,
  selectedCourse,
  sendEmail: true,
});

/** The CPU time of an import with mails, in milliseconds; other processes do not affect it. */
async function costOf(rows: number, salt: string, course = courseId): Promise<number> {
  const file = list(rows, salt);
  const began = process.cpuUsage();
  const { reply } = await admin.call(importCandidates, { body: form(course), file });
  const { user, system } = process.cpuUsage(began);
  expect(reply).toBe(rows);
  return (user + system) / 1000;
}

async function leastOf(rounds: number, rows: number, salt: string): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) costs.push(await costOf(rows, `${salt}${round}x`));
  return Math.min(...costs);
}

/** The number of accounts and enrolments that an import into a new exam space reads. */
async function readsOf(rows: number, salt: string): Promise<number> {
  const course = await makeExam(salt);
  const before = await countReads();
  await costOf(rows, salt, course);
  return (await countReads()) - before;
}

async function countReads(): Promise<number> {
  const { read } = portal.context.database;
  // The counters of a statement become visible to the next statement.
  await sql`select pg_stat_force_next_flush()`.execute(read);
  const { rows } = await sql<{ rows: number }>`
    select sum(idx_tup_fetch + seq_tup_read)::int as rows from pg_stat_user_tables
    where relname in ('users', 'enrolments')`.execute(read);
  return rows[0]?.rows ?? 0;
}

it('an import is not slower after a long one, since no dead rows stay in the stage', async () => {
  const first = await leastOf(3, 300, 'first');
  const firstReads = await readsOf(300, 'looked');
  await costOf(9000, 'long');
  const { rows } = await sql<{ size: number }>`
    select pg_relation_size('staged_candidates')::int as size`.execute(portal.context.database.read);
  expect(rows).toEqual([{ size: 0 }]);
  expect(await leastOf(3, 300, 'last')).toBeLessThan(first * 1.8);
  // An index finds people; a scan would read all of them.
  expect(await readsOf(300, 'sought')).toBeLessThan(firstReads + 3000);
});

it('the preview of a long list warns that others wait while it is written', async () => {
  const tell = async (rows: number) =>
    (await admin.call(previewImport, { body: form(), file: list(rows, 'seen') })).reply;
  expect(await tell(longListRows)).toMatchObject({ holdsOthersUp: false });
  expect(await tell(longListRows + 1)).toMatchObject({ holdsOthersUp: true });
});
