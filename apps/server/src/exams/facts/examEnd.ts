import { instantAt } from '@guichet/contract/core/localTime';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import { isOverAt, type LocalMoment, readEndTime } from '@guichet/contract/exams/exams.end';
import type { AppContext } from '../../core/context/appContext.ts';
import { dayIn, timeIn } from '../../core/runtime/clock.ts';

export type Ending = Pick<ExamFacts, 'examDate' | 'endTime' | 'endDate'>;

/** When an exam ends, in the university's zone. */
export function findExamEnd({ config }: AppContext, exam: Ending): Date {
  return instantAt(exam.endDate || exam.examDate, readEndTime(exam), config.timeZone);
}

/** Whether an exam has ended by `at`, by default by now. */
export function isExamOver(context: AppContext, exam: Ending, at = context.clock.now()): boolean {
  return isOverAt(exam, localMoment(context, at));
}

/** A moment, by default the present one, in the university's zone. */
export function localMoment({ config: { timeZone }, clock }: AppContext, at = clock.now()): LocalMoment {
  return { day: dayIn(timeZone)(at), time: timeIn(timeZone)(at) };
}
