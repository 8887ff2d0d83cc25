/** The possible meanings of a date that is not typed as `yyyy-mm-dd`. */
export interface ReadDay {
  /** Valid days as `yyyy-mm-dd`; several for an ambiguous text. */
  readonly meant: readonly string[];
  /** The day named by the text that does not exist; null when the text has another meaning or none. */
  readonly missing: { readonly day: number; readonly month: number; readonly year: number } | null;
}

type Parts = readonly [year: number, month: number, day: number];

const nothing: ReadDay = { meant: [], missing: null };
const dayMs = 86_400_000;

/** Parses a date as people write it: `1er mars 2027`, `03/04/2027`, `demain`. Returns all meanings; no guess. */
export function readDay(text: string, today: string): ReadDay {
  const ahead = daysAhead.findIndex((words) => words.includes(text.trim().toLowerCase().replace('’', "'")));
  if (ahead >= 0) return { meant: [dayAfter(today, ahead)], missing: null };
  const ways = waysToRead(plain(text));
  const meant = [...new Set(ways.filter(exists).map(isoOf))];
  if (meant.length > 0) return { meant, missing: null };
  const named = ways.find(([, month, day]) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  if (!named) return nothing;
  const [year, month, day] = named;
  return { meant, missing: { year, month, day } };
}

const daysAhead = [
  ["aujourd'hui", 'today'],
  ['demain', 'tomorrow'],
];

function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
}

export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 1) - dayMs).getUTCDate();
}

/** All dates that the text can name, in every order of year, month and day. */
function waysToRead(text: string): Parts[] {
  const eight = /^(\d{8})$/.exec(text)?.[1];
  if (eight) return waysOfEight(eight);
  const [first = '', second = '', third = '', ...more] = text.split(/[^\da-z]+/).filter(Boolean);
  if (third === '' || more.length > 0) return [];
  const month = monthNamed(first) ?? monthNamed(second);
  if (month !== null) {
    const [day, year] = monthNamed(first) === null ? [first, third] : [second, third];
    return /^\d{4}$/.test(day) ? parts(day, String(month), year) : parts(fullYear(year), String(month), day);
  }
  if (/^\d{4}$/.test(first)) return [...parts(first, second, third), ...parts(first, third, second)];
  return [...parts(fullYear(third), second, first), ...parts(fullYear(third), first, second)];
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

/** The text in lower case, without accents, weekday, hour, « er », « th » and « de ». */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/(\d)t\d.*/s, '$1')
    .replace(/^(?:le |the )?(?:(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]? +)/, '')
    .replace(/^(?:le|the) /, '')
    .replaceAll(/(\d)(?:er|st|nd|rd|th)\b/g, '$1')
    .replaceAll(/\b(?:de|of)\b/g, ' ');
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
