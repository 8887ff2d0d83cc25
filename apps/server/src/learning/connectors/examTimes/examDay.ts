import { daysBefore, instantAt } from '@guichet/contract/core/localTime';
import { startOfDay } from '../../../core/runtime/clock.ts';

/** The first and the last day of an exam, `yyyy-mm-dd`; the last is absent or '' for one day. */
export interface ExamDays {
  readonly examDate: string;
  readonly endDate?: string | undefined;
}

/** The first instants of an exam's day and of the day after its last one, in the university's time zone. */
export function examDays(
  { examDate, endDate }: ExamDays,
  timeZone: string,
): { readonly start: Date; readonly end: Date } {
  return {
    start: startOfDay(examDate, timeZone),
    end: startOfDay(daysBefore(endDate || examDate, -1), timeZone),
  };
}

/** When an exam's quizzes have to be open. Without an hour, an exam begins or ends at any time of its day. */
export interface ExamHours {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** A quiz that opens after `latestOpening`, or closes before `earliestClosing`, shuts candidates out. */
  readonly latestOpening: Date;
  readonly earliestClosing: Date;
}

/** The instants of an exam in the university's time zone; its hours are `hh:mm`, or '' for none. */
export function examHours(
  exam: ExamDays & { readonly startTime: string; readonly endTime: string },
  timeZone: string,
): ExamHours {
  const { start, end } = examDays(exam, timeZone);
  const startsAt = exam.startTime ? instantAt(exam.examDate, exam.startTime, timeZone) : start;
  const endsAt = exam.endTime ? instantAt(exam.endDate || exam.examDate, exam.endTime, timeZone) : end;
  return {
    startsAt,
    endsAt,
    latestOpening: exam.startTime ? startsAt : endsAt,
    earliestClosing: exam.endTime ? endsAt : startsAt,
  };
}

/** Whether a quiz with these dates opens too late, or closes before the exam's end plus `extraSeconds`. */
export function isShutIn(
  { latestOpening, earliestClosing, endsAt }: ExamHours,
  { opensAt, closesAt }: { readonly opensAt: Date | null; readonly closesAt: Date | null },
  extraSeconds = 0,
): boolean {
  const isUntilEnd = earliestClosing.getTime() === endsAt.getTime();
  const needed = earliestClosing.getTime() + (isUntilEnd ? extraSeconds * 1000 : 0);
  return (opensAt !== null && opensAt > latestOpening) || (closesAt !== null && closesAt.getTime() < needed);
}
