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
  /** The exam is cancelled: the course is hidden from its candidates, or says so; enrolments stay. */
  readonly isCancelled: boolean;
  /** What the first `ensureCourse` answered; null before. */
  readonly made: MadeCourse | null;
  /** Somebody saw what stands there and wants the course as it should be, also one that only its id shows to be ours. */
  readonly isRepair?: boolean;
}

/** A course that the platform has. */
export interface MadeCourse {
  /** The platform's own id of it. */
  readonly externalId: string;
  /** The platform's id of the semester or category it is in; null where there is none. */
  readonly semesterId: number | null;
}

/** A course as it stands on the platform, or as it should. */
export interface CourseFacts {
  readonly title: string;
  readonly code: string;
  /** Candidates see it, or it does not say that its exam is cancelled. */
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
  /** As `ensureCourse` would leave it. */
  readonly wanted: CourseFacts;
  /** Null when it is gone. */
  readonly found: CourseFacts | null;
  /** It bears our code nowhere any more: only its id shows that it is ours. */
  readonly isUnmarked?: boolean;
  /** Ids of further courses that have our code where it is claimed, as copies that nobody finished. */
  readonly twins?: readonly string[];
  /** Absent where the platform shows none to the portal. */
  readonly quizzes?: readonly QuizFacts[] | undefined;
}

/** A course that `ensureCourse` has created. */
export interface CourseRef {
  readonly organisation: Organisation;
  readonly code: string;
  /** The platform's own id of it. */
  readonly externalId: string;
}
