import type { OwnExam } from '@guichet/contract/exams/candidate';
import { isOverAt, type LocalMoment } from '@guichet/contract/exams/exams.end';
import { asItEndsFor, computeOwnEnd } from '@guichet/contract/exams/exams.ownEnd';
import type { selectOwnExams } from './candidate.queries.ts';
import { decideState } from './examState.ts';

/** The facts of an exam for one of its candidates. */
export function describeOwnExam(exam: Awaited<ReturnType<typeof selectOwnExams>>[number], now: LocalMoment) {
  const ownEnd = computeOwnEnd(exam, exam);
  // If the account may be another person's, an own end must not show in the way in, which stays open all day
  // for all such accounts.
  const own = exam.isHandedOver ? { ...exam, endTime: '' } : asItEndsFor(exam, ownEnd);
  return {
    title: inBoth(exam.titleFr, exam.titleEn),
    date: exam.examDate,
    startTime: exam.startTime,
    endTime: exam.endTime,
    endDate: exam.endDate,
    hasExtraTime: exam.extraMinutes !== null || exam.extraFactor !== null,
    ownEnd,
    isHandedOver: exam.isHandedOver,
    place: inBoth(exam.placeFr, exam.placeEn),
    placeUrl: exam.placeUrl,
    instructions: inBoth(exam.instructionsFr, exam.instructionsEn),
    state: decideState(own, now),
    isPast: isOverAt(own, now),
  } satisfies Partial<OwnExam>;
}

/** A text in both languages; a text that exists in one language only is used for both. */
export function inBoth(fr: string, en: string) {
  return { fr: fr || en, en: en || fr };
}
