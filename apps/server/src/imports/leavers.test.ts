import { createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import {
  importCandidates,
  type Preview,
  previewImport,
  type Refusal,
} from '@guichet/contract/imports/imports';
import type { LeaverAnswer } from '@guichet/contract/imports/imports.edits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

async function makeExam(title: string) {
  const body = { title, examDate: '2027-04-30' };
  return (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
}

const list = (...rows: string[]) => ({
  name: 'liste.csv',
  bytes: ['Nom;Prénom;Courriel;Statut', ...rows].join('\r\n'),
});
const withLeavers = list(
  'Gagnon;Hugo;hugo.left@etu.example.ca;Inscrit',
  'Fortin;Sarah;sarah.left@etu.example.ca;Abandon',
  'Boisvert;Léa;lea.left@etu.example.ca;Inscrite',
  'Caron;;pas une adresse;Annulé',
);
const bodyOf = (selectedCourse: string, leavers?: LeaverAnswer) => ({
  ...{ systemId: 3, languageId: 'fr' as const, selectedCourse, sendEmail: true },
  ...(leavers && { leavers }),
});
const look = async (courseId: string, file: typeof withLeavers, leavers?: LeaverAnswer) =>
  JSON.parse((await admin.call(previewImport, { body: bodyOf(courseId, leavers), file })).raw) as Preview &
    Refusal;
const peopleIn = async (examId: number) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply
    .map(({ lastName }) => lastName)
    .toSorted();
const mailsTo = async (address: string) => {
  const { rows } = await sql`select 1 from outgoing_mails where recipient = ${address}`.execute(
    portal.context.database.read,
  );
  return rows.length;
};

describe('a list that says that some people have left', () => {
  it('is refused with one question that names them, by the preview and by the import, and enrols nobody', async () => {
    const { courseId, id } = await makeExam('Question');
    const preview = await look(courseId, withLeavers);
    expect(preview.problems.filter(({ line }) => line === null)).toMatchObject([
      { code: 'import.leavers', params: { count: 2 } },
    ]);
    expect(preview.file?.leavers).toEqual({
      count: 2,
      answer: 'unanswered',
      people: [
        {
          line: 3,
          name: 'Sarah Fortin',
          email: 'sarah.left@etu.example.ca',
          column: 'Statut',
          text: 'Abandon',
        },
        { line: 5, name: 'Caron', email: 'pas une adresse', column: 'Statut', text: 'Annulé' },
      ],
    });
    const refused = await admin.call(importCandidates, { body: bodyOf(courseId), file: withLeavers });
    expect(refused.status).toBe(422);
    expect(await peopleIn(id)).toEqual([]);
  });

  it('leaves them out when asked to: neither enrolled nor mailed, and what is wrong in their lines does not count', async () => {
    const { courseId, id } = await makeExam('Laisser de côté');
    const preview = await look(courseId, withLeavers, 'leaveOut');
    expect(preview.counts).toMatchObject({ newAccount: 2 });
    expect(preview.file.leavers).toMatchObject({ count: 2, answer: 'leaveOut' });
    const { reply } = await admin.call(importCandidates, {
      body: bodyOf(courseId, 'leaveOut'),
      file: withLeavers,
    });
    expect(reply).toBe(2);
    expect(await peopleIn(id)).toEqual(['Boisvert', 'Gagnon']);
    expect(await mailsTo('sarah.left@etu.example.ca')).toBe(0);
    const { rows } = await sql<{ detail: object }>`
      select detail from audit_lines where action = 'candidates.imported'`.execute(
      portal.context.database.read,
    );
    expect(rows[0]?.detail).toMatchObject({ leavers: 2, leaversAnswer: 'leaveOut' });
  });

  it('takes them when asked to', async () => {
    const { courseId, id } = await makeExam('Prendre');
    const file = list(
      'Gagnon;Hugo;hugo.taken@etu.example.ca;Inscrit',
      'Fortin;Sarah;sarah.taken@etu.example.ca;Abandon',
    );
    expect((await look(courseId, file, 'take')).file.leavers).toMatchObject({ count: 1, answer: 'take' });
    const { reply } = await admin.call(importCandidates, { body: bodyOf(courseId, 'take'), file });
    expect(reply).toBe(2);
    expect(await peopleIn(id)).toEqual(['Fortin', 'Gagnon']);
  });

  it('has nobody left to import when all have left; without such people nothing is asked', async () => {
    const { courseId } = await makeExam('Plus personne');
    const all = list('Roy;Ana;ana.left@etu.example.ca;Retiré');
    expect((await look(courseId, all, 'leaveOut')).problems).toMatchObject([
      { code: 'import.allLeft', params: { count: 1 } },
    ]);
    const none = await look(courseId, list('Roy;Ana;ana.left@etu.example.ca;Inscrite'));
    expect(none.file.leavers).toBeUndefined();
    expect(none.counts.newAccount).toBe(1);
  });
});
