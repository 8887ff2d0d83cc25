import type { OwnExam } from '@guichet/contract/exams/candidate';
import { isOverAt, type LocalMoment } from '@guichet/contract/exams/exams.end';
import { asItEndsFor, ownEndOf } from '@guichet/contract/exams/exams.ownEnd';
import type { selectOwnExams } from './candidate.queries.ts';
import { stateOf } from './examState.ts';

/** What an exam says to one of its candidates. */
export function toldOf(exam: Awaited<ReturnType<typeof selectOwnExams>>[number], now: LocalMoment) {
  const ownEnd = ownEndOf(exam, exam);
  // To whoever may be somebody else the way in, open until an own end, would tell it: it stays so all day, for all of them.
  const own = exam.isHandedOver ? { ...exam, endTime: '' } : asItEndsFor(exam, ownEnd);
  return {
    title: inBoth(exam.titleFr, exam.titleEn),
    date: exam.examDate,
    startTime: exam.startTime,
    endTime: exam.endTime,
    hasExtraTime: exam.extraMinutes !== null || exam.extraFactor !== null,
    ownEnd,
    isHandedOver: exam.isHandedOver,
    place: inBoth(exam.placeFr, exam.placeEn),
    placeUrl: exam.placeUrl,
    instructions: inBoth(exam.instructionsFr, exam.instructionsEn),
    state: stateOf(own, now),
    isPast: isOverAt(own, now),
  } satisfies Partial<OwnExam>;
}

/** A text that is given in one language alone stands in both. */
export function inBoth(fr: string, en: string) {
  return { fr: fr || en, en: en || fr };
}
