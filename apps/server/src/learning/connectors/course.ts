/** A system of the portal, as platforms see it. */
export interface Organisation {
  readonly id: number;
  /** The platform's id of the course that new courses are copied from; null for none. */
  readonly templateId: number | null;
  /** The platform's id of the semester or category of new courses; null for none. */
  readonly semesterId: number | null;
}

export interface CourseOrder {
  readonly organisation: Organisation;
  /** Unique within an organisation: letters, digits, - and _, at most 50 (Brightspace's limit). */
  readonly code: string;
  readonly title: string;
  /** For English readers, on a platform that shows a title in both languages; '' where it is the same. */
  readonly titleEn: string;
  /** `yyyy-mm-dd` in the university's time zone. */
  readonly examDate: string;
  /** The last day; absent or '' where it is the first. */
  readonly endDate?: string;
  /** The exam is cancelled: the course is hidden from its candidates, or says so; enrolments stay. */
  readonly isCancelled: boolean;
  /** The answer of the first `ensureCourse`; null before. */
  readonly made: MadeCourse | null;
  /** Somebody saw the course's state and wants the course mended, even if only the id shows it to be ours. */
  readonly isRepair?: boolean;
}

/** A course that exists on the platform. */
export interface MadeCourse {
  /** The platform's own id of the course. */
  readonly externalId: string;
  /** The platform's id of the course's semester or category; null for none. */
  readonly semesterId: number | null;
}

/** A course as it is on the platform, or as it should be. */
export interface CourseFacts {
  readonly title: string;
  readonly code: string;
  /** Candidates see the course, or the course does not say that the exam is cancelled. */
  readonly isOpen: boolean;
  readonly semesterId: number | null;
  /** Null for a platform without such dates. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** A quiz of a course, as it is for everybody. */
export interface QuizFacts {
  readonly name: string;
  /** Null where the platform does not tell. */
  readonly hasQuestions: boolean | null;
}

export interface CourseReading {
  /** The course as `ensureCourse` would leave it. */
  readonly wanted: CourseFacts;
  /** Null when the course is gone. */
  readonly found: CourseFacts | null;
  /** The course bears our code nowhere any more: only the id shows whose it is. */
  readonly isUnmarked?: boolean;
  /** Ids of further courses that claim our code, such as unfinished copies. */
  readonly twins?: readonly string[];
  /** Absent where the platform shows the portal no quizzes. */
  readonly quizzes?: readonly QuizFacts[] | undefined;
}

/** A course that `ensureCourse` has created. */
export interface CourseRef {
  readonly organisation: Organisation;
  readonly code: string;
  readonly externalId: string;
}
