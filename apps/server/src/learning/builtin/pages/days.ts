import type { Language } from '@guichet/contract/core/language';

const locales = { fr: 'fr-CA', en: 'en-CA' } as const;

/** How many days after `today` a day comes; both `yyyy-mm-dd`. Negative when it is over. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

/** The parts of a calendar leaf: `30` and « avr. ». */
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
