import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import { daysBefore } from '@guichet/contract/core/localTime';
import { mailWords } from '../../../mail/texts/texts.service.ts';
import { joinLines, localValue, textValue, utcValue } from './contentLines.ts';
import { zoneLines } from './zoneLines.ts';

/** An exam as a calendar entry, in the words of one language; '' for facts that are not set. */
export interface CalendarExam {
  readonly examId: number;
  readonly createdAt: Date;
  /** When the exam was last changed in any way. */
  readonly changedAt: Date;
  /** The SEQUENCE of RFC 5545: rises with each change that a calendar has to take over. */
  readonly sequence: number;
  /** `left`: the exam takes place, without this person. */
  readonly state: 'confirmed' | 'cancelled' | 'left';
  readonly date: string;
  /** `hh:mm` in the university's zone; '' for a start makes an entry of the whole day. */
  readonly startTime: string;
  readonly endTime: string;
  /** The day on which the exam ends; absent: `date`. */
  readonly endDate?: string | undefined;
  readonly title: string;
  readonly place: string;
  readonly description: string;
}

export interface CalendarFrame {
  readonly language: Language;
  readonly timeZone: string;
  /** The page of the candidate's exams. */
  readonly address: string;
  /**
   * Whether the calendar has a name and is read again. A file with one entry has none: Outlook would open it as a calendar of
   * its own beside the reader's (MS-OXCICAL §2.1.3.1.1).
   */
  readonly isNamed: boolean;
  readonly organizer?: { readonly name: string; readonly address: string };
}

/** The exams as an iCalendar object (RFC 5545). The same exams give the same bytes. */
export function calendarText(exams: readonly CalendarExam[], frame: CalendarFrame): string {
  const { language, timeZone, isNamed } = frame;
  const name = textValue(mailWords[language].calendar.name);
  const years = exams.flatMap(({ date, endDate = date }) => [date, endDate].map(yearOf));
  return joinLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Guichet//Guichet//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(isNamed
      ? [`NAME:${name}`, `X-WR-CALNAME:${name}`, `X-WR-TIMEZONE:${timeZone}`, ...refreshLines]
      : []),
    // RFC 5545 §3.6 requires a component, and some programs refuse a calendar without any.
    ...zoneLines(timeZone, years.length > 0 ? years : [2000]),
    ...exams.flatMap((exam) => examLines(exam, frame)),
    'END:VCALENDAR',
  ]);
}

const refreshLines = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function examLines(exam: CalendarExam, { language, timeZone, address, organizer }: CalendarFrame): string[] {
  const { state, title, place, createdAt } = exam;
  const isCancelled = state !== 'confirmed';
  const words = mailWords[language].calendar;
  const isOpenEnded = !isCancelled && exam.startTime !== '' && exam.endTime === '';
  const description = [isOpenEnded && words.noEnd, exam.description].filter(Boolean).join('\n\n');
  const summary = isCancelled ? fillParams(words[state], { title }) : title;
  return [
    'BEGIN:VEVENT',
    // The host may change, so it is no part of the id. Two installations that both count from 1 differ in
    // `createdAt`.
    `UID:exam-${exam.examId}-${createdAt.getTime().toString(36)}@guichet`,
    `SEQUENCE:${exam.sequence}`,
    `DTSTAMP:${utcValue(exam.changedAt)}`,
    `LAST-MODIFIED:${utcValue(exam.changedAt)}`,
    ...timeLines(exam, timeZone),
    // The state is in the title too, since programs show cancelled entries of a subscription like others.
    `SUMMARY;LANGUAGE=${language}-CA:${textValue(summary)}`,
    ...(organizer ? [organizerLine(organizer)] : []),
    ...(place ? [`LOCATION:${textValue(place)}`] : []),
    ...(description ? [`DESCRIPTION:${textValue(description)}`] : []),
    `URL:${address}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(isCancelled ? ['TRANSP:TRANSPARENT'] : []),
    'END:VEVENT',
  ];
}

/** A name cannot hold a quote, which would end it (RFC 5545 §3.2). */
function organizerLine({ name, address }: { readonly name: string; readonly address: string }): string {
  return `ORGANIZER;CN="${name.replace(/["\p{Cc}]/gu, '')}":mailto:${address}`;
}

/** Each entry has an end: Exchange takes none without. One that nobody has set is the end of the day (decision 053). */
function timeLines({ date, startTime, endTime, endDate = date }: CalendarExam, timeZone: string): string[] {
  const at = (name: string, value: string) => `${name};TZID=${timeZone}:${value}`;
  if (!startTime)
    return [
      `DTSTART;VALUE=DATE:${localValue(date)}`,
      // The day after the last one (RFC 5545 §3.6.1).
      `DTEND;VALUE=DATE:${localValue(daysBefore(endDate, -1))}`,
    ];
  const end = endTime ? localValue(endDate, endTime) : `${localValue(endDate)}T235959`;
  return [at('DTSTART', localValue(date, startTime)), at('DTEND', end)];
}
