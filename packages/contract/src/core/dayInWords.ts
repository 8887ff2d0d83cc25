import { type Language, writeDay } from './language.ts';

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

/** The short form of a day (`yyyy-mm-dd`; S9.3, readings §5): `30/04/2027` in French; English keeps `2027-04-30`. */
export function shortDay(day: string, language: Language): string {
  return language === 'fr' ? day.replace(/(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1') : day;
}
