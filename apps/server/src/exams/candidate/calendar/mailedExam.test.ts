import { randomUUID } from 'node:crypto';
import { downloadCalendar } from '@guichet/contract/exams/candidate.calendar';
import {
  cancelExam,
  createExamSpace,
  editExam,
  getExam,
  reactivateExam,
} from '@guichet/contract/exams/exams';
import { announceExam, previewNotice } from '@guichet/contract/exams/notices';
import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { listCandidates } from '@guichet/contract/exams/places';
import { moveCandidates, takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { importCandidates } from '@guichet/contract/imports/imports';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { findInvitationCalendar, setInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../../test/extraTimeRight.ts';
import { type MailCatcher, openMailCatcher } from '../../../../test/mailCatcher.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { startOutbox } from '../../../mail/outbox/sending/outbox.worker.ts';
import { openExamFiles } from './calendar.ts';

let catcher: MailCatcher;
let portal: TestPortal;
let admin: Caller;
let zoe: Caller;
const email = 'zoe@etu.example.ca';
const ofSystem = { params: { systemId: 3 } };
beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
  admin = await portal.as('admin', 3);
  zoe = await portal.as('student', 3, { email });
});
afterAll(async () => {
  await portal.close();
  await catcher.close();
});

/** Makes an exam, enrols Zoé from a list, and returns her invitation as a program reads it, with the exam's id. */
async function invite(title: string, hours: { startTime?: string; endTime?: string }, change = false) {
  const body = { title, examDate: '2027-02-12', placeFr: 'Salle 204', ...hours };
  const { reply: exam } = await admin.call(createExamSpace, { ...ofSystem, body });
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  const file = { name: 'liste.csv', bytes: `Prénom;Nom;Courriel\nZoé;Côté;${email}` };
  expect((await admin.call(importCandidates, { body: order, file })).status).toBe(200);
  const params = { systemId: 3, examId: exam.id };
  if (change) {
    const { reply } = await admin.call(getExam, { params });
    await admin.call(editExam, { params, body: { ...reply, endTime: '13:00' } });
  }
  const before = catcher.received.length;
  const worker = startOutbox(portal.context, 20, openExamFiles);
  await catcher.waitFor(before + 1, 20_000);
  await worker.stop();
  const mail = await PostalMime.parse(catcher.received.at(-1)?.raw ?? '', { attachmentEncoding: 'utf8' });
  return { mail, examId: exam.id };
}

function entryOf(calendar: unknown) {
  const parsed = new ICAL.Component(ICAL.parse(String(calendar)));
  const entry = new ICAL.Event(parsed.getFirstSubcomponent('vevent') as ICAL.Component);
  return { parsed, entry };
}

it('an invitation carries the exam, with the UID and SEQUENCE of the feed, as one entry and no calendar of its own', async () => {
  const { mail, examId } = await invite('Hiver', { startTime: '09:00', endTime: '12:30' }, true);
  const [file, ...more] = mail.attachments;
  expect(more).toEqual([]);
  expect(file).toMatchObject({
    filename: 'hiver-examens-dc.ics',
    mimeType: 'text/calendar',
    method: 'PUBLISH',
  });
  const { parsed, entry } = entryOf(file?.content);
  expect(parsed.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(parsed.getFirstProperty('x-wr-calname')).toBeNull();
  expect([entry.summary, entry.location, entry.sequence]).toEqual(['Hiver (Examens DC)', 'Salle 204', 1]);
  expect(entry.startDate.toString()).toBe('2027-02-12T09:00:00');
  expect(entry.endDate.toString()).toBe('2027-02-12T13:00:00');
  expect(String(entry.organizer)).toBe(`mailto:${mail.from?.address}`);
  expect(entry.component.getAllProperties('attendee')).toEqual([]);

  const { raw } = await zoe.call(downloadCalendar, { query: { examId } });
  const feed = entryOf(raw).entry;
  expect([feed.uid, feed.sequence]).toEqual([entry.uid, entry.sequence]);
  const [listed] = (await zoe.call(listOwnMails)).reply;
  const read = await zoe.call(readOwnMail, { params: { mailId: listed?.id ?? 0 } });
  expect(read.reply.attachments).toEqual(['hiver-examens-dc.ics']);
});

it('an exam without an end reserves the rest of its day, and says why', async () => {
  const { mail } = await invite('Sans fin', { startTime: '09:00' });
  const { entry } = entryOf(mail.attachments[0]?.content);
  expect(entry.endDate.toString()).toBe('2027-02-12T23:59:59');
  expect(entry.description).toContain('L’heure de fin n’est pas précisée.');
});

it('a mail that the exam has changed carries it anew, with the same UID and the next SEQUENCE', async () => {
  const { mail, examId } = await invite('Déplacé', { startTime: '09:00', endTime: '12:30' });
  const first = entryOf(mail.attachments[0]?.content).entry;
  const params = { systemId: 3, examId };
  const { reply } = await admin.call(getExam, { params });
  await admin.call(editExam, { params, body: { ...reply, examDate: '2027-02-19' } });
  const seen = await admin.call(previewNotice, { params, body: { kind: 'examChanged' } });
  expect(seen.reply.fr?.calendarFile).toBe('deplace-examens-dc.ics');
  const before = catcher.received.length;
  expect((await admin.call(announceExam, { params })).reply).toBe(1);
  const worker = startOutbox(portal.context, 20, openExamFiles);
  await catcher.waitFor(before + 1, 20_000);
  await worker.stop();
  const told = await PostalMime.parse(catcher.received.at(-1)?.raw ?? '', { attachmentEncoding: 'utf8' });
  const { entry } = entryOf(told.attachments[0]?.content);
  expect([entry.uid, entry.sequence]).toEqual([first.uid, first.sequence + 1]);
  expect(entry.startDate.toString()).toBe('2027-02-19T09:00:00');
});

/** The files for calendars of the next mail, by name; `does` queues the mail. */
async function filesOfNextMail(does: () => Promise<unknown>) {
  const before = catcher.received.length;
  await does();
  const worker = startOutbox(portal.context, 20, openExamFiles);
  await catcher.waitFor(before + 1, 20_000);
  await worker.stop();
  const mail = await PostalMime.parse(catcher.received.at(-1)?.raw ?? '', { attachmentEncoding: 'utf8' });
  return mail.attachments.map(({ filename, content }) => {
    const { entry } = entryOf(content);
    const status = entry.component.getFirstPropertyValue('status');
    const { uid, sequence, summary: title } = entry;
    return { name: filename, uid, sequence, status, title, end: entry.endDate.toString() };
  });
}

it('a cancellation and its end carry the entry as cancelled, and as it stands again with a later SEQUENCE', async () => {
  const { mail, examId } = await invite('Annulation', { startTime: '09:00', endTime: '12:30' });
  const first = entryOf(mail.attachments[0]?.content).entry;
  const params = { systemId: 3, examId };
  const [cancelled] = await filesOfNextMail(() =>
    admin.call(cancelExam, { params, query: { sendEmail: true } }),
  );
  expect(cancelled).toMatchObject({
    uid: first.uid,
    status: 'CANCELLED',
    title: 'Annulé\u00a0: Annulation (Examens DC)',
  });
  const [back] = await filesOfNextMail(() =>
    admin.call(reactivateExam, { params, body: { sendEmail: true } }),
  );
  expect(back).toMatchObject({ name: 'annulation-examens-dc.ics', uid: first.uid, status: 'CONFIRMED' });
  const { sequence = 0 } = cancelled ?? {};
  expect([sequence > first.sequence, (back?.sequence ?? 0) > sequence]).toEqual([true, true]);
});

it('who is taken out gets the entry as cancelled, and who is moved gets the new exam and the former one cancelled', async () => {
  const { mail, examId } = await invite('Groupe A', { startTime: '09:00', endTime: '12:30' });
  const first = entryOf(mail.attachments[0]?.content).entry;
  const other = { title: 'Groupe B', examDate: '2027-02-13' };
  const { reply: toExam } = await admin.call(createExamSpace, { ...ofSystem, body: other });
  const params = { systemId: 3, examId };
  const moved = await filesOfNextMail(async () => {
    await admin.call(moveCandidates, {
      params,
      body: { userIds: [zoe.userId], removalId: randomUUID(), toExamId: toExam.id, sendEmail: true },
    });
    // The mail has yet to leave when somebody changes the exam.
    const changed = { systemId: 3, examId: toExam.id };
    const { reply } = await admin.call(getExam, { params: changed });
    await admin.call(editExam, { params: changed, body: { ...reply, placeFr: 'Salle 12' } });
  });
  expect(moved.map(({ name, status }) => [name, status])).toEqual([
    ['groupe-b-examens-dc.ics', 'CONFIRMED'],
    ['inscription-retiree-groupe-a-examens-dc.ics', 'CANCELLED'],
  ]);
  expect(moved[1]?.uid).toBe(first.uid);
  const [listed] = (await zoe.call(listOwnMails)).reply;
  const read = await zoe.call(readOwnMail, { params: { mailId: listed?.id ?? 0 } });
  expect(read.reply.attachments).toEqual(moved.map(({ name }) => name));

  const out = await filesOfNextMail(() =>
    admin.call(takeOutCandidates, {
      params: { systemId: 3, examId: toExam.id },
      body: { userIds: [zoe.userId], removalId: randomUUID(), sendEmail: true },
    }),
  );
  expect(out).toMatchObject([{ name: 'groupe-b-examens-dc.ics', uid: moved[0]?.uid, status: 'CANCELLED' }]);
});

it('a mail about a corrected extra time carries the exam with the new end, with the same UID and a later SEQUENCE', async () => {
  // A person gets at most ten mails about exams in an hour.
  portal.context.clock.advance(3600);
  admin = await portal.as('admin', 3);
  zoe = await portal.signIn(email, 'Cle-Sure#1');
  await giveExtraTimeRight(portal, admin, 3);
  const { mail, examId } = await invite('Tiers', { startTime: '09:00', endTime: '12:00' });
  const first = entryOf(mail.attachments[0]?.content).entry;
  const { reply: people } = await admin.call(listCandidates, { params: { systemId: 3, examId } });
  const params = { systemId: 3, examId, userId: people[0]?.id ?? 0 };
  const give = (minutes: number) => () =>
    admin.call(setExtraTime, { params, body: { extraTime: { minutes, factor: null } } });
  const [given] = await filesOfNextMail(give(60));
  const [corrected] = await filesOfNextMail(give(45));
  expect([given?.uid, corrected?.uid]).toEqual([first.uid, first.uid]);
  expect([given?.end, corrected?.end]).toEqual(['2027-02-12T13:00:00', '2027-02-12T12:45:00']);
  const sequences = [first.sequence, given?.sequence ?? 0, corrected?.sequence ?? 0];
  expect(sequences).toEqual([first.sequence, first.sequence + 1, first.sequence + 2]);
  const { raw } = await zoe.call(downloadCalendar, { query: { examId } });
  expect(entryOf(raw).entry.endDate.toString()).toBe(corrected?.end);
});

it('a preview and a test say that the exam will be attached', async () => {
  const body = { subject: 'Examen', body: '<p>Bonjour</p>' };
  const seen = await admin.call(previewInvitation, { params: { systemId: 3, languageId: 'fr' }, body });
  expect(seen.reply.calendarFile).toMatch(/^[a-z-]+\.ics$/);
});

it('a system whose administrators do not want it sends none, and the change is in the audit log', async () => {
  const set = (who: Caller, systemId: number, isAttached: boolean) =>
    who.call(setInvitationCalendar, { params: { systemId }, body: { isAttached } });
  expect((await admin.call(findInvitationCalendar, ofSystem)).reply).toEqual({ isAttached: true });
  expect((await set(portal.nobody, 3, false)).status).toBe(401);
  expect((await set(zoe, 3, false)).status).toBe(403);
  expect((await set(await portal.as('admin', 2), 3, false)).status).toBe(403);
  expect((await set(admin, 3, false)).reply).toEqual({ isAttached: false });
  expect((await set(admin, 3, false)).reply).toEqual({ isAttached: false });
  // A person gets at most ten mails about exams in an hour.
  portal.context.clock.advance(3600);
  admin = await portal.as('admin', 3);
  const { mail } = await invite('Sans fichier', { startTime: '09:00', endTime: '12:30' });
  expect(mail.attachments).toEqual([]);
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['system_id', 'detail'])
    .where('action', '=', 'message.calendarChanged')
    .execute();
  expect(lines).toEqual([{ system_id: 3, detail: { calendarFile: false } }]);
});
