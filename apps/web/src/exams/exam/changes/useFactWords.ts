import type { ExamFacts } from '@guichet/contract/exams/exams';
import { useTexts } from '../../../core/i18n/formats.ts';

/** The names and values of an exam's fields in the words of the page. */
export function useFactWords() {
  const { t, longDay, hour } = useTexts();
  return {
    nameOf: (name: keyof ExamFacts) => (name === 'examDate' ? t('ExamSpace.Date') : t(`Exam.Field.${name}`)),
    textOf(name: keyof ExamFacts, facts: ExamFacts): string {
      const value = facts[name];
      if (name === 'examDate' || (name === 'endDate' && value !== '')) return longDay(value);
      const isHour = (name === 'startTime' || name === 'endTime') && value !== '';
      return isHour ? hour(value) : value;
    },
  };
}
