import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { listAuditLines } from '@guichet/contract/core/audit';
import {
  downloadCalendar,
  findCalendarFeed,
  readCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@guichet/contract/exams/candidate.calendar';
import { cancelExam, editExam, getExam, reactivateExam } from '@guichet/contract/exams/exams';
import {
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/places.removals';
import { updatePassword } from '@guichet/contract/identity/account.given';
import { updateUsers } from '@guichet/contract/identity/users.changes';
import { lockUser, unlockUser } from '@guichet/contract/identity/users.locking';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, madePassword } from '../../../../test/portal.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import { type CandidateDesk, noahEmail, openCandidateDesk, zoeEmail } from '../fixtures/candidateDesk.ts';

const typed = { newPassword: 'Autre-Cle#72', confirmNewPassword: 'Autre-Cle#72' };

let desk: CandidateDesk;
let winter: number;
beforeAll(async () => {
  desk = await openCandidateDesk({ PUBLIC_URL: 'https://guichet.example.ca' });
  winter = await desk.makeExam('Hiver', '2027-02-12');
  const facts = { titleEn: 'Fall', startTime: '09:00', endTime: '12:30', placeFr: 'Salle 204, pavillon B' };
  await desk.makeExam('Automne', '2027-11-08', [zoeEmail, noahEmail], 3, facts);
  await desk.makeExam('Été', '2027-11-06', [zoeEmail], 3, {
    ...facts,
    instructionsFr: 'Carte; crayon\nÀ 9 h',
  });
});
afterAll(() => desk.portal.close());

/** Makes a new secret address; returns its last segment. */
async function makeFeed(who: Caller): Promise<string> {
  const { reply } = await who.call(renewCalendarFeed);
  return feedOf(reply.address);
}

const feedOf = (address: string | null) => {
  expect(address).toMatch(/^https:\/\/guichet\.example\.ca\/api\/calendar\/[\w~-]+\.ics$/);
  return new URL(address ?? '').pathname.split('/').at(-1) ?? '';
};
const read = (feed: string, headers: Record<string, string> = {}) =>
  desk.portal.nobody.call(readCalendarFeed, { params: { feed }, headers });
const entriesOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
const inProgram = (title: string) => `${title} (Examens DC)`;
const titlesOf = (text: string) => entriesOf(text).map(({ summary }) => summary);
const pick = ({ uid, summary, sequence, component }: ICAL.Event) => ({
  uid,
  summary,
  sequence,
  status: component.getFirstPropertyValue('status'),
});

describe('the secret address of a calendar', () => {
  it('gives the exams of its owner alone, to whoever has it, with an ETag', async () => {
    expect((await desk.zoe.call(findCalendarFeed)).reply).toEqual({ address: null, since: null });
    const [hers, his] = [await makeFeed(desk.zoe), await makeFeed(desk.noah)];
    const { raw, headers, status } = await read(hers);
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(headers['cache-control']).toBe('private, max-age=300');
    expect(titlesOf(raw)).toEqual(['Hiver', 'Été', 'Automne'].map(inProgram));
    expect(titlesOf((await read(his)).raw)).toEqual(['Automne (Examens DC)']);
    for (const tag of [String(headers.etag), `W/${headers.etag}, "x"`]) {
      const again = await read(hers, { 'if-none-match': tag });
      expect([again.status, again.raw]).toEqual([304, '']);
    }
    expect((await read(hers, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD as GET, without the exams', async () => {
    const feed = await makeFeed(desk.zoe);
    const url = `/api/calendar/${feed}`;
    const ask = (method: 'GET' | 'HEAD', headers = {}, of = url) =>
      desk.portal.app.inject({ method, url: of, headers });
    const [get, head] = [await ask('GET'), await ask('HEAD')];
    const named = ['etag', 'content-length', 'content-type', 'cache-control'] as const;
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(named.map((name) => head.headers[name])).toEqual(named.map((name) => get.headers[name]));
    expect((await ask('HEAD', { 'if-none-match': get.headers.etag })).statusCode).toBe(304);
    expect((await ask('HEAD', {}, `${url}x`)).statusCode).toBe(404);
    expect((await ask('HEAD', {}, '/api/candidate/calendarfeed')).statusCode).toBe(404);
  });

  it('is shown again, replaced by a new one, and revoked; both stand in the audit log without it', async () => {
    const first = await makeFeed(desk.zoe);
    expect(feedOf((await desk.zoe.call(findCalendarFeed)).reply.address)).toBe(first);
    const second = await makeFeed(desk.zoe);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await desk.zoe.call(revokeCalendarFeed)).reply.address).toBeNull();
    expect((await read(second)).problem.code).toBe('calendar.notFound');
    const { raw } = await (await desk.portal.superAdmin()).call(listAuditLines, { query: { pageSize: 100 } });
    expect(raw).toContain('account.calendarFeedMade');
    expect(raw).toContain('account.calendarFeedRevoked');
    for (const feed of [first, second]) expect(raw).not.toContain(feed.slice(0, 36));
  });

  it('stands nowhere in the database', async () => {
    const feed = await makeFeed(desk.zoe);
    const [, signature = ''] = /~(.+)\.ics$/.exec(feed) ?? [];
    const rows = await desk.portal.context.database.read.selectFrom('calendar_feeds').selectAll().execute();
    expect(signature).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(signature);
    expect((await read(`${feed.slice(0, 36)}~${'A'.repeat(43)}.ics`)).status).toBe(404);
  });
});

describe('an address from before somebody else took the account in hand', () => {
  const admin = () => desk.admins[3];
  it.each([
    [
      'set its password',
      (userId: number) =>
        admin().call(updatePassword, {
          body: { userId, ...typed, sendEmail: false, sendPassword: false, languageId: 'fr' },
        }),
    ],
    [
      'locked and unlocked it',
      async (id: number) => {
        await admin().call(lockUser, { params: { id } });
        return (await desk.portal.superAdmin()).call(unlockUser, { params: { id } });
      },
    ],
  ])('is void once they have %s; a new one works', async (what, act) => {
    const email = `main.${what.length}@etu.example.ca`;
    const who = await desk.portal.as('student', 3, { email });
    const feed = await makeFeed(who);
    expect((await read(feed)).status).toBe(200);
    expect((await act(who.userId)).status).toBe(200);
    expect((await read(feed)).status).toBe(404);
    desk.portal.context.clock.advance(1);
    const password = what.startsWith('set') ? typed.newPassword : madePassword;
    const again = await desk.portal.signIn(email, password);
    expect((await again.call(findCalendarFeed)).reply).toEqual({ address: null, since: null });
    expect((await read(await makeFeed(again))).status).toBe(200);
  });
});

describe('the address of an account that is deactivated', () => {
  it('gives a calendar without exams, which programs then no longer show, and serves again once the account is activated', async () => {
    const email = 'repose@etu.example.ca';
    const who = await desk.portal.as('student', 3, { email });
    await desk.makeExam('Secret', '2027-03-10', [email]);
    const feed = await makeFeed(who);
    const update = (Action: 'activate' | 'deactivate') =>
      desk.admins[3].call(updateUsers, { body: { Ids: [who.userId], Action } });
    const before = (await read(feed)).raw;
    expect(titlesOf(before)).toEqual(['Secret (Examens DC)']);
    await update('deactivate');
    const { status, raw } = await read(feed);
    expect([status, entriesOf(raw)]).toEqual([200, []]);
    expect(raw).not.toMatch(/Secret|repose/);
    // A calendar without any component is invalid (RFC 5545 §3.6).
    expect(raw).toContain('BEGIN:VTIMEZONE');
    desk.portal.context.clock.advance(1);
    await update('activate');
    expect((await read(feed)).raw).toBe(before);
  });
});

describe('the calendar', () => {
  it('follows an exam that moves, is cancelled and takes place after all, in their language', async () => {
    const email = 'suit@etu.example.ca';
    const who = await desk.portal.as('student', 3, { email });
    const examId = await desk.makeExam('Session', '2027-03-10', [email]);
    const feed = await makeFeed(who);
    const admin = desk.admins[3];
    const entry = async () => {
      const [one] = entriesOf((await read(feed)).raw);
      if (!one) throw new Error('no entry');
      return { at: one.startDate.toString(), ...pick(one) };
    };
    const params = { systemId: 3, examId };
    const planned = await entry();
    const { reply: exam } = await admin.call(getExam, { params });
    await admin.call(editExam, { params, body: { ...exam, examDate: '2027-03-20', startTime: '13:00' } });
    const moved = await entry();
    expect([planned.at, moved.at]).toEqual(['2027-03-10', '2027-03-20T13:00:00']);
    await admin.call(cancelExam, { params });
    await systemTransaction(desk.portal.context, (tx) =>
      tx.updateTable('users').set({ language: 'en' }).where('id', '=', who.userId).execute(),
    );
    const cancelled = await entry();
    expect([cancelled.status, cancelled.summary]).toEqual(['CANCELLED', 'Cancelled: Session (DC Exams)']);
    await admin.call(reactivateExam, { params, body: {} });
    const back = await entry();
    expect([back.status, back.summary, back.at]).toEqual(['CONFIRMED', 'Session (DC Exams)', moved.at]);
    const all = [planned, moved, cancelled, back];
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(1);
    expect(all.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
  });

  it('cancels the entry of an exam that they were moved from or taken out of, also in a feed, and confirms it again once they are back', async () => {
    const email = 'quitte@etu.example.ca';
    const who = await desk.portal.as('student', 3, { email });
    const facts = { startTime: '09:00', placeFr: 'Salle 1' };
    const from = await desk.makeExam('Quitté', '2027-03-12', [email], 3, facts);
    const to = await desk.makeExam('Rejoint', '2027-03-15', [], 3, facts);
    const feed = await makeFeed(who);
    const admin = desk.admins[3];
    const body = { userIds: [who.userId], removalId: randomUUID() };
    const entries = async () => {
      desk.portal.context.clock.advance(1);
      return entriesOf((await read(feed)).raw).map((entry) => ({
        ...pick(entry),
        location: entry.location,
        changed: entry.component.getFirstPropertyValue('last-modified')?.toString() ?? '',
      }));
    };
    const leave = (examId: number) => ({ params: { systemId: 3, examId } });
    const [planned] = await entries();
    await admin.call(moveCandidates, { ...leave(from), body: { ...body, toExamId: to, sendEmail: false } });
    const [joined, left] = await entries();
    expect([joined?.summary, joined?.status]).toEqual(['Rejoint (Examens DC)', 'CONFIRMED']);
    expect(left).toMatchObject({
      uid: planned?.uid,
      summary: 'Inscription retirée\u00a0: Quitté (Examens DC)',
      status: 'CANCELLED',
      location: null,
    });
    const { raw } = await who.call(downloadCalendar, { query: { examId: from } });
    expect(titlesOf(raw)).toEqual(['Inscription retirée\u00a0: Quitté (Examens DC)']);
    await admin.call(putBackCandidates, { ...leave(from), body: { removalId: body.removalId } });
    const [back, gone] = await entries();
    expect([back?.status, gone?.status, gone?.uid]).toEqual(['CONFIRMED', 'CANCELLED', joined?.uid]);
    expect(back?.uid).toBe(planned?.uid);
    await admin.call(takeOutCandidates, { ...leave(from), body: { ...body, removalId: randomUUID() } });
    const [out] = (await entries()).filter(({ uid }) => uid === planned?.uid);
    const all = [planned, left, back, out];
    expect(all.map((entry) => entry?.sequence)).toEqual([0, 1, 2, 3]);
    expect(all.map((entry) => entry?.changed)).toEqual(all.map((entry) => entry?.changed).toSorted());
    expect(out?.status).toBe('CANCELLED');
    // A calendar no longer contains the exam after its day.
    await systemTransaction(desk.portal.context, (tx) =>
      tx.updateTable('exams').set({ exam_date: '2027-01-10' }).where('id', '=', from).execute(),
    );
    expect(titlesOf((await read(feed)).raw)).toEqual(['Inscription retirée\u00a0: Rejoint (Examens DC)']);
  });

  it('is downloaded whole or for one exam, and for nobody else’s', async () => {
    const { raw, headers } = await desk.zoe.call(downloadCalendar);
    expect(titlesOf(raw)).toEqual(['Hiver', 'Été', 'Automne'].map(inProgram));
    expect(headers['content-disposition']).toContain('mes-examens.ics');
    expect(titlesOf((await desk.zoe.call(downloadCalendar, { query: { examId: winter } })).raw)).toEqual([
      'Hiver (Examens DC)',
    ]);
    expect(titlesOf((await desk.noah.call(downloadCalendar, { query: { examId: winter } })).raw)).toEqual([]);
  });

  it('is downloaded in the language of the reader, and followed in that of their account', async () => {
    const [email, english] = ['lit@etu.example.ca', { 'accept-language': 'en' }];
    const who = await desk.portal.as('student', 3, { email });
    const facts = { titleEn: 'Oral exam', placeFr: 'Salle 1', placeEn: 'Room 1' };
    await desk.makeExam('Oral', '2027-03-10', [email], 3, facts);
    const ask = (headers: Record<string, string>) => who.call(downloadCalendar, { headers });
    const [inEnglish, inFrench] = [await ask(english), await ask({ 'accept-language': 'fr' })];
    expect([inEnglish, inFrench].map(({ raw }) => titlesOf(raw))).toEqual([
      ['Oral exam (DC Exams)'],
      ['Oral (Examens DC)'],
    ]);
    expect(entriesOf(inEnglish.raw)[0]).toMatchObject({
      location: 'Room 1',
      description: expect.stringContaining('DC Exams'),
    });
    expect(inEnglish.raw).toContain('lang=en');
    expect(inEnglish.headers['content-disposition']).toContain('my-exams.ics');
    expect(titlesOf((await read(await makeFeed(who), english)).raw)).toEqual(['Oral (Examens DC)']);
  });

  const python = '/usr/bin/python3';
  const script = `
import sys, icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
for entry in calendar.walk('VEVENT'):
    print(entry['SUMMARY'], entry['DTSTART'].dt.isoformat(), entry['STATUS'], entry['SEQUENCE'],
          entry.get('LOCATION'), str(entry.get('DESCRIPTION')).replace('\\n', '\\\\n'))
`;
  const readByPython = (calendar: string) =>
    execFileSync(python, ['-c', script], { input: calendar, encoding: 'utf8' }).trim().split('\n');
  it.skipIf(!hasIcalendar(python))(
    'is read by python3-icalendar (skipped where it is not installed)',
    async () => {
      const { raw } = await desk.zoe.call(downloadCalendar);
      expect(readByPython(raw)).toEqual([
        'Hiver (Examens DC) 2027-02-12 CONFIRMED 0 None Examens DC',
        // The clocks change on November 7.
        'Été (Examens DC) 2027-11-06T09:00:00-04:00 CONFIRMED 0 Salle 204, pavillon B Examens DC\\n\\nCarte; crayon\\nÀ 9 h',
        'Automne (Examens DC) 2027-11-08T09:00:00-05:00 CONFIRMED 0 Salle 204, pavillon B Examens DC',
      ]);
    },
  );

  it.skipIf(!hasIcalendar(python))(
    'is followed by python3-icalendar from its secret address: moved across the change of clocks, and cancelled',
    async () => {
      const email = 'python@etu.example.ca';
      const who = await desk.portal.as('student', 3, { email });
      const facts = { startTime: '09:00', endTime: '12:30' };
      const examId = await desk.makeExam('Bouge', '2027-03-12', [email], 3, facts);
      const feed = await makeFeed(who);
      const admin = desk.admins[3];
      const params = { systemId: 3, examId };
      const told = async () => readByPython((await read(feed)).raw);
      const planned = await told();
      const { reply: exam } = await admin.call(getExam, { params });
      // The clocks change on March 14.
      await admin.call(editExam, { params, body: { ...exam, examDate: '2027-03-15' } });
      const moved = await told();
      await admin.call(cancelExam, { params });
      expect([...planned, ...moved, ...(await told())]).toEqual([
        'Bouge (Examens DC) 2027-03-12T09:00:00-05:00 CONFIRMED 0 None Examens DC',
        'Bouge (Examens DC) 2027-03-15T09:00:00-04:00 CONFIRMED 1 None Examens DC',
        'Annulé\u00a0: Bouge (Examens DC) 2027-03-15T09:00:00-04:00 CANCELLED 2 None Examens DC',
      ]);
    },
  );
});

describe('the secret address', () => {
  it('may be read sixty times an hour, and guessed sixty times a minute', async () => {
    const email = 'souvent@etu.example.ca';
    const feed = await makeFeed(await desk.portal.as('student', 3, { email }));
    const statuses = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await read(feed)).status);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]));
    expect(statuses.at(-1)).toBe(429);
    const guesses = [];
    for (let n = 0; n < 61; n += 1) guesses.push((await read('nothing')).status);
    expect(guesses.at(-1)).toBe(429);
  });
});

function hasIcalendar(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import icalendar'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
