/** The possible meanings of a date; `yyyy-mm-dd` has one. */
export interface ReadDay {
  /** Valid days as `yyyy-mm-dd`; several for an ambiguous text. */
  readonly meant: readonly string[];
  /** The day named by the text that does not exist; null when the text has another meaning or none. */
  readonly missing: { readonly day: number; readonly month: number; readonly year: number } | null;
  /** Present where the text names a weekday that the day meant is not. */
  readonly isOffWeekday?: true;
}

type Parts = readonly [year: number, month: number, day: number];

const nothing: ReadDay = { meant: [], missing: null };
const dayMs = 86_400_000;

/**
 * Parses a date as people write it: `1er mars 2027`, `03/04/2027`, `demain`, `in two weeks`; `11 décembre` is the next one.
 * Returns all meanings; no guess.
 */
export function readDay(text: string, today: string): ReadDay {
  const words = plain(text);
  const ahead = countDaysAhead(words);
  if (ahead !== null) return { meant: [dayAfter(today, ahead)], missing: null };
  const counted = weekdaysAhead(words, today);
  if (counted.length > 0) return { meant: counted, missing: null };
  const [weekday, date] = splitWeekday(words);
  const ways = waysToRead(date, today);
  const meant = [...new Set(ways.filter(exists).map(isoOf))];
  if (meant.length > 0) {
    const isOffWeekday = weekday !== null && meant.every((day) => new Date(day).getUTCDay() !== weekday);
    return { meant, missing: null, ...(isOffWeekday && { isOffWeekday }) };
  }
  const named = ways.find(([, month, day]) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  if (!named) return nothing;
  const [year, month, day] = named;
  return { meant, missing: { year, month, day } };
}

const daysAhead = [
  ["aujourd'hui", 'today'],
  ['demain', 'tomorrow'],
  ['apres-demain', 'day after tomorrow'],
];

const numerals = [
  ['un', 'une', 'a', 'one'],
  ['deux', 'two'],
  ['trois', 'three'],
  ['quatre', 'four'],
  ['cinq', 'five'],
  ['six'],
  ['sept', 'seven'],
  ['huit', 'eight'],
  ['neuf', 'nine'],
  ['dix', 'ten'],
];

/** The days from today to what `tomorrow` or `in two weeks` names; null for other words. */
function countDaysAhead(words: string): number | null {
  const named = daysAhead.findIndex((names) => names.includes(words));
  if (named >= 0) return named;
  const [, count, unit = ''] =
    /^(?:dans|in) (\d{1,3}|[a-z]{1,6}) (jour|day|semaine|week)s?$/.exec(words) ?? [];
  if (count === undefined) return null;
  const spelled = numerals.findIndex((names) => names.includes(count)) + 1;
  const number = /^\d/.test(count) ? Number(count) : spelled;
  return number === 0 ? null : number * (unit === 'semaine' || unit === 'week' ? 7 : 1);
}

/**
 * The days that a weekday without a date can be: one, or two for `next Friday`, `Friday in two weeks` on another weekday, and
 * for `Friday` on a Friday.
 */
function weekdaysAhead(words: string, today: string): string[] {
  const [, before, name = '', after] =
    /^(?:(next|prochain|this|ce) )?([a-z]{5,9})(?: ([a-z0-9 ]{4,20}))?$/.exec(words) ?? [];
  const at = weekdays.findIndex((names) => names.split(' ').includes(name));
  if (at < 0) return [];
  const present = new Date(today).getUTCDay();
  const first = (at - present + 7) % 7;
  const days = (...ahead: number[]) => [...new Set(ahead)].map((count) => dayAfter(today, count));
  if (before === 'next' || before === 'prochain' || after === 'prochain')
    return days(first || 7, (first || 7) + 7);
  if (after === undefined) return first === 0 ? days(0, 7) : days(first);
  if (/^(?:la )?semaine prochaine$|^next week$/.test(after)) return days(8 - (present || 7) + ((at + 6) % 7));
  const weeks = countDaysAhead(after) ?? 0;
  return weeks === 0 || weeks % 7 > 0 ? [] : days(weeks + (first && first - 7), weeks + first);
}

export function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
}

export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 1) - dayMs).getUTCDate();
}

/** All dates that the text can name, in every order of year, month and day. */
function waysToRead(text: string, today: string): Parts[] {
  const eight = /^(\d{8})$/.exec(text)?.[1];
  if (eight) return waysOfEight(eight);
  const [first = '', second = '', third = '', ...more] = text.split(/[^\da-z]+/).filter(Boolean);
  if (second === '' || more.length > 0) return [];
  const month = monthNamed(first) ?? monthNamed(second);
  if (third === '')
    return month === null ? [] : nextOf(monthNamed(first) === null ? first : second, month, today);
  if (month !== null) {
    const [day, year] = monthNamed(first) === null ? [first, third] : [second, third];
    return /^\d{4}$/.test(day) ? parts(day, String(month), year) : parts(fullYear(year), String(month), day);
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text) && parts(first, second, third).some(exists))
    return parts(first, second, third);
  if (/^\d{4}$/.test(first)) return [...parts(first, second, third), ...parts(first, third, second)];
  return [...parts(fullYear(third), second, first), ...parts(fullYear(third), first, second)];
}

/** The next day of this name, today included; one that this year does not have where the next year has none either. */
function nextOf(day: string, month: number, today: string): Parts[] {
  const year = Number(today.slice(0, 4));
  const ways = [year, year + 1].flatMap((each) => parts(String(each), String(month), day));
  const next = ways.find((way) => exists(way) && isoOf(way) >= today) ?? ways[0];
  return next ? [next] : [];
}

/** Reads eight digits with the year first; other orders count only if that gives no valid day. */
function waysOfEight(text: string): Parts[] {
  const at = (from: number, to: number) => text.slice(from, to);
  const yearFirst = parts(at(0, 4), at(4, 6), at(6, 8)).filter(([year]) => year >= 1900);
  if (yearFirst.some(exists)) return yearFirst;
  const yearLast = [...parts(at(4, 8), at(2, 4), at(0, 2)), ...parts(at(4, 8), at(0, 2), at(2, 4))];
  return yearLast.some((way) => way[0] >= 1900 && exists(way)) ? yearLast : yearFirst;
}

function parts(year: string, month: string, day: string): Parts[] {
  const isNumber = [year, month, day].every((part) => /^\d{1,4}$/.test(part));
  return isNumber && year.length === 4 && day.length <= 2 ? [[Number(year), Number(month), Number(day)]] : [];
}

function fullYear(year: string): string {
  return /^\d{2}$/.test(year) ? `20${year}` : year;
}

function exists([year, month, day]: Parts): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function isoOf([year, month, day]: Parts): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** The text in lower case, without accents, hour, « le », « er », « th » and « de ». */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .trim()
    .replace(/(\d)t\d.*/s, '$1')
    .replace(/^(?:le|the) /, '')
    .replaceAll(/(\d)(?:er|st|nd|rd|th)\b/g, '$1')
    .replaceAll(/\b(?:de|of)\b/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

const weekdays = [
  'dimanche sunday',
  'lundi monday',
  'mardi tuesday',
  'mercredi wednesday',
  'jeudi thursday',
  'vendredi friday',
  'samedi saturday',
];

/** A weekday before a date, 0 for Sunday, and the date; « mar 15, 2027 » has none, since the rest names no month. */
function splitWeekday(words: string): readonly [number | null, string] {
  const [all, name = '?'] = /^([a-z]{3})[a-z]*[,.]? +/.exec(words) ?? [];
  const at = weekdays.findIndex((names) => names.split(' ').some((each) => each.startsWith(name)));
  const date = words.slice(all?.length ?? 0).replace(/^(?:le|the) /, '');
  const hasMonth =
    date.split(/[^a-z]+/).some((word) => monthNamed(word) !== null) || monthNamed(name) === null;
  return at < 0 || !hasMonth ? [null, words] : [at, date];
}

const months = [
  ['janv', 'jan'],
  ['fev', 'feb'],
  ['mars', 'mar'],
  ['avr', 'apr'],
  ['mai', 'may'],
  ['juin', 'jun'],
  ['juil', 'jul'],
  ['aou', 'aug'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec'],
];

function monthNamed(word: string): number | null {
  if (!/^[a-z]{3,}$/.test(word)) return null;
  const at = months.findIndex((names) => names.some((name) => word.startsWith(name)));
  return at < 0 ? null : at + 1;
}
