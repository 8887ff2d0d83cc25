import { randomUUID } from 'node:crypto';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { sendLetter } from '@guichet/contract/exams/letters';
import { resetPassword } from '@guichet/contract/identity/account';
import { importCandidates } from '@guichet/contract/imports/imports';
import { getMail, listMails, retryMail } from '@guichet/contract/mail/outbox';
import { getPersonHistory, sendResetLink } from '@guichet/contract/overview/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { readLink } from '../../identity/account/fixtures/passwordDesk.ts';
import { makePerson } from '../../identity/users/fixtures/people.ts';

let portal: TestPortal;
let superAdmin: Caller;
let agent: Caller;
let admins: Record<2 | 3, Caller>;
beforeAll(async () => {
  portal = await openTestPortal();
});
beforeEach(signIn);
afterAll(() => portal.close());

/** Their tokens work for five minutes. */
async function signIn() {
  superAdmin = await portal.superAdmin();
  agent = await portal.as('support', 3);
  admins = { 2: await portal.as('admin', 2), 3: await portal.as('admin', 3) };
}

/** The states of the links in a person's mails, as support reads them, newest first. */
async function linksOf(id: number, who = agent) {
  const { reply } = await who.call(getPersonHistory, { params: { id } });
  return reply.entries.filter(({ event }) => event === 'mailed').map(({ mail }) => mail?.link);
}

/** The link in the newest mail to an address. */
async function newestLinkTo(email: string) {
  const { reply } = await superAdmin.call(listMails, { query: { search: email } });
  const { reply: mail } = await superAdmin.call(getMail, { params: { mailId: reply.mails[0]?.id ?? 0 } });
  return readLink(new URL(/<(\S+reset-password\S+)>/.exec(mail.text)?.[1] ?? ''));
}

const newPassword = { newPassword: 'Brume#Verte1', confirmNewPassword: 'Brume#Verte1' };
const change = (statement: ReturnType<typeof sql>) =>
  portal.context.database.transact((tx) => statement.execute(tx));

async function importOne(email: string, systemId: 2 | 3 = 3) {
  const body = { title: 'Hiver', examDate: '2028-02-15' };
  const { reply: exam } = await admins[systemId].call(createExamSpace, { params: { systemId }, body });
  const order = { systemId, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  const file = { name: 'hiver.csv', bytes: `Prénom;Nom;Courriel\nMaé;Gagné;${email}` };
  expect((await admins[systemId].call(importCandidates, { body: order, file })).status).toBe(200);
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(
    portal.context.database.read,
  );
  return { id: rows[0]?.id ?? 0, examId: exam.id };
}

it('support reads until when the link that they sent works, and that a newer one, its end or a password ends it', async () => {
  const email = 'lien@etu.example.ca';
  const id = await makePerson(portal, { email });
  const { clock } = portal.context;
  const send = () => agent.call(sendResetLink, { params: { id } });
  await send();
  const until = secondsAfter(clock.now(), 3600);
  expect(await linksOf(id)).toEqual([{ state: 'good', until }]);
  await change(sql`update outgoing_mails set state = 'sent', sent_at = queued_at where user_id = ${id}`);
  clock.advance(61);
  await send();
  const later = secondsAfter(clock.now(), 3600);
  expect(await linksOf(id)).toEqual([{ state: 'good', until: later }, { state: 'over' }]);
  clock.advance(3600);
  await signIn();
  expect(await linksOf(id)).toEqual([
    { state: 'over', until: later },
    { state: 'over', until },
  ]);
  await send();
  const body = { ...(await newestLinkTo(email)), ...newPassword };
  expect((await portal.nobody.call(resetPassword, { body })).reply).toBe(true);
  expect((await linksOf(id))[0]).toMatchObject({ state: 'used' });
});

it('the link of a convocation works through the day of its exam as it stands, and not at a former address', async () => {
  const email = 'mae@etu.example.ca';
  const { id, examId } = await importOne(email);
  expect(await linksOf(id)).toEqual([{ state: 'good', lastDay: '2028-02-15' }]);
  await change(sql`update exams set exam_date = '2028-03-01' where id = ${examId}`);
  expect(await linksOf(id)).toEqual([{ state: 'good', lastDay: '2028-03-01' }]);
  await change(sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${examId}`);
  await change(sql`update users set email = 'x@y.ca', email_key = 'x@y.ca' where id = ${id}`);
  expect(await linksOf(id)).toEqual([{ state: 'over' }]);
  // A copy brings the same link to the present address.
  portal.context.clock.advance(1);
  const { reply } = await superAdmin.call(listMails, { query: { search: email } });
  expect((await superAdmin.call(retryMail, { params: { mailId: reply.mails[0]?.id ?? 0 } })).status).toBe(
    200,
  );
  expect(await linksOf(id)).toEqual([{ state: 'good', lastDay: '2028-03-01' }, { state: 'over' }]);
  // A mail that has yet to leave loses its link once a password is chosen.
  await change(sql`update outgoing_mails set state = 'sent', sent_at = queued_at where recipient = 'x@y.ca'`);
  const body = { ...(await newestLinkTo('x@y.ca')), ...newPassword };
  expect((await portal.nobody.call(resetPassword, { body })).reply).toBe(true);
  expect(await linksOf(id)).toContainEqual({ state: 'used' });
});

it('a mail that came back brings no link, and nobody reads of the links of their guest or of a closed account', async () => {
  const { id, examId } = await importOne('retour@etu.example.ca');
  await importOne('retour@etu.example.ca', 2);
  expect(await linksOf(id, admins[2])).toEqual([null]);
  await change(sql`
    update outgoing_mails set state = 'sent', sent_at = queued_at, delivery = 'failed', delivery_reported_at = queued_at,
      delivery_reason = 'mailboxFull' where exam_id = ${examId}`);
  expect(await linksOf(id)).toEqual([null]);
  const closed = await importOne('close@etu.example.ca');
  await change(sql`update users set deactivated_at = now() where id = ${closed.id}`);
  expect(await linksOf(closed.id)).toEqual([null]);
});

it('a letter that does not say how one chooses a password brings no link, to nobody', async () => {
  const { id, examId } = await importOne('lettre@etu.example.ca');
  const letter = { subjectFr: 'Salle', bodyFr: '<p>Apportez un crayon.</p>', subjectEn: '', bodyEn: '' };
  const write = (bodyFr: string) => {
    portal.context.clock.advance(1);
    return admins[3].call(sendLetter, {
      params: { systemId: 3, examId },
      body: { ...letter, bodyFr, audience: 'all', requestId: randomUUID() },
    });
  };
  await write(letter.bodyFr);
  expect((await linksOf(id))[0]).toBeNull();
  await write('<p><a href="{{setPasswordUrl}}">Choisir</a></p>');
  expect((await linksOf(id))[0]).toEqual({ state: 'good', lastDay: '2028-02-15' });
});
