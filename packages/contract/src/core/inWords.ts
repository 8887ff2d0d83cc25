import { type Language, writeDay } from './language.ts';

export interface Hours {
  /** `hh:mm`; '' where no hour is set. */
  readonly startTime: string;
  readonly endTime: string;
  /** The day of the end, `yyyy-mm-dd`, where it is not the day of the start. */
  readonly endDate?: string | null | undefined;
}

/**
 * From start to end: `9\u00a0h à 12\u00a0h`, `9:00\u00a0a.m. to noon`, or the start alone; an end on a later day with
 * its day. `zone`: the name of the time zone, which then stands beside them.
 */
export function hoursInWords({ startTime, endTime, endDate }: Hours, language: Language, zone = ''): string {
  if (startTime === '') return '';
  const words = [hourInWords(startTime, language)];
  if (endTime !== '' && endDate) words.push(until(endDate, endTime, language));
  else if (endTime !== '') words.push(to[language], hourInWords(endTime, language));
  return withZone(words.join(' '), zone);
}

/** `9\u00a0h (heure de l’Est)`; words without a zone stay as they are. */
export function withZone(words: string, zone: string): string {
  return zone ? `${words} (${zone})` : words;
}

const to: Record<Language, string> = { fr: 'à', en: 'to' };

function until(day: string, time: string, language: Language): string {
  const [date, hour] = [dayInWords(day, language), hourInWords(time, language)];
  return language === 'fr' ? `jusqu’au ${date} à ${hour}` : `until ${date} at ${hour}`;
}

/**
 * An hour of the day, `hh:mm`, as people read it. French in the style of the Office québécois de la langue française:
 * « 9 h », « 9 h 05 ». English with a.m. and p.m., but noon and midnight in words, where a.m. and p.m. are ambiguous.
 */
export function hourInWords(time: string, language: Language): string {
  const [hours = '', minutes = ''] = time.split(':');
  const hour = Number(hours);
  if (language === 'fr') return minutes === '00' ? `${hour}\u00a0h` : `${hour}\u00a0h\u00a0${minutes}`;
  if (minutes === '00' && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
  return `${hour % 12 || 12}:${minutes}\u00a0${hour < 12 ? 'a.m.' : 'p.m.'}`;
}

const formats: Record<Language, Intl.DateTimeFormat> = {
  fr: formatOf('fr-CA'),
  en: formatOf('en-CA'),
};

function formatOf(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Formats a day (`yyyy-mm-dd`): `vendredi 30 avril 2027`, `Friday, April 30, 2027`. */
export function dayInWords(day: string, language: Language): string {
  return writeDay(formats[language].format(new Date(`${day}T12:00:00Z`)), language);
}

/** The day of an exam, with the last one where that is later and no hour of the end names it: `lundi 3 mai 2027 (jusqu’au mercredi 5 mai 2027)`. */
export function daysInWords(
  day: string,
  { endDate, endTime }: { readonly endDate?: string | undefined; readonly endTime: string },
  language: Language,
): string {
  const words = dayInWords(day, language);
  if (!endDate || endTime !== '') return words;
  return `${words} (${language === 'fr' ? 'jusqu’au' : 'until'} ${dayInWords(endDate, language)})`;
}

/** A moment as operators read it: `30\u00a0avril 2027 à 9\u00a0h\u00a005 (heure de l’Est)`, `April\u00a030, 2027 at 9:05\u00a0a.m. (Eastern Time)`. */
export function momentInWords(instant: Date, timeZone: string, language: Language): string {
  const format = (locale: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(instant);
  const [day, time] = [format('en-CA', { dateStyle: 'short' }), format('en-GB', { timeStyle: 'short' })];
  const date = writeDay(format(`${language}-CA`, { dateStyle: 'long' }), language);
  const words = `${date} ${language === 'fr' ? 'à' : 'at'} ${hourInWords(time, language)}`;
  return withZone(words, zoneInWords(timeZone, day, language));
}

/** The short form of a day (`yyyy-mm-dd`; S9.3, readings §5): `30/04/2027` in French; English keeps `2027-04-30`. */
export function shortDay(day: string, language: Language): string {
  return language === 'fr' ? day.replace(/(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1') : day;
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * The name of a time zone for people on a day, `yyyy-mm-dd`: `heure de l’Est`, `Eastern Time`. It is the same in summer and in
 * winter where the clocks change, and says which of both where a place keeps one: `Central Standard Time` in Regina.
 */
export function zoneInWords(timeZone: string, day: string, language: Language): string {
  const name = nameOf('longGeneric', timeZone, day, language);
  // UTC has no generic name: it would be `GMT+00:00`.
  return /\d/.test(name) ? nameOf('long', timeZone, day, language) : name;
}

function nameOf(timeZoneName: 'longGeneric' | 'long', timeZone: string, day: string, language: Language) {
  const key = `${timeZoneName} ${timeZone} ${language}`;
  const format =
    zoneFormats.get(key) ??
    new Intl.DateTimeFormat(`${language}-CA`, { timeZone, timeZoneName, hour: 'numeric' });
  // Making a format costs as much as a hundred uses.
  zoneFormats.set(key, format);
  const parts = format.formatToParts(new Date(`${day}T12:00:00Z`));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
