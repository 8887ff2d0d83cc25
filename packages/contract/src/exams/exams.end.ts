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
