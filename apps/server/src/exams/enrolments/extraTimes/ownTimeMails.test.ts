import { createExamSpace, editExam, getExam } from '@guichet/contract/exams/exams';
import { announceExam } from '@guichet/contract/exams/notices';
import { listExtraTimes, setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { importCandidates } from '@guichet/contract/imports/imports';
import type { ExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../../test/extraTimeRight.ts';
import { type CaughtMail, type MailCatcher, openMailCatcher } from '../../../../test/mailCatcher.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import type { Queue } from '../../../core/queue/queue.service.ts';
import { startOutbox } from '../../../mail/outbox/sending/outbox.worker.ts';

let catcher: MailCatcher;
let portal: TestPortal;
let admin: Caller;
let worker: Queue | null = null;
let people = 0;
beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
  admin = await portal.as('admin', 3);
  await giveExtraTimeRight(portal, admin, 3);
});
afterAll(async () => {
  await worker?.stop();
  await portal.close();
  await catcher.close();
});

/** Sends the waiting mails; returns those to these people, decoded. */
async function sent(count: number, ...to: string[]) {
  const before = catcher.received.length;
  worker = startOutbox(portal.context, 20);
  await catcher.waitFor(before + count, 20_000);
  await worker.stop();
  worker = null;
  const fresh = catcher.received.slice(before);
  expect(fresh).toHaveLength(count);
  return to.map((address) => fresh.filter((mail) => mail.to === address).map(textOf));
}

/** The text of all parts of a mail. */
function textOf({ raw }: CaughtMail): string {
  const joined = raw.replace(/=\r?\n/g, '');
  return joined.replace(/(?:=[\dA-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  );
}

const times = (text: string, part: string | RegExp) => text.split(part).length - 1;
const ownEnd = { fr: /pour vous, l’examen se termine à/, en: /your exam ends at/ };

/** An exam from 9:00 to 12:00 with a candidate with extra time, one without, and one who reads English. */
async function openExam(cells: readonly string[], { sendEmail = true, facts = {} } = {}) {
  const n = ++people;
  const body = {
    title: `Examen ${n}`,
    examDate: '2027-04-30',
    startTime: '09:00',
    endTime: '12:00',
    ...facts,
  };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const emails = ['a', 'b', 'c'].map((who) => `${who}${n}@etu.example.ca`);
  for (const email of emails.slice(0, 2)) await portal.make('student', 3, { email });
  const languages = ['F', 'F', 'E'];
  const lines = emails.map((email, at) => `Léa;Roy;${email};${languages[at]};${cells[at] ?? ''}`);
  const file = {
    name: 'liste.csv',
    bytes: ['Prénom;Nom;Courriel;Langue;Temps supplémentaire', ...lines].join('\n'),
  };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail };
  expect((await admin.call(importCandidates, { body: order, file })).status).toBe(200);
  return {
    examId: exam.id,
    courseId: exam.courseId,
    emails: emails as [string, string, string],
    order,
    file,
  };
}

const idOf = async (email: string) =>
  (
    await portal.context.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;
const give = async (examId: number, email: string, extraTime: ExtraTime | null) =>
  (
    await admin.call(setExtraTime, {
      params: { systemId: 3, examId, userId: await idOf(email) },
      body: { extraTime },
    })
  ).status;
const minutes = (given: number): ExtraTime => ({ minutes: given, factor: null });

it('an invitation gives their own end to those with extra time alone, in their language, and stores it nowhere', async () => {
  const { emails } = await openExam(['45 min', '', '+25 %']);
  const [own = [], others = [], english = []] = await sent(3, ...emails);
  expect([own.length, others.length, english.length]).toEqual([1, 1, 1]);
  // Once in the HTML and once in the plain text.
  expect(times(own[0] ?? '', 'pour vous, l’examen se termine à 12\u00a0h\u00a045 (heure de l’Est).')).toBe(2);
  // Right beneath the hours, which are her own as well, and once in the HTML and once in the plain text.
  expect(times(own[0] ?? '', /9\u00a0h à 12\u00a0h\u00a045.{0,200}Vous disposez de temps/s)).toBe(2);
  expect(own[0]).not.toMatch(/à 12\u00a0h \(/);
  expect(others[0]).toMatch(/9\u00a0h à 12\u00a0h \(/);
  expect(others[0]).not.toMatch(/supplémentaire|ownEndNote/);
  expect(english[0]).toContain('9:00\u00a0a.m. to 12:45\u00a0p.m.');
  expect(english[0]).toContain('You have extra time: your exam ends at 12:45\u00a0p.m. (Eastern Time).');
  const { reply } = await admin.call(listMails, { query: { search: emails[0] } });
  const shown = (await admin.call(getMail, { params: { mailId: reply.mails[0]?.id ?? 0 } })).raw;
  expect(shown).not.toMatch(/supplémentaire|ownEndNote|12\s?h\s?45/);
  const stored = await portal.context.database.read.selectFrom('mailings').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/supplémentaire|extra time|12\s?h\s?45/);
  const lea = await portal.signIn(emails[0], 'Cle-Sure#1');
  const [mail] = (await lea.call(listOwnMails)).reply;
  const read = await lea.call(readOwnMail, { params: { mailId: mail?.id ?? 0 } });
  expect(read.raw).toContain('9\u00a0h à 12\u00a0h\u00a045 (heure de l’Est)');
  expect(read.raw).toContain('pour vous, l’examen se termine à 12\u00a0h\u00a045 (heure de l’Est).');
});

it('a change after the invitation is mailed to the person alone, once, also where it changes twice before the mail leaves', async () => {
  const { examId, emails, order, file } = await openExam([]);
  await sent(3);
  await give(examId, emails[0], minutes(10));
  await give(examId, emails[0], minutes(30));
  await give(examId, emails[2], { minutes: null, factor: 1.5 });
  const [own = [], others = [], english = []] = await sent(2, ...emails);
  expect([own.length, others.length, english.length]).toEqual([1, 0, 1]);
  expect(own[0]).toContain('pour vous, l’examen se termine à 12\u00a0h\u00a030 (heure de l’Est).');
  expect(english[0]).toContain('your exam ends at 1:30\u00a0p.m. (Eastern Time).');
  // The same extra time once more, from the panel and in a list.
  await give(examId, emails[0], minutes(30));
  const again = { ...file, bytes: file.bytes.replace(`${emails[0]};F;`, `${emails[0]};F;30`) };
  expect((await admin.call(importCandidates, { body: order, file: again })).reply).toBe(0);
  // Extra time is taken away, and a list gives another amount.
  await give(examId, emails[0], null);
  const other = { ...file, bytes: file.bytes.replace(`${emails[1]};F;`, `${emails[1]};F;20`) };
  await admin.call(importCandidates, { body: order, file: other });
  const [taken = [], listed = []] = await sent(2, ...emails);
  expect(taken[0]).toContain('Vous n’avez plus de temps supplémentaire');
  expect(listed[0]).toContain('pour vous, l’examen se termine à 12\u00a0h\u00a020 (heure de l’Est).');
  const { reply } = await admin.call(listMails, { query: { search: emails[0] } });
  const shown = (await admin.call(getMail, { params: { mailId: reply.mails[0]?.id ?? 0 } })).raw;
  expect(shown).toContain('«…»');
  expect(shown).not.toMatch(/supplémentaire|\{\{/);
});

it('nobody is mailed of extra time before any mail about the exam, or of an exam that has no mails', async () => {
  const { examId, emails } = await openExam(['45 min'], { sendEmail: false });
  await give(examId, emails[0], minutes(60));
  await give(examId, emails[1], minutes(60));
  const rows = await portal.context.database.read
    .selectFrom('outgoing_mails')
    .select('id')
    .where('exam_id', '=', examId)
    .execute();
  expect(rows).toEqual([]);
});

it('the mail of a change of hours gives the own end anew, beyond midnight with its day', async () => {
  const { examId, emails } = await openExam(['45 min', '', '+40 %']);
  await sent(3);
  const params = { systemId: 3, examId };
  const { reply: exam } = await admin.call(getExam, { params });
  const body = { ...exam, startTime: '20:00', endTime: '23:30' };
  expect((await admin.call(editExam, { params, body })).status).toBe(200);
  expect((await admin.call(announceExam, { params })).reply).toBe(3);
  const [own = [], others = [], english = []] = await sent(3, ...emails);
  expect(own[0]).toMatch(ownEnd.fr);
  expect(own[0]).toContain('à 0\u00a0h\u00a015 (heure de l’Est), le samedi 1er\u00A0mai 2027.');
  expect(others[0]).not.toMatch(ownEnd.fr);
  // The hours of before are her own too, once in the HTML and once in the plain text, and stored nowhere.
  expect(times(own[0] ?? '', /Auparavant\s:\s9\u00a0h à 12\u00a0h\u00a045 \(/)).toBe(2);
  expect(english[0]).toMatch(/Previously:\s9:00\u00a0a\.m\. to 1:12\u00a0p\.m\. \(/);
  expect(times(others[0] ?? '', /Auparavant\s:\s9\u00a0h à 12\u00a0h \(/)).toBe(2);
  const stored = await portal.context.database.read.selectFrom('mailings').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/12\s?h\s?45|1:12/);
});

it('how much it is comes with the list of an exam on request alone, for whoever has the right', async () => {
  const { examId } = await openExam(['45 min', '', '+50 %']);
  const params = { systemId: 3, examId };
  const amounts = async (query: { withAmounts?: boolean }) =>
    (await admin.call(listExtraTimes, { params, query })).reply.map(({ extraTime }) => extraTime);
  expect(await amounts({})).toEqual([null, null]);
  const all = [minutes(45), { minutes: null, factor: 1.5 }];
  expect(await amounts({ withAmounts: true })).toEqual(expect.arrayContaining(all));
  const colleague = await portal.as('admin', 3);
  expect((await colleague.call(listExtraTimes, { params, query: { withAmounts: true } })).status).toBe(403);
});
