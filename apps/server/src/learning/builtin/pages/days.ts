import type { Language } from '@guichet/contract/core/language';

const locales = { fr: 'fr-CA', en: 'en-CA' } as const;

/** Days from `today` to `day`, both `yyyy-mm-dd`; negative for the past. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

/** Day and abbreviated month for the calendar icon: `30` and « avr. ». */
export function leafOf(day: string, language: Language): { number: string; month: string } {
  return { number: String(Number(day.slice(8))), month: formatDay(day, language, { month: 'short' }) };
}

/** « Aujourd’hui », « Dans 12 jours », « Il y a 3 jours ». */
export function distanceInWords(days: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' }).format(days, 'day');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatDay(day: string, language: Language, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locales[language], { ...parts, timeZone: 'UTC' }).format(Date.parse(day));
}
