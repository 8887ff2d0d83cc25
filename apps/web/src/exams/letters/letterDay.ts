import { letterMostDays } from '@guichet/contract/exams/letters';
import { today } from '../../core/i18n/formats.ts';
import type { LetterDraft } from './letterDraft.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const later = (day: string, days: number) =>
  new Date(startOf(day) + days * dayMilliseconds).toISOString().slice(0, 10);

/** The day on which a letter is to leave; without a typed one the day before the exam, or the next. */
export function chooseDay({ day }: Pick<LetterDraft, 'day'>, examDate: string) {
  const first = today(new Date());
  const before = later(examDate, -1);
  const proposed = before > first ? before : later(first, 1);
  const text = day === '' ? proposed : day;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text.trim()) && !Number.isNaN(startOf(text.trim()));
  const daysBefore = isDay ? Math.round((startOf(examDate) - startOf(text.trim())) / dayMilliseconds) : 0;
  const isValid = isDay && text.trim() >= first && Math.abs(daysBefore) <= letterMostDays;
  return { text, day: text.trim(), first, isValid, daysBefore };
}
