import { letterMostDays } from '@guichet/contract/exams/notices.reminders';
import { today } from '../../i18n/formats.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const later = (day: string, days: number) =>
  new Date(startOf(day) + days * dayMilliseconds).toISOString().slice(0, 10);

/** `day`: `yyyy-mm-dd`, or a typed text that is no day; '' for the proposed day. `hour`: of the day, from 0. */
export interface SendingTime {
  readonly day: string;
  readonly hour: number;
}

/** The day on which a letter is to leave; without a typed one the day before the exam, or the next. */
export function chooseDay({ day }: Pick<SendingTime, 'day'>, examDate: string) {
  const first = today(new Date());
  const before = later(examDate, -1);
  const proposed = before > first ? before : later(first, 1);
  const text = day === '' ? proposed : day;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text.trim()) && !Number.isNaN(startOf(text.trim()));
  const daysBefore = isDay ? Math.round((startOf(examDate) - startOf(text.trim())) / dayMilliseconds) : 0;
  const isValid = isDay && text.trim() >= first && Math.abs(daysBefore) <= letterMostDays;
  return { text, day: text.trim(), first, isValid, daysBefore };
}

/** `14` → `14:00`. */
export function toClock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
