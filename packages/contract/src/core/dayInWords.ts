import { type Language, withOrdinalFirst } from './language.ts';

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
  const words = formats[language].format(new Date(`${day}T12:00:00Z`));
  return language === 'fr' ? withOrdinalFirst(words) : words;
}
