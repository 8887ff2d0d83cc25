import type { Language } from '@guichet/contract/core/language';
import { locales } from '../../platform/i18n/locales.ts';
import { useT } from '../../platform/i18n/useT.ts';
import type { SampleValues } from './fillSample.ts';

export interface SampleOccasion {
  readonly systemId: number;
  readonly systemTitle: Readonly<Record<Language, string>>;
  /** The exam that the sample is about, `date` as `yyyy-mm-dd`. */
  readonly exam: { readonly title: string; readonly date: string };
}

/** What stands in the placeholders for a candidate made up for the purpose. */
export function useSampleValues(occasion: SampleOccasion): (language: Language) => SampleValues {
  const t = useT();
  const { systemId, systemTitle, exam } = occasion;
  return (language) => ({
    firstName: t('Message.Sample.FirstName'),
    lastName: t('Message.Sample.LastName'),
    email: t('Message.Sample.Email'),
    systemTitle: systemTitle[language],
    examTitle: exam.title,
    examDate: dayInWords(exam.date, language),
    loginUrl: `${location.origin}/login?systemId=${systemId}`,
    setPasswordUrl: `${location.origin}/reset-password?t=…&lang=${language}&systemId=${systemId}`,
  });
}

/** As the mails write a day: with the day of the week. */
function dayInWords(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language].tag, { dateStyle: 'full', timeZone: 'UTC' });
  return format.format(new Date(day));
}
