import * as z from 'zod/mini';
import { Day, endpoint, instant, json, laterDay } from '../core/endpoint.ts';
import { BothLanguages, OfficeContact } from '../systems/systems.office.ts';

/** `underWay`: from the start until the end, where a start is set. */
export const ownExamStates = ['toCome', 'today', 'underWay', 'over', 'cancelled'] as const;
/**
 * The way into the exam. `refused`: the learning platform refuses the candidate or the course, and somebody has to see to
 * it. `preparing`: the platform does not have the candidate yet. `toOpen`: the platform has them, and opens on the exam's
 * day; until then `entryPath` leads to the exam space as the platform shows it.
 */
export const entryStates = ['open', 'toOpen', 'preparing', 'refused', 'closed'] as const;

export const OwnExam = z.object({
  examId: z.int(),
  systemTitle: BothLanguages,
  title: BothLanguages,
  date: Day,
  /** `hh:mm` in the university's zone; '' where no hour is set, as in every text that is not set. */
  startTime: z.string(),
  endTime: z.string(),
  /** The day of the end where it is a later one. */
  endDate: laterDay,
  /** Whether the caller has extra time, and when the exam ends for them; null where the exam's hours do not tell. */
  hasExtraTime: z.boolean(),
  ownEnd: z.nullable(z.object({ day: Day, time: z.string() })),
  /**
   * Whether somebody without the right to extra time set the password or the address of the account. Then the
   * hours are the general ones, even if the caller has extra time.
   */
  isHandedOver: z.boolean(),
  place: BothLanguages,
  placeUrl: z.string(),
  instructions: BothLanguages,
  /**
   * The documents that mails about the exam brought the caller, by name, each with the newest mail. `names`: by language of
   * the reader; a mail in the other language gives way to the present document of the message.
   */
  documents: z._default(
    z.array(z.object({ mailId: z.int(), name: z.string(), names: z.optional(BothLanguages) })),
    [],
  ),
  state: z.enum(ownExamStates),
  /** Whether the exam's day is over, or its end where an hour is set; with extra time, the caller's own end. */
  isPast: z.boolean(),
  entry: z.enum(entryStates),
  contact: OfficeContact,
  /** The address of the portal that sends the caller on to the exam, in each language. */
  entryPath: BothLanguages,
});
export type OwnExam = z.output<typeof OwnExam>;

export const listOwnExams = endpoint('GET /api/candidate/exams', {
  summary: 'Lists the exams of the caller: the next one first, past ones after, the latest first.',
  access: 'signedIn',
  reply: json(z.array(OwnExam)),
});

/** A former exam of the caller: cancelled, or left by the caller. */
export const ClosedExam = z.object({
  state: z.enum(['cancelled', 'left']),
  since: instant,
  title: BothLanguages,
  date: Day,
  /** The exam to which the caller was moved from this one; null where they are in none such. */
  movedTo: z.nullable(z.object({ examId: z.int(), title: BothLanguages, date: Day })),
  contact: OfficeContact,
});
export type ClosedExam = z.output<typeof ClosedExam>;

/** The number of days for which a candidate reads that a registration was withdrawn. */
export const leftExamDays = 30;

/** An exam that the caller left, by whoever's hand, in the last days. */
export const LeftExam = z.extend(z.omit(ClosedExam, { state: true }), {
  examId: z.int(),
  systemTitle: BothLanguages,
});
export type LeftExam = z.output<typeof LeftExam>;

export const listLeftExams = endpoint('GET /api/candidate/left', {
  summary: 'Lists the exams from which the caller was taken out in the last 30 days, the latest first.',
  access: 'signedIn',
  reply: json(z.array(LeftExam)),
});

export const findClosedExam = endpoint('GET /api/candidate/closed/:systemId', {
  summary:
    'Returns why the caller cannot enter an exam any more, and since when; null where they can, or never could.',
  access: 'signedIn',
  query: z.object({ orgId: z.string().check(z.maxLength(128)) }),
  reply: json(z.nullable(ClosedExam)),
});
