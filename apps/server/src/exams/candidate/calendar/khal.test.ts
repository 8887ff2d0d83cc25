import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCalendarFeed, renewCalendarFeed } from '@guichet/contract/exams/candidate.calendar';
import { cancelExam, editExam, getExam, reactivateExam } from '@guichet/contract/exams/exams';
import { putBackCandidates, takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CandidateDesk, openCandidateDesk } from '../fixtures/candidateDesk.ts';

// A calendar program of Debian.
const program = 'khal';

let desk: CandidateDesk;
let folder: string;
beforeAll(async () => {
  desk = await openCandidateDesk();
  folder = mkdtempSync(join(tmpdir(), 'guichet-khal-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await desk.portal.close();
});

// khal replaces an entry by its UID, and shows all hours in UTC here.
it.skipIf(!isInstalled())(
  'khal follows a feed in one entry: moved across the change of clocks, cancelled and held after all, left and back (skipped without khal)',
  async () => {
    const khal = openKhal(folder);
    const email = 'khal@etu.example.ca';
    const who = await desk.portal.as('student', 3, { email });
    const hours = { startTime: '09:00', endTime: '12:30', placeFr: 'Salle 204; pavillon B, à gauche' };
    const params = { systemId: 3, examId: await desk.makeExam('Bouge', '2027-03-12', [email], 3, hours) };
    const { reply } = await who.call(renewCalendarFeed);
    const feed = new URL(reply.address ?? '').pathname.split('/').at(-1) ?? '';
    const told = async () =>
      khal((await desk.portal.nobody.call(readCalendarFeed, { params: { feed } })).raw);
    const admin = desk.admins[3];

    expect(await told()).toEqual([
      '2027-03-12 14:00 17:30 Bouge (Examens DC)|Salle 204; pavillon B, à gauche|CONFIRMED',
    ]);
    const { reply: exam } = await admin.call(getExam, { params });
    // The clocks change on March 14.
    await admin.call(editExam, { params, body: { ...exam, examDate: '2027-03-15', placeFr: 'Salle 1' } });
    expect(await told()).toEqual(['2027-03-15 13:00 16:30 Bouge (Examens DC)|Salle 1|CONFIRMED']);
    await admin.call(cancelExam, { params });
    expect(await told()).toEqual([
      '2027-03-15 13:00 16:30 Annulé\u00a0: Bouge (Examens DC)|Salle 1|CANCELLED',
    ]);
    await admin.call(reactivateExam, { params });
    expect(await told()).toEqual(['2027-03-15 13:00 16:30 Bouge (Examens DC)|Salle 1|CONFIRMED']);
    const body = { userIds: [who.userId], removalId: randomUUID() };
    await admin.call(takeOutCandidates, { params, body });
    expect(await told()).toEqual([
      '2027-03-15 13:00 16:30 Inscription retirée\u00a0: Bouge (Examens DC)||CANCELLED',
    ]);
    await admin.call(putBackCandidates, { params, body });
    expect(await told()).toEqual(['2027-03-15 13:00 16:30 Bouge (Examens DC)|Salle 1|CONFIRMED']);
  },
);

/** The returned function imports a calendar, and lists entries of 2027: day, hours, title, place, state. */
function openKhal(home: string): (calendar: string) => string[] {
  const [settings, entries, imported] = ['settings', 'entries', 'feed.ics'].map((name) => join(home, name));
  mkdirSync(entries as string);
  const locale = ['local_timezone = UTC', 'default_timezone = UTC', 'timeformat = %H:%M'];
  for (const format of ['dateformat', 'longdateformat']) locale.push(`${format} = %Y-%m-%d`);
  for (const format of ['datetimeformat', 'longdatetimeformat']) locale.push(`${format} = %Y-%m-%d %H:%M`);
  const calendars = ['[calendars]', '[[exams]]', `path = ${entries}`];
  const database = ['[sqlite]', `path = ${join(home, 'database')}`];
  writeFileSync(settings as string, [...calendars, ...database, '[locale]', ...locale, ''].join('\n'));
  const run = (...words: string[]) =>
    execFileSync(program, ['-c', settings as string, ...words], { encoding: 'utf8' });
  return (calendar) => {
    writeFileSync(imported as string, calendar);
    run('import', '--batch', imported as string);
    const format = '{start-date-full} {start-time} {end-time} {title}|{location}|{status}';
    const listed = run('list', '--format', format, '--day-format', '', '2027-01-01', '365d');
    return listed.split('\n').flatMap((line) => line.trim() || []);
  };
}

function isInstalled(): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
