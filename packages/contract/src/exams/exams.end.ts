import type { Language } from '../core/language.ts';
/** A moment in the university's zone: the day, `yyyy-mm-dd`, and the hour, `hh:mm`. */
export interface LocalMoment {
  readonly day: string;
  readonly time: string;
}

interface Ending {
  readonly examDate: string;
  /** `hh:mm`; '' where no hour is set. */
  readonly endTime: string;
  /** The day on which the exam ends; absent or null: the exam date. */
  readonly endDate?: string | null | undefined;
}

export interface Hours extends Ending {
  /** '' where no hour is set. */
  readonly startTime: string;
}

/** The time at which an exam ends on its last day: its end, or `24:00` where no hour is set. */
export function readEndTime({ endTime }: Pick<Ending, 'endTime'>): string {
  return endTime || '24:00';
}

/** Whether an exam has ended at a moment: from then on no mail about it is sent or offered. */
export function isOverAt(exam: Ending, { day, time }: LocalMoment): boolean {
  const endDay = exam.endDate || exam.examDate;
  return endDay < day || (endDay === day && readEndTime(exam) <= time);
}

/** The extra time of a person in two columns; both are null without extra time. */
export interface ExtraTimeColumns {
  readonly extraMinutes: number | null;
  readonly extraFactor: number | null;
}

/**
 * When an exam ends for a person with extra time, in the university's zone. A factor applies to the whole exam, rounded
 * up to a minute. Null without extra time, for an exam without an end, and with a factor for an exam without a start.
 */
export function computeOwnEnd(
  exam: Hours,
  { extraMinutes, extraFactor }: ExtraTimeColumns,
): LocalMoment | null {
  if (exam.endTime === '') return null;
  const end = minutesOf(exam.endDate || exam.examDate, exam.endTime);
  if (extraMinutes !== null) return momentAt(end + extraMinutes);
  if (extraFactor === null || exam.startTime === '') return null;
  const length = end - minutesOf(exam.examDate, exam.startTime);
  // Counts in ten-thousandths, since 100 × 1.1 is more than 110 in binary.
  const share = Math.round((extraFactor - 1) * 10_000);
  return momentAt(end + Math.ceil((length * share) / 10_000));
}

/** The exam with a person's own end, or unchanged without an own end. */
export function asItEndsFor<T extends Hours>(exam: T, ownEnd: LocalMoment | null) {
  return ownEnd ? { ...exam, endTime: ownEnd.time, endDate: ownEnd.day } : exam;
}

/** Minutes on the clock on the wall, as the hours of an exam are, without a zone. */
function minutesOf(day: string, time: string): number {
  return Date.parse(`${day}T${time}Z`) / 60_000;
}

function momentAt(minutes: number): LocalMoment {
  const text = new Date(minutes * 60_000).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

interface Titled {
  readonly title: string;
  readonly titleEn: string;
}

/** The exam with its title in this language, where it has such a title. */
export function titleIn<Exam extends Titled>(language: Language, exam: Exam): Exam {
  return language === 'en' && exam.titleEn !== '' ? { ...exam, title: exam.titleEn } : exam;
}

interface Placed {
  readonly placeFr: string;
  readonly placeEn: string;
}

/** The place of an exam in this language, or else in the other; '' where none is stated. */
export function placeIn(language: Language, { placeFr, placeEn }: Placed): string {
  return language === 'fr' ? placeFr || placeEn : placeEn || placeFr;
}

/** Whether nobody can sit both exams whole. Without a known start this cannot be said; without an end, the start counts. */
export function isAtOneHour(one: Hours, other: Hours): boolean {
  if (one.startTime === '' || other.startTime === '') return false;
  const startOf = ({ examDate, startTime }: Hours) => `${examDate} ${startTime}`;
  const endOf = ({ examDate, endDate, startTime, endTime }: Hours) =>
    `${endDate || examDate} ${endTime || startTime}`;
  return startOf(one) === startOf(other) || (startOf(one) < endOf(other) && startOf(other) < endOf(one));
}
