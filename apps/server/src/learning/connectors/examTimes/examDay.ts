import { daysBefore } from '@guichet/contract/core/localTime';
import { startOfDay, timeIn } from '../../../core/runtime/clock.ts';

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
  const lastStart = exam.endDate ? startOfDay(exam.endDate, timeZone) : start;
  const startsAt = exam.startTime ? momentOn(start, exam.startTime, timeZone) : start;
  const endsAt = exam.endTime ? momentOn(lastStart, exam.endTime, timeZone) : end;
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

function momentOn(startOfItsDay: Date, time: string, timeZone: string): Date {
  const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  const guess = new Date(startOfItsDay.getTime() + minutesOf(time) * 60_000);
  // On a day when clocks change, the guess may be wrong by the change.
  const shift = minutesOf(time) - minutesOf(timeIn(timeZone)(guess));
  return new Date(guess.getTime() + shift * 60_000);
}
