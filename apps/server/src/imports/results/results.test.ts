import { listCandidates } from '@guichet/contract/exams/places';
import { setResults } from '@guichet/contract/exams/results.grades';
import { exportResults, previewResults } from '@guichet/contract/imports/imports.results';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';
import { testLimits } from '../fixtures/readAll.ts';
import { readResults } from '../rows/readResults.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
let [zoe, noe, ana]: number[] = [];
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  zoe = await makePerson(portal, { email: 'zoe@etu.example.ca', studentNumber: '00123' });
  noe = await makePerson(portal, { email: 'noe@etu.example.ca', firstName: '=cmd', lastName: 'Roy' });
  ana = await makePerson(portal, { email: 'ana@etu.example.ca' });
  examId = (await makePlainExam(portal, { userIds: [zoe, noe, ana], attested: [noe] })).id;
});
afterAll(() => portal.close());

const params = () => ({ systemId: 3, examId });
const preview = (list: string, who = admin, of = params()) =>
  who.call(previewResults, { params: of, body: {}, file: { name: 'liste.csv', bytes: list } });
const set = (marks: { marked: number[]; unmarked: number[] }, who = admin, of = params()) =>
  who.call(setResults, { params: of, body: marks });
const marked = async () => {
  const { reply } = await admin.call(listCandidates, { params: params() });
  return reply.filter(({ isAttested }) => isAttested).map(({ id }) => id);
};
const list = 'No étudiant;Courriel;Réussite\n123;;oui\n;noe@etu.example.ca;non\n;inconnu@example.ca;oui';

it('is checked first, which changes nothing, then done in one step with its audit lines, and undone', async () => {
  const { reply } = await preview(list);
  expect(reply).toMatchObject({ outcome: 'read', absent: 1, hiddenRows: 0 });
  const rows = reply.outcome === 'read' ? reply.rows : [];
  expect(rows.map(({ userId, from, to, outcome }) => [userId, from, to, outcome])).toEqual([
    [zoe, false, true, 'marked'],
    [noe, true, false, 'unmarked'],
    [null, null, null, 'unknown'],
  ]);
  expect(await marked()).toEqual([noe]);
  const marks = { marked: [zoe ?? 0], unmarked: [noe ?? 0] };
  expect((await set(marks)).reply).toEqual(marks);
  expect(await marked()).toEqual([zoe]);
  expect((await set(marks)).reply).toEqual({ marked: [], unmarked: [] });
  expect((await set({ marked: marks.unmarked, unmarked: marks.marked })).reply).toEqual({
    marked: marks.unmarked,
    unmarked: marks.marked,
  });
  expect(await marked()).toEqual([noe]);
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'system_id', 'detail'])
    .where('subject', '=', `exam:${examId}`)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action, system_id, detail }) => [action, system_id, detail.userIds])).toEqual([
    ['candidates.attestationTakenBack', 3, [noe]],
    ['candidates.attested', 3, [zoe]],
    ['candidates.attestationTakenBack', 3, [zoe]],
    ['candidates.attested', 3, [noe]],
  ]);
});

it('marks all or none, not before the day of the exam, and nobody of another exam', async () => {
  const stranger = await makePerson(portal);
  expect((await set({ marked: [zoe ?? 0, stranger], unmarked: [noe ?? 0] })).problem.code).toBe(
    'user.notFound',
  );
  expect(await marked()).toEqual([noe]);
  const ahead = await makePlainExam(portal, { examDate: '2027-01-12', userIds: [zoe ?? 0] });
  const of = { systemId: 3, examId: ahead.id };
  expect((await preview(list, admin, of)).problem.code).toBe('exam.examAhead');
  expect((await set({ marked: [zoe ?? 0], unmarked: [] }, admin, of)).problem.code).toBe('exam.examAhead');
});

it('a file that cannot be read says why', async () => {
  expect((await preview('Courriel;Nom\na@b.ca;Roy')).reply).toMatchObject({
    outcome: 'unreadable',
    problem: { code: 'import.noResultColumn' },
  });
});

it.each(['xlsx', 'csv'] as const)(
  'is exported as %s and read back unchanged, without a formula',
  async (format) => {
    const { status, bytes, headers } = await admin.call(exportResults, {
      params: params(),
      query: { format },
    });
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(new RegExp(`''attestations%20\\d{4}-\\d\\d-\\d\\d%20Hiver%202027\\.${format}$`)),
    ]);
    const { detail, ...line } = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'subject', 'actor_id as actorId', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ action: 'list.exported', subject: `exam:${examId}`, actorId: admin.userId });
    expect(detail).toMatchObject({ fileName: expect.stringContaining(format), rows: 3 });
    const { rows, problems } = readResults(bytes, `attestations.${format}`, testLimits);
    expect(problems).toEqual([]);
    expect(rows.map(({ email, studentNumber, result }) => [email, studentNumber, result])).toEqual(
      expect.arrayContaining([
        ['zoe@etu.example.ca', '00123', false],
        ['noe@etu.example.ca', null, true],
      ]),
    );
    if (format === 'csv') {
      const text = bytes.toString('utf8');
      expect(text).toMatch(/^\uFEFFNo d’étudiant;Nom;Prénom;Courriel;Attestation;Marquée le\r\n/);
      expect(text).toContain(";Roy;'=cmd;noe@etu.example.ca;Oui;11/01/2027 10\u00a0h\r\n");
      const english = await admin.call(exportResults, {
        params: params(),
        query: { format },
        headers: { 'accept-language': 'en' },
      });
      expect(english.bytes.toString('utf8')).toContain(',Yes,2027-01-11 10:00\u00a0a.m.\r\n');
    } else {
      expect(bytes.toString('latin1')).not.toContain('<f>');
      const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
      // 2027-01-11 10:00, as spreadsheets count days and parts of them.
      expect(sheet).toMatch(/<v>46398\.41666/);
    }
    const file = { name: `attestations.${format}`, bytes };
    const again = await admin.call(previewResults, { params: params(), body: {}, file });
    expect(again.reply).toMatchObject({ counts: { same: 3, marked: 0, unmarked: 0 } });
  },
);

it('is for an admin of the system', async () => {
  const others = [await portal.as('support', 3), await portal.as('student', 3), await portal.as('admin', 2)];
  for (const who of [portal.nobody, ...others]) {
    const status = who === portal.nobody ? 401 : 403;
    expect((await preview(list, who)).status).toBe(status);
    expect((await set({ marked: [zoe ?? 0], unmarked: [] }, who)).status).toBe(status);
    expect((await who.call(exportResults, { params: params() })).status).toBe(status);
  }
  const elsewhere = { systemId: 2, examId };
  const other = await portal.as('admin', 2);
  expect((await preview(list, other, elsewhere)).problem.code).toBe('exam.notFound');
  expect((await other.call(exportResults, { params: elsewhere })).problem.code).toBe('exam.notFound');
  expect(await marked()).toEqual([noe]);
});
