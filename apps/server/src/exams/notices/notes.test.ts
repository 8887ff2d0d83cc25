import { randomUUID } from 'node:crypto';
import { cancelExam, cancelWithNote, createExamSpace, reactivateExam } from '@guichet/contract/exams/exams';
import { previewNotice } from '@guichet/contract/exams/notices';
import { listCandidates, unenrol } from '@guichet/contract/exams/places';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { importCandidates } from '@guichet/contract/imports/imports';
import { getMail } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';

let portal: TestPortal;
let admin: Caller;
let examId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

/** An exam with Zoé, who reads French, and Ann, who reads English; a mail about it has left to both. */
beforeEach(async () => {
  const body = { title: 'Hiver', titleEn: 'Winter', examDate: '2027-05-03' };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  examId = exam.id;
  const lines = [`Zoé;Côté;zoe${examId}@etu.example.ca;F`, `Ann;Lee;ann${examId}@etu.example.ca;E`];
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel;Langue', ...lines].join('\n') };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  await admin.call(importCandidates, { body: order, file });
  await systemTransaction(portal.context, (tx) =>
    sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${examId}`.execute(tx),
  );
});

const params = () => ({ systemId: 3, examId });
const noteFr = 'Reprise le 10 mai, même salle.\nÉcrivez à <examens@exemple.ca> & gardez {{firstName}}.';
const noteEn = 'It will be held on May 10.';

/** The outgoing mail of a kind in each language. */
async function mailsOf(kind: string) {
  const rows = await portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['o.id', 'm.language'])
    .where('o.exam_id', '=', examId)
    .where('m.purpose', '=', kind)
    .execute();
  const read = async (language: string) =>
    (
      await admin.call(getMail, {
        params: { mailId: rows.find((row) => row.language === language)?.id ?? 0 },
      })
    ).reply;
  return { fr: await read('fr'), en: await read('en') };
}
const detailOf = async (action: string) =>
  (
    await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('subject', '=', `exam:${examId}`)
      .where('action', '=', action)
      .executeTakeFirstOrThrow()
  ).detail;

const paragraph =
  '<p>Reprise le 10 mai, même salle.<br>\nÉcrivez à &#60;examens@exemple.ca&#62; &#38; gardez {{firstName}}.</p>';

it('a note of the sender is a paragraph of the mail about a cancellation, as plain text, and stands in the audit log', async () => {
  await admin.call(cancelWithNote, { params: params(), body: { noteFr, noteEn } });
  const { fr, en } = await mailsOf('examCancelled');
  expect(fr.html).toContain(paragraph);
  expect(fr.text).toContain(noteFr);
  expect([fr.html.includes(noteEn), en.html.includes(`<p>${noteEn}</p>`)]).toEqual([false, true]);
  expect(await detailOf('exam.deactivated')).toMatchObject({ mails: 2, noteFr, noteEn });
});

it('a page that was loaded before `cancelWithNote` still sends the note', async () => {
  await admin.call(cancelExam, { params: params(), query: { sendEmail: true }, body: { noteFr } });
  expect(await detailOf('exam.deactivated')).toMatchObject({ mails: 2, noteFr });
});

it('so it is in the mail that an exam is reactivated; who reads a language without a note gets the mail without one', async () => {
  await admin.call(cancelExam, { params: params(), query: {} });
  await admin.call(reactivateExam, { params: params(), body: { sendEmail: true, noteFr, noteEn: '  ' } });
  const { fr, en } = await mailsOf('examReactivated');
  expect(fr.html).toContain(paragraph);
  expect(en.html).not.toMatch(/<p>\s*<\/p>|\{\{note\}\}/);
  const detail = await detailOf('exam.reactivated');
  expect(detail).toMatchObject({ noteFr });
  expect(detail).not.toHaveProperty('noteEn');
});

it('and in the mail about a removal, of many or of one', async () => {
  const listed = (await admin.call(listCandidates, { params: params() })).reply;
  const zoe = listed.find(({ firstName }) => firstName === 'Zoé');
  const ann = listed.find(({ firstName }) => firstName === 'Ann');
  const form = { removalId: randomUUID(), userIds: [zoe?.id ?? 0], sendEmail: true, noteFr };
  await admin.call(takeOutCandidates, { params: params(), body: form });
  const learningPlatformId = ann?.learningPlatformId ?? '';
  const one = { params: { ...params(), learningPlatformId }, query: { sendEmail: true }, body: { noteEn } };
  expect((await admin.call(unenrol, one)).reply).toBe(true);
  const { fr, en } = await mailsOf('examLeft');
  expect([fr.html.includes(paragraph), en.html.includes(`<p>${noteEn}</p>`)]).toEqual([true, true]);
  expect(await detailOf('candidates.unenrolled')).toMatchObject({ mails: 1, noteFr });
});

it('the preview shows it, nothing is recorded without a mail, and a note has at most 500 characters', async () => {
  const body = { kind: 'examCancelled' as const, noteFr };
  const preview = (await admin.call(previewNotice, { params: params(), body })).reply;
  expect([preview.fr?.html.includes(paragraph), preview.en?.html.includes('Reprise')]).toEqual([true, false]);
  const long = await admin.call(cancelExam, { params: params(), body: { noteFr: 'x'.repeat(501) } });
  expect(long.status).toBe(400);
  await admin.call(cancelExam, { params: params(), body: { noteFr } });
  expect(await detailOf('exam.deactivated')).not.toHaveProperty('noteFr');
});
