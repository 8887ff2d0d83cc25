/** A moment in the university's zone: the day, `yyyy-mm-dd`, and the hour, `hh:mm`. */
export interface LocalMoment {
  readonly day: string;
  readonly time: string;
}

interface Ending {
  readonly examDate: string;
  /** `hh:mm`, '' for none. */
  readonly endTime: string;
  /** The day on which it ends; absent or null: that of the exam. */
  readonly endDate?: string | null | undefined;
}

/** When an exam ends on its day: at its hour, or without one with the day, `24:00`. */
export function endTimeOf({ endTime }: Pick<Ending, 'endTime'>): string {
  return endTime || '24:00';
}

/** Whether an exam has ended at a moment: from then on nobody is mailed about it, nor offered to be. */
export function isOverAt(exam: Ending, { day, time }: LocalMoment): boolean {
  const endDay = exam.endDate || exam.examDate;
  return endDay < day || (endDay === day && endTimeOf(exam) <= time);
}
