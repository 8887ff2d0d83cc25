import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type CalendarExam, calendarText } from './calendarText.ts';

const frame = {
  language: 'fr',
  timeZone: 'America/Toronto',
  address: 'https://guichet.example.ca/my-exams',
  isNamed: true,
} as const;

function someExam(given: Partial<CalendarExam> = {}): CalendarExam {
  return {
    examId: 12,
    createdAt: new Date('2026-09-01T14:00:00Z'),
    changedAt: new Date('2026-09-02T14:00:00Z'),
    sequence: 0,
    state: 'confirmed',
    date: '2027-02-12',
    startTime: '09:00',
    endTime: '12:30',
    title: 'Hiver 2027',
    place: '',
    description: '',
    ...given,
  };
}

/** The entries as another program reads them, by its own interpretation of the time zone. */
function read(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
}

const only = (exam: CalendarExam, zone = 'America/Toronto') => {
  const [entry] = read(calendarText([exam], { ...frame, timeZone: zone }));
  if (!entry) throw new Error('no entry');
  return entry;
};
const instantOf = (time: ICAL.Time) => new Date(time.toUnixTime() * 1000).toISOString();

describe('an exam in a calendar', () => {
  it.each([
    ['2027-02-12', '2027-02-12T14:00:00.000Z', '2027-02-12T17:30:00.000Z'],
    // The clocks change on March 14 and on November 7, 2027.
    ['2027-03-13', '2027-03-13T14:00:00.000Z', '2027-03-13T17:30:00.000Z'],
    ['2027-03-14', '2027-03-14T13:00:00.000Z', '2027-03-14T16:30:00.000Z'],
    ['2027-11-06', '2027-11-06T13:00:00.000Z', '2027-11-06T16:30:00.000Z'],
    ['2027-11-07', '2027-11-07T14:00:00.000Z', '2027-11-07T17:30:00.000Z'],
  ])('on %s at 9:00 in Toronto begins and ends at %s and %s', (date, start, end) => {
    const entry = only(someExam({ date }));
    expect([instantOf(entry.startDate), instantOf(entry.endDate)]).toEqual([start, end]);
  });

  it('that spans the change of clocks ends by the new clock', () => {
    const entry = only(someExam({ date: '2027-03-14', startTime: '01:30', endTime: '03:30' }));
    expect([instantOf(entry.startDate), instantOf(entry.endDate)]).toEqual([
      '2027-03-14T06:30:00.000Z',
      '2027-03-14T07:30:00.000Z',
    ]);
  });

  it('changes the clocks at 2:00 by the clock from before (RFC 5545 §3.6.5)', () => {
    const text = calendarText([someExam()], frame);
    expect(text).toContain('DTSTART:20270314T020000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\n');
    expect(text).toContain('DTSTART:20271107T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\n');
  });

  it('without an hour is an entry of the whole day', () => {
    const { startDate, endDate } = only(someExam({ startTime: '', endTime: '' }));
    expect([startDate.isDate, startDate.toString(), endDate.toString()]).toEqual([
      true,
      '2027-02-12',
      '2027-02-13',
    ]);
  });

  it('without an end reserves the rest of its day, and of its last one, and says that the end is not known', () => {
    const entry = only(someExam({ endTime: '', description: 'Carte.' }));
    expect(instantOf(entry.endDate)).toBe('2027-02-13T04:59:59.000Z');
    expect(entry.description).toBe('L’heure de fin n’est pas précisée.\n\nCarte.');
    expect(instantOf(only(someExam({ endTime: '', endDate: '2027-02-14' })).endDate)).toBe(
      '2027-02-15T04:59:59.000Z',
    );
  });

  it('that ends on a later day does so in the calendar', () => {
    const late = someExam({ startTime: '22:00', endTime: '01:30', endDate: '2027-02-13' });
    expect(instantOf(only(late).endDate)).toBe('2027-02-13T06:30:00.000Z');
    const days = someExam({ startTime: '', endTime: '', endDate: '2027-02-14' });
    expect(only(days).endDate.toString()).toBe('2027-02-15');
  });

  it('alone in a file has an organizer whose name ends nothing, and no name of a calendar', () => {
    const organizer = { name: 'Examens "DC"\r\nX:1', address: 'dc@uni.example.ca' };
    const text = calendarText([someExam()], { ...frame, isNamed: false, organizer });
    expect(text).not.toMatch(/CALNAME|^NAME|REFRESH/m);
    expect(text).toContain('ORGANIZER;CN="Examens DCX:1":mailto:dc@uni.example.ca\r\n');
    expect(read(text)).toHaveLength(1);
  });

  it('keeps its UID when it moves, raises SEQUENCE, and is CANCELLED in state and title', () => {
    const moved = someExam({ date: '2027-03-01', sequence: 1, state: 'cancelled' });
    const [before, after] = [only(someExam()), only(moved)];
    expect(after.uid).toBe(before.uid);
    expect([before.sequence, after.sequence]).toEqual([0, 1]);
    expect(after.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(after.summary).toBe('Annulé\u00a0: Hiver 2027');
  });

  it('that they have left is CANCELLED as well, and its title says that it is for them alone', () => {
    const entry = only(someExam({ state: 'left' }));
    expect(entry.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(entry.summary).toBe('Inscription retirée\u00a0: Hiver 2027');
  });

  it('says the same bytes for the same exams', () => {
    expect(calendarText([someExam()], frame)).toBe(calendarText([someExam()], frame));
  });
});

describe('the text', () => {
  const hard = 'Évaluation; salle B\\2, « 3 » 🎓\nÀ 9 h : carte d’étudiant·e, rien d’autre.'.repeat(6);

  it('is folded at 75 octets without cutting a character, and read back as it was', () => {
    const text = calendarText([someExam({ title: hard.replaceAll('\n', ' '), description: hard })], frame);
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
    expect(text).not.toContain('\ufffd');
    const [entry] = read(text);
    expect(entry?.description).toBe(hard);
    expect(entry?.summary).toBe(hard.replaceAll('\n', ' '));
  });

  it('cannot be ended or extended by what somebody typed', () => {
    const [entry, ...more] = read(
      calendarText([someExam({ title: 'A\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nX:\0\u001b' })], frame),
    );
    expect(more).toEqual([]);
    expect(entry?.summary).toBe('A\nEND:VEVENT\nBEGIN:VEVENT\nX:');
  });
});

describe('the zone', () => {
  const zones = [
    'America/Toronto',
    'America/St_Johns',
    'America/Vancouver',
    'Europe/Paris',
    'Asia/Kolkata',
    'UTC',
  ];
  it.each([...zones, 'Australia/Lord_Howe', 'Africa/Casablanca'])(
    '%s has the offset of the runtime on every day of four years',
    (zone) => {
      const days = Array.from({ length: 4 * 365 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)));
      const exams = days.map((day) => someExam({ date: day.toISOString().slice(0, 10), endTime: '' }));
      const local = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      });
      const entries = read(calendarText(exams, { ...frame, timeZone: zone }));
      expect(entries.map(({ startDate }) => local.format(startDate.toJSDate()))).toEqual(
        exams.map(({ date }) => `${date} 09:00`),
      );
    },
  );

  it('leaves out the years between two exams, of which one may be mistyped, and is right in both', () => {
    const text = calendarText([someExam({ date: '2027-07-01' }), someExam({ date: '2207-07-01' })], frame);
    expect(text.match(/BEGIN:DAYLIGHT/g)).toHaveLength(2);
    expect(read(text).map(({ startDate }) => instantOf(startDate))).toEqual([
      '2027-07-01T13:00:00.000Z',
      '2207-07-01T13:00:00.000Z',
    ]);
  });
});
