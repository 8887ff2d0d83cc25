import type { Language } from './language.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

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
    formats.get(key) ??
    new Intl.DateTimeFormat(`${language}-CA`, { timeZone, timeZoneName, hour: 'numeric' });
  // Making a format costs as much as a hundred uses.
  formats.set(key, format);
  const parts = format.formatToParts(new Date(`${day}T12:00:00Z`));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
