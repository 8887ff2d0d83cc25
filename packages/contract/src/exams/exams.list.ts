import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { formLanguageId } from '../core/language.ts';
import { formTexts } from '../core/personTexts.ts';
import { flag, id, instant, ofSystem, systemId } from '../core/wire.ts';
import { Email } from '../identity/account.ts';
import { PersonName } from '../identity/users.changes.ts';
import { ListedUser } from '../identity/users.ts';
import { platformStates } from '../learning/learning.states.ts';
import { mailStates } from '../mail/outbox.states.ts';
import { noteFields } from './exams.notes.ts';

export const ExamSummary = z.object({
  id: z.int(),
  /** The French title, or the English title where the exam has no French one. */
  title: z.string(),
  /** '' where the exam has only a French title. */
  titleEn: z.string(),
  /** The exam date, `yyyy-mm-dd`; the wire name comes from the requirements. */
  date: z.string(),
  /** The end in the university's zone, `hh:mm`; '' where no hour is set. */
  endTime: z.string(),
  numberOfCandidates: z.int(),
  courseId: z.string(),
  platformState: z.enum(platformStates),
  /** Number of enrolments in each state. */
  places: z.partialRecord(z.enum(platformStates), z.int()),
  /** Number of candidates whose enrolment the platform has made. */
  arrived: z.int(),
  /** Number of mails about the exam in each state. */
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
});
export type ExamSummary = z.infer<typeof ExamSummary>;
/** The facts by which a question names an exam. */
export type NamedExam = Pick<ExamSummary, 'id' | 'title' | 'date' | 'numberOfCandidates'>;
/** The facts for a question that offers to tell the candidates of an exam. */
export type TellableExam = NamedExam & Pick<ExamSummary, 'endTime' | 'hasBeenMailed'>;

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
  params: ofSystem,
  /**
   * Each filter keeps the exams where: `failed`: the learning platform refused something for good; `drifted`: the platform
   * differs; `repaired`: differences were repaired; `oneLanguage`: a text stands in one language alone; `untold`: candidates
   * have not been told of a change; `notSignedIn`: a candidate has never signed in.
   */
  query: z.object({
    showAllActive: z.optional(flag),
    onPlatform: z.optional(z.enum(platformFilters)),
    oneLanguage: z.optional(flag),
    untold: z.optional(flag),
    notSignedIn: z.optional(flag),
  }),
  reply: json(z.array(ListedExam)),
});

const ofExam = z.object({ systemId, examId: id });

export const deactivateExam = endpoint('DELETE /api/cohort/:systemId/:examId', {
  summary:
    'Cancels the exam of an exam. Its data stay; its candidates can no longer enter its course. With `sendEmail` they are told by mail, and the reply is the number of mails.',
  access: { level: 'admin' },
  params: ofExam,
  query: z.object({ sendEmail: z.optional(flag), ...noteFields }),
  reply: json(z.union([z.boolean(), z.int()])),
});

export const listCandidates = endpoint('GET /api/user/:systemId/:examId', {
  summary: 'Lists the candidates of an exam, with the state of mail and enrolment.',
  access: { level: 'support' },
  params: ofExam,
  /** Without `alsoCancelled` a cancelled exam is not found. */
  query: z.object({ alsoCancelled: z.optional(flag) }),
  reply: json(z.array(ListedUser)),
});

/** The account keeps its names, as in an import. `insteadOf`: a candidate who leaves the exam in the same step. */
export const addCandidate = endpoint('POST /api/cohort/:systemId/:examId/candidates', {
  summary:
    'Enrols the owner of an existing account, by address; `sendEmail` mails the invitation. False when they were in the exam.',
  access: { level: 'admin' },
  params: ofExam,
  body: json(z.object({ email: Email, sendEmail: z.boolean(), insteadOf: z.optional(id) })),
  reply: json(z.boolean()),
});

export const createCandidate = endpoint('POST /api/cohort/:systemId/:examId/candidates/new', {
  summary:
    'Creates the account of a person, without a password, and enrols them; `sendEmail` mails the invitation, whose link chooses one. A taken address is refused.',
  access: { level: 'admin' },
  params: ofExam,
  body: json(
    z.object({
      email: Email,
      firstName: PersonName,
      lastName: PersonName,
      languageId: formLanguageId,
      ...formTexts,
      sendEmail: z.boolean(),
    }),
  ),
  reply: json(z.literal(true)),
});

export const unenrol = endpoint('POST /api/user/unroll/:systemId/:examId/:learningPlatformId', {
  summary:
    'Removes a candidate from an exam and its course; false when they were not in it. `sendEmail` tells them, if a mail about it has left to them.',
  access: { level: 'support' },
  params: z.object({ systemId, examId: id, learningPlatformId: z.string().check(z.maxLength(128)) }),
  /** The id of the removal, by which `putBackCandidates` undoes it, as in `takeOutCandidates`. */
  query: z.object({ removalId: z.optional(z.uuid()), sendEmail: z.optional(flag), ...noteFields }),
  reply: json(z.boolean()),
});

/** The most candidates in one request. */
export const maxCandidatesAtOnce = 5000;
