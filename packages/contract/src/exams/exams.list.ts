import * as z from 'zod/mini';
import { Day, endpoint, flag, instant, json, laterDay } from '../core/endpoint.ts';
import { platformStates } from '../learning/learning.states.ts';
import { mailStates } from '../mail/outbox.states.ts';

export const ExamSummary = z.object({
  id: z.int(),
  /** The French title, or the English title where the exam has no French one. */
  title: z.string(),
  /** '' where the exam has only a French title. */
  titleEn: z.string(),
  /** The exam date, `yyyy-mm-dd`; the wire name comes from the requirements. */
  date: z.string(),
  /** Start and end in the university's zone, `hh:mm`; '' where no hour is set. */
  startTime: z.string(),
  endTime: z.string(),
  /** '' where no place is stated in this language. */
  placeFr: z.string(),
  placeEn: z.string(),
  /** The day of the end where it is later than `date`; absent for an exam of one day. */
  lastDay: laterDay,
  numberOfCandidates: z.int(),
  courseId: z.string(),
  platformState: z.enum(platformStates),
  places: z.partialRecord(z.enum(platformStates), z.int()),
  /** Number of candidates whose enrolment the platform has made. */
  arrived: z.int(),
  mails: z.partialRecord(z.enum(mailStates), z.int()),
  /** Number of these mails whose recipients are no longer enrolled. */
  mailsToFormer: z.int(),
  /** Number of people to whom these mails go. */
  formerCandidates: z.int(),
  /** Whether a mail about the exam has left to a candidate who is still enrolled. */
  hasBeenMailed: z.boolean(),
  /** Number of differences that the last comparison with the learning platform found. */
  differences: z.int(),
  /** How many of these differences are quizzes closed to candidates in the hours of the exam. */
  shutQuizzes: z.int(),
  /** When the learning platform was last read, if nothing has been asked of it since; else null. */
  readBackAt: z.nullable(instant),
  /** When the learning platform was last read, whatever has been asked of it since. */
  lastReadAt: z.nullable(instant),
});
export type ExamSummary = z.infer<typeof ExamSummary>;
/** The facts by which a question names an exam. */
export type NamedExam = Pick<ExamSummary, 'id' | 'title' | 'date' | 'numberOfCandidates'>;
/** The facts for a question that offers to tell the candidates of an exam. */
export type TellableExam = NamedExam & Pick<ExamSummary, 'endTime' | 'lastDay' | 'hasBeenMailed'>;

export const ListedExam = z.extend(ExamSummary, {
  /** Whether the day of the exam has come, from which candidates can be marked as attended with success. */
  mayAttest: z.boolean(),
});
export type ListedExam = z.infer<typeof ListedExam>;

/** The states on the learning platform by which a list of exams can be narrowed. */
export const platformFilters = ['failed', 'drifted', 'repaired'] as const;
export type PlatformFilter = (typeof platformFilters)[number];

export const listExams = endpoint('GET /api/cohort/:systemId', {
  summary: 'Lists active exams by exam date: from today on, or all with `showAllActive`.',
  access: { level: 'support' },
  /**
   * Each filter keeps the exams where: `failed`: the learning platform refused something for good; `drifted`: the platform
   * differs; `repaired`: differences were repaired; `oneLanguage`: a text stands in one language alone; `behind`: a text stayed while it changed in the other language; `incomplete`: it comes
   * within a week, has candidates, and no hour or no place; `untold`: candidates have not been told of a
   * change; `notSignedIn`: a candidate has never signed in; `clashing`: a candidate has another exam at the same hour.
   */
  query: z.object({
    showAllActive: z.optional(flag),
    onPlatform: z.optional(z.enum(platformFilters)),
    oneLanguage: z.optional(flag),
    behind: z.optional(flag),
    incomplete: z.optional(flag),
    untold: z.optional(flag),
    notSignedIn: z.optional(flag),
    clashing: z.optional(flag),
  }),
  reply: json(z.array(ListedExam)),
});

export const closedStates = ['past', 'cancelled'] as const;
export type ClosedState = (typeof closedStates)[number];

export const listClosedExams = endpoint('GET /api/exam/:systemId', {
  summary: 'Lists the past exams of a system, or its cancelled ones, the latest first.',
  access: { level: 'support' },
  query: z.object({ state: z.enum(closedStates) }),
  reply: json(z.array(ExamSummary)),
});

export const mostFoundExams = 8;

export const FoundExam = z.object({
  examId: z.int(),
  systemId: z.int(),
  /** The title in both languages; where one is missing, the other stands in both. */
  title: z.object({ fr: z.string(), en: z.string() }),
  date: Day,
  lastDay: laterDay,
  isCancelled: z.boolean(),
});
export type FoundExam = z.infer<typeof FoundExam>;

export const searchExams = endpoint('GET /api/exam', {
  summary:
    'Finds exams of the systems that the caller supports by words of title, day or course, the nearest in time first.',
  access: { level: 'support', of: 'anySystem' },
  /** Matches every word, ignoring accents and case. */
  query: z.object({ search: z.string().check(z.maxLength(200, 'maxLength')) }),
  reply: json(z.array(FoundExam)),
});
