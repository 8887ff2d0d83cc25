import { hourInWords, shortDay } from '@guichet/contract/core/inWords';
import { type Language, writeDay } from '@guichet/contract/core/language';
import { useMemo } from 'react';
import { metaContent } from '../browser/metaContent.ts';
import { locales } from './locales.ts';
import { useLanguage, useT } from './useT.ts';

export { useLanguage, useT } from './useT.ts';

/** The university's time zone, for "today" and all hours, wherever the reader is (readings §3). */
export function universityZone(): string {
  return metaContent('time-zone') ?? 'America/Toronto';
}

/** The time zone of the reader's device. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function timeOfDay(now: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: universityZone() }).format(now);
}

/** Today in the university's time zone, `yyyy-mm-dd`. */
export function today(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: universityZone() }).format(now);
}

/** Makes what gives instants as days with hours at the university, `yyyy-mm-ddThh:mm`: quick for a long list of them. */
export function makeLocalMoments(): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: universityZone(),
  });
  return (instant) => format.format(instant).replace(' ', 'T');
}

/**
 * Each language has a single form, in words, for a day and for a day with its hour. The short form,
 * `column…`, is only for columns of tables and exported files (docs/glossary.md, Dates and hours;
 * scripts/checks/dates.test.ts).
 */
export function formatsFor(language: Language) {
  const { tag, currency } = locales[language];
  const timeZone = universityZone();
  // A day has no hour: parsed and formatted in UTC, it cannot shift to another day.
  const longDay = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const fullDay = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  const isoDate = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone });
  const longDate = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone });
  const toSecond = new Intl.DateTimeFormat(tag, { timeStyle: 'medium', timeZone });
  const sortable = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const offset = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longOffset', timeZone });
  const exact = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long', timeZone });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const number = new Intl.NumberFormat(tag);
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency });

  const listed = new Intl.ListFormat(tag, { type: 'conjunction' });

  const inWords = (words: string) => writeDay(words, language);
  const hour = (time: string) => hourInWords(time, language);
  const time = (instant: Date) => hour(timeOfDay(instant));
  const date = (instant: Date) => shortDay(isoDate.format(instant), language);
  const longDateOf = (instant: Date) => inWords(longDate.format(instant));
  const at = language === 'fr' ? 'à' : 'at';

  return {
    /** `2027-04-30` → `30/04/2027`, `2027-04-30` in English. */
    columnDay: (day: string) => shortDay(day, language),
    /** `2027-04-30` → `30 avril 2027`, `April 30, 2027`. */
    longDay: (day: string) => inWords(longDay.format(new Date(day))),
    /** `2027-04-30` → `vendredi 30 avril 2027`, `Friday, April 30, 2027`. */
    fullDay: (day: string) => inWords(fullDay.format(new Date(day))),
    /** The name of a month: 2 → `février`, `February`. */
    monthOf: (number: number) => month.format(Date.UTC(2027, number - 1, 1)),
    /** The day of an instant in words: `30 avril 2027`, `April 30, 2027`. */
    longDate: longDateOf,
    /** An hour of the day: `09:05` → `9 h 05`, `9:05 a.m.`. */
    hour,
    time,
    /** `30/04/2027 9 h 05`, `2027-04-30 9:05 a.m.`. */
    columnDateTime: (instant: Date) => `${date(instant)} ${time(instant)}`,
    /** `30 avril 2027 à 9 h 05`, `April 30, 2027 at 9:05 a.m.`. */
    longDateTime: (instant: Date) => `${longDateOf(instant)} ${at} ${time(instant)}`,
    /** To the second, in any language, as files sort it: `2027-04-30 09:05:07 -04:00`. */
    columnDateTimeToSecond: (instant: Date) =>
      `${sortable.format(instant)} ${offset.format(instant).split('GMT')[1] || '+00:00'}`,
    /** `30 avril 2027 à 9 h 05 min 07 s`, `April 30, 2027 at 9:05:07 a.m.`. */
    longDateTimeToSecond: (instant: Date) =>
      `${longDateOf(instant)} ${at} ${bareHour(toSecond.format(instant))}`,
    /** To the second, with the zone: `February 12, 2027 at 3:05:00 p.m. EST`. */
    exact: (instant: Date) => inWords(bareHour(exact.format(instant))),
    /** Relative time: `3 minutes ago`, `yesterday`. Days are the university's. */
    ago: (instant: Date, now: Date) => relative.format(...distance(instant, now)),
    number: (value: number) => number.format(value),
    money: (value: number) => money.format(value),
    /** `a, b et c`, `a, b and c`. */
    list: (words: readonly string[]) => listed.format(words),
  };
}

/** An hour to the second without a leading zero and line breaks: « 9 h 05 min 07 s ». */
function bareHour(text: string): string {
  const hour = /(?<!\d)\d+(?:\sh\s|:).*/s;
  return text.replace(hour, (words) => words.replace(/^0(?=\d)/, '').replaceAll(' ', '\u00A0'));
}

type Distance = [value: number, unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'];

function distance(instant: Date, now: Date): Distance {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  const days = (Date.parse(today(instant)) - Date.parse(today(now))) / 86_400_000;
  if (seconds > -60) return [0, 'second'];
  if (seconds > -3600) return [Math.trunc(seconds / 60), 'minute'];
  if (days === 0 || seconds > -6 * 3600) return [Math.trunc(seconds / 3600), 'hour'];
  if (days > -7) return [days, 'day'];
  if (days > -30) return [Math.trunc(days / 7), 'week'];
  return days > -365 ? [Math.trunc(days / 30), 'month'] : [Math.trunc(days / 365), 'year'];
}

export type Formats = ReturnType<typeof formatsFor>;

/** The current language, its texts (`useT`), and dates, hours, numbers and lists in it. */
export function useTexts() {
  const t = useT();
  const language = useLanguage();
  return useMemo(() => ({ t, language, ...formatsFor(language) }), [t, language]);
}

/** Formats a file size: `12 ko`, `3,4 Mo`. */
export function useFileSize(): (bytes: number) => string {
  const { t, number } = useTexts();
  return (bytes) => {
    if (bytes < 1024 * 1024) return t('Import.File.Kilobytes', { size: number(Math.ceil(bytes / 1024)) });
    return t('Import.File.Megabytes', { size: number(Math.round((bytes / 1024 / 1024) * 10) / 10) });
  };
}
