import type { ClosedExam, OwnExam } from '@guichet/contract/exams/candidate';
import {
  asItEndsFor,
  computeOwnEnd,
  type Hours,
  isOverAt,
  type LocalMoment,
} from '@guichet/contract/exams/exams.end';
import type { Departure } from './calendar/departures.ts';
import type { selectOwnExams } from './candidate.queries.ts';

type OwnRow = Awaited<ReturnType<typeof selectOwnExams>>[number];

export function describeOwnExam(exam: OwnRow, now: LocalMoment) {
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

/** The exam of a candidate to which moves, one or several, led them from an exam that they left; null for none. */
export function findMovedTo(
  departures: ReadonlyMap<number, Departure>,
  leftId: number,
  own: readonly OwnRow[],
): ClosedExam['movedTo'] {
  const passed = new Set<number>();
  let examId = departures.get(leftId)?.movedTo;
  while (examId !== undefined && !passed.has(examId)) {
    const exam = own.find((one) => one.examId === examId);
    if (exam) return { examId, title: inBoth(exam.titleFr, exam.titleEn), date: exam.examDate };
    passed.add(examId);
    examId = departures.get(examId)?.movedTo;
  }
  return null;
}

/** A text in both languages; a text that exists in one language only is used for both. */
export function inBoth(fr: string, en: string) {
  return { fr: fr || en, en: en || fr };
}

function decideState(exam: Hours & { readonly cancelledAt: Date | null }, now: LocalMoment) {
  if (exam.cancelledAt !== null) return 'cancelled';
  if (isOverAt(exam, now)) return 'over';
  if (exam.examDate > now.day) return 'toCome';
  const hasBegun = exam.examDate < now.day || exam.startTime <= now.time;
  return exam.startTime !== '' && hasBegun ? 'underWay' : 'today';
}

/**
 * The way in is open from when the platform has a place for the person until the exam is over. It opens with
 * the day, not the hour: courses start on the exam's day (docs/platforms.md), and the hour is the test's in
 * them.
 */
export function decideEntry(
  state: OwnExam['state'],
  { hasPlace, isRefused }: { readonly hasPlace: boolean; readonly isRefused: boolean },
): OwnExam['entry'] {
  if (state === 'cancelled' || state === 'over') return 'closed';
  if (isRefused) return 'refused';
  if (!hasPlace) return 'preparing';
  return state === 'toCome' ? 'toOpen' : 'open';
}
