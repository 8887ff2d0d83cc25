import { createExamSpace } from '@guichet/contract/exams/exams';
import { findLinkState, resetPassword, verifyToken } from '@guichet/contract/identity/account';
import { importCandidates } from '@guichet/contract/imports/imports';
import { saveMessage } from '@guichet/contract/mail/messages';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../../test/portal.ts';

const day = 24 * 60 * 60;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function invite(examDate: string, languageId: 'fr' | 'en' = 'fr') {
  const superAdmin = await portal.superAdmin();
  const system = { systemId: 3, languageId };
  const text = { subject: 'Examen', body: '<p>x</p><p><a href="{{setPasswordUrl}}">Choisir</a></p>' };
  await superAdmin.call(saveMessage, { params: system, body: text as never });
  const space = { title: `Examen ${examDate} ${languageId}`, examDate };
  const exam = (await superAdmin.call(createExamSpace, { params: { systemId: 3 }, body: space })).reply;
  const email = `c${exam.id}@etu.example.ca`;
  const bytes = `Prénom;Nom;Courriel\r\nAna;Roy;${email}`;
  const body = { ...system, selectedCourse: exam.courseId, sendEmail: true };
  await superAdmin.call(importCandidates, { body, file: { name: 'liste.csv', bytes } });
  const [listed] = (await superAdmin.call(listMails, { query: { search: email } })).reply.mails;
  const mail = (await superAdmin.call(getMail, { params: { mailId: listed?.id ?? 0 } })).reply;
  const url = new URL(/<(\S+reset-password\S+)>/.exec(mail.text)?.[1] ?? '');
  return { exam, email, mail, url, link: { token: url.searchParams.get('t') ?? '', userName: email } };
}

type Link = Awaited<ReturnType<typeof invite>>['link'];
const isGood = async (body: Link) => (await portal.nobody.call(verifyToken, { body })).reply;
const stateOf = async (body: Link) => (await portal.nobody.call(findLinkState, { body })).reply.state;
const moveExam = (examId: number, exam_date: string) =>
  portal.context.database.transact((tx) =>
    tx.updateTable('exams').set({ exam_date }).where('id', '=', examId).execute(),
  );

it('is valid until the end of the exam day in the university’s time zone, and the mail states it', async () => {
  const { link, mail, url } = await invite('2027-04-30');
  expect(mail.text).toContain('au plus tard le vendredi 30\u00A0avril 2027');
  expect(mail.html).toContain('au plus tard le vendredi 30\u00A0avril 2027');
  expect(url.searchParams.get('lang')).toBe('fr');
  const { reply } = await portal.nobody.call(findLinkState, { body: link });
  expect(reply).toEqual({ state: 'good', lastDay: '2027-04-30' });
  const clock = portal.context.clock;
  const left = (new Date('2027-05-01T03:59:59Z').getTime() - clock.now().getTime()) / 1000;
  clock.advance(left);
  expect(await isGood(link)).toBe(true);
  clock.advance(1);
  expect([await isGood(link), await stateOf(link)]).toEqual([false, 'over']);
});

it('is valid for at least 30 days, and the English mail states it in English', async () => {
  const soon = portal.context.clock.today();
  const { link, mail } = await invite(soon, 'en');
  expect(mail.text).toContain('works only once, and expires after Monday, May\u00A031, 2027.');
  portal.context.clock.advance(30 * day);
  expect(await isGood(link)).toBe(true);
  portal.context.clock.advance(day);
  expect(await isGood(link)).toBe(false);
});

it('follows an exam that is moved, to a later day and back', async () => {
  const { exam, link } = await invite('2027-08-01');
  await moveExam(exam.id, '2027-12-01');
  portal.context.clock.advance(100 * day);
  expect(await isGood(link)).toBe(true);
  await moveExam(exam.id, '2027-08-15');
  expect(await isGood(link)).toBe(false);
  await moveExam(exam.id, '2027-12-01');
  expect(await isGood(link)).toBe(true);
});

it('is reported as used once the password is set, also long after it expired', async () => {
  const { link } = await invite('2027-12-10');
  const password = { newPassword: 'Choisi#Volet22', confirmNewPassword: 'Choisi#Volet22' };
  expect((await portal.nobody.call(resetPassword, { body: { ...link, ...password } })).reply).toBe(true);
  expect([await isGood(link), await stateOf(link)]).toEqual([false, 'used']);
  portal.context.clock.advance(400 * day);
  expect(await stateOf(link)).toBe('used');
});
