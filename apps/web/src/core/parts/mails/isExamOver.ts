import { isOverAt } from '@guichet/contract/exams/exams.end';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { timeOfDay, today } from '../../i18n/formats.ts';

/** Whether an exam is over; the server then mails nobody about it any more. */
export function isExamOver({
  date,
  endTime,
  lastDay,
}: Pick<ExamSummary, 'date' | 'endTime' | 'lastDay'>): boolean {
  const now = new Date();
  return isOverAt({ examDate: date, endTime, endDate: lastDay }, { day: today(now), time: timeOfDay(now) });
}
