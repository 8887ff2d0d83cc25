import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { Day, instant, ofSystem } from '../core/wire.ts';

/** A text in both languages; where one is missing, the other stands in both. */
const BothLanguages = z.object({ fr: z.string(), en: z.string() });

export const ownExamStates = ['toCome', 'today', 'over', 'cancelled'] as const;
/**
 * `refused`: the learning platform refuses her place or the course, and somebody has to see to it.
 * `preparing`: it does not have her place yet. `toOpen`: it has, and opens on the exam's day; until then
 * `entryPath` leads to the exam space as the platform shows it.
 */
export const entryStates = ['open', 'toOpen', 'preparing', 'refused', 'closed'] as const;

/** How the office of a program is reached; null for what it has not set. */
export const OfficeContact = z.object({
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  office: z.nullable(BothLanguages),
});
export type OfficeContact = z.output<typeof OfficeContact>;

/** An exam of the caller, as she reads it. */
export const OwnExam = z.object({
  cohortId: z.int(),
  systemTitle: BothLanguages,
  title: BothLanguages,
  date: Day,
  /** `hh:mm` in the university's zone; '' for none, as all that is not set. */
  startTime: z.string(),
  endTime: z.string(),
  /** Whether the caller has extra time, and when the exam ends for them, as far as its hours tell. */
  hasExtraTime: z.boolean(),
  ownEnd: z.nullable(z.object({ day: Day, time: z.string() })),
  /**
   * Whether somebody without the right to extra time set the password or the address of the account. Then the hours are those of everybody,
   * whether the caller has extra time or not.
   */
  isHandedOver: z.boolean(),
  place: BothLanguages,
  placeUrl: z.string(),
  instructions: BothLanguages,
  state: z.enum(ownExamStates),
  /** Whether its day is over, or its end where an hour is set; with extra time, the caller's own end. */
  isPast: z.boolean(),
  entry: z.enum(entryStates),
  contact: OfficeContact,
  /** The address of the portal that sends her on to the exam, per language. */
  entryPath: BothLanguages,
});
export type OwnExam = z.output<typeof OwnExam>;

export const listOwnExams = endpoint('GET /api/candidate/exams', {
  summary: 'Lists the exams of the caller: the next one first, past ones after, the latest first.',
  access: 'signedIn',
  reply: json(z.array(OwnExam)),
});

/** An exam of the caller that nobody enters any more, or that they have left. */
export const ClosedExam = z.object({
  state: z.enum(['cancelled', 'left']),
  since: instant,
  title: BothLanguages,
  date: Day,
  contact: OfficeContact,
});
export type ClosedExam = z.output<typeof ClosedExam>;

export const findClosedExam = endpoint('GET /api/candidate/closed/:systemId', {
  summary:
    'Returns why the caller cannot enter an exam any more, and since when; null where they can, or never could.',
  access: 'signedIn',
  params: ofSystem,
  query: z.object({ orgId: z.string().check(z.maxLength(128)) }),
  reply: json(z.nullable(ClosedExam)),
});
