import { listOwnExams } from '@guichet/contract/exams/candidate';
import { previewNotice } from '@guichet/contract/exams/notices';
import { forgotPassword } from '@guichet/contract/identity/account';
import { addFile } from '@guichet/contract/mail/messages';
import { getOwnMailDocument, listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { type CandidateDesk, noahEmail, openCandidateDesk, zoeEmail } from './fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
  await desk.makeExam('Hiver', '2027-02-12', [zoeEmail, noahEmail]);
  const body = { email: zoeEmail, systemId: 3, languageId: 'fr' as const };
  await desk.portal.nobody.call(forgotPassword, { body });
});
afterAll(() => desk.portal.close());

const mailsOf = async (who = desk.zoe) => (await who.call(listOwnMails)).reply;

it('the mails to a person are listed newest first, those about the account as well', async () => {
  const mails = await mailsOf();
  expect(mails.map(({ subject, state }) => [subject, state])).toEqual([
    ['Choisissez un nouveau mot de passe pour le portail des examens', 'queued'],
    [expect.stringContaining('Hiver'), 'queued'],
  ]);
  expect(await mailsOf(desk.noah)).toHaveLength(1);
  expect(await mailsOf(desk.admins[3])).toEqual([]);
});

it('a mail is read as it was sent, with the one-use link masked', async () => {
  const [reset] = await mailsOf();
  const { reply } = await desk.zoe.call(readOwnMail, { params: { mailId: reset?.id ?? 0 } });
  expect(reply).toMatchObject({ recipient: zoeEmail, language: 'fr', attachments: [] });
  expect(reply.html).toContain('Bonjour Zoé Côté');
  expect(reply.html).toContain('?t=«…»');
  expect(reply.html).not.toContain('resetPassword~');
});

it('a mail to somebody else is not found, not even by an administrator or in the same exam', async () => {
  const [hers] = await mailsOf();
  for (const who of [desk.noah, desk.admins[3], await desk.portal.superAdmin()]) {
    const { problem } = await who.call(readOwnMail, { params: { mailId: hers?.id ?? 0 } });
    expect(problem.code).toBe('mail.notFound');
  }
});

it('a mail that was cancelled before it left was never sent', async () => {
  const [reset] = await mailsOf();
  await systemTransaction(desk.portal.context, (tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state: 'cancelled' })
      .where('id', '=', reset?.id ?? 0)
      .execute(),
  );
  expect(await mailsOf()).toHaveLength(1);
});

it('the document of an exam’s mail stands with the exam, newest of each name, and opens for nobody else', async () => {
  const attach = (bytes: string, name = 'Règles.pdf') =>
    desk.admins[3].call(addFile, {
      params: { systemId: 3, languageId: 'fr' },
      body: {},
      file: { name, bytes },
    });
  await attach('%PDF-1 with');
  const withIt = await desk.makeExam('Été', '2027-07-12', [zoeEmail, noahEmail]);
  await attach('%PDF-2 replaced');
  const exams = (await desk.zoe.call(listOwnExams)).reply;
  expect(exams.map(({ title, documents }) => [title.fr, documents.map(({ name }) => name)])).toEqual([
    ['Hiver', []],
    ['Été', ['Règles.pdf']],
  ]);
  const mailId = exams.find(({ examId }) => examId === withIt)?.documents[0]?.mailId ?? 0;
  const opened = await desk.zoe.call(getOwnMailDocument, { params: { mailId } });
  expect(opened.raw).toBe('%PDF-1 with');
  for (const who of [desk.noah, desk.admins[3], await desk.portal.superAdmin()]) {
    const { problem } = await who.call(getOwnMailDocument, { params: { mailId } });
    expect(problem.code).toBe('mail.notFound');
  }
  const params = { systemId: 3, examId: withIt };
  const notices = await desk.admins[3].call(previewNotice, { params, body: { kind: 'examReactivated' } });
  // Not every reader had a mail that carried one.
  expect(notices.reply.fr?.html).toMatch(
    /Si nous vous avons envoyé des documents.*se trouvent aussi sous.*href="[^"]*my-exams[^"]*"[\s\S]*Examens DC/,
  );
  expect(notices.reply.en?.html).not.toMatch(/documents/);
  const bare = (await mailsOf(desk.noah)).at(-1)?.id ?? 0;
  const { problem } = await desk.noah.call(getOwnMailDocument, { params: { mailId: bare } });
  expect(problem.code).toBe('attachment.notFound');
});

it('to a reader of the other language the document is that of the message today, until the exam is over', async () => {
  const attach = (languageId: 'fr' | 'en', bytes: string, name: string) =>
    desk.admins[3].call(addFile, { params: { systemId: 3, languageId }, body: {}, file: { name, bytes } });
  await attach('fr', '%PDF-1 fr', 'Consignes.pdf');
  const examId = await desk.makeExam('Automne', '2027-11-12', [zoeEmail]);
  const documents = async () =>
    (await desk.zoe.call(listOwnExams)).reply.find((exam) => exam.examId === examId)?.documents ?? [];
  const named = (fr: string, en: string) => [{ mailId, name: 'Consignes.pdf', names: { fr, en } }];
  const [{ mailId = 0 } = {}] = await documents();
  expect(await documents()).toEqual(named('Consignes.pdf', 'Consignes.pdf'));
  const open = async (language?: 'fr' | 'en', who = desk.zoe) =>
    (await who.call(getOwnMailDocument, { params: { mailId }, query: { language } })).raw;
  expect(await open('en')).toBe('%PDF-1 fr');
  await attach('en', '%PDF-1 en', 'Instructions.pdf');
  await attach('fr', '%PDF-2 fr', 'Consignes.pdf');
  expect(await documents()).toEqual(named('Consignes.pdf', 'Instructions.pdf'));
  expect([await open(), await open('fr'), await open('en')]).toEqual(['%PDF-1 fr', '%PDF-1 fr', '%PDF-1 en']);
  expect(await open('en', desk.noah)).toContain('mail.notFound');
  await systemTransaction(desk.portal.context, (tx) =>
    tx.updateTable('exams').set({ exam_date: '2026-11-12' }).where('id', '=', examId).execute(),
  );
  expect(await documents()).toEqual(named('Consignes.pdf', 'Consignes.pdf'));
  expect(await open('en')).toBe('%PDF-1 fr');
});
