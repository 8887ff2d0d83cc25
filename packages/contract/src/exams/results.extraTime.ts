import * as z from 'zod/mini';
import { Day, endpoint, flag, instant, json } from '../core/endpoint.ts';
import { ExtraTime } from '../learning/learning.extraTime.ts';
import { Remark } from '../learning/learning.remarks.ts';

/**
 * How far the platform has set the extra time. `pending`: to be set or taken away; `waiting`: the platform
 * failed and is retried; `done`: read back in every quiz that has a time limit; `noQuiz`: there is no such
 * quiz yet; `told`: this platform has no time limits, and candidates read their own end in the portal.
 */
export const extraTimeStates = ['pending', 'waiting', 'failed', 'done', 'noQuiz', 'told'] as const;

export const ExtraTimeOnPlatform = z.object({
  state: z.enum(extraTimeStates),
  /** When the next call is due; null when no retry is scheduled. */
  nextTryAt: z.nullable(instant),
  reason: z.nullable(Remark),
  /** Quizzes of the course with a time limit, and how many of these had the extra time when read back; null before. */
  quizzes: z.nullable(z.int()),
  inPlace: z.nullable(z.int()),
  readAt: z.nullable(instant),
});
export type ExtraTimeOnPlatform = z.output<typeof ExtraTimeOnPlatform>;

/** `by`: the full name; null where the account is gone. */
const Handover = z.object({ part: z.enum(['password', 'address']), by: z.nullable(z.string()), at: instant });

export const CandidateExtraTime = z.object({
  extraTime: z.nullable(ExtraTime),
  /** Null: the platform has nothing to do. */
  platform: z.nullable(ExtraTimeOnPlatform),
  /**
   * People who set the password or the address of the account without the right to extra time, the latest last.
   * While the list is not empty, nothing that is sent to the account or opened with it tells an own end.
   */
  handovers: z.array(Handover),
});
export type CandidateExtraTime = z.output<typeof CandidateExtraTime>;

/** A candidate with extra time, or losing it. The amount is told on request only, for the attendance sheet. */
export const ListedExtraTime = z.object({
  id: z.int(),
  fullName: z.string(),
  email: z.string(),
  isGiven: z.boolean(),
  extraTime: z._default(z.nullable(ExtraTime), null),
  platform: z.nullable(ExtraTimeOnPlatform),
});
export type ListedExtraTime = z.output<typeof ListedExtraTime>;

export const listExtraTimes = endpoint('GET /api/cohort/:systemId/:examId/extratime', {
  summary:
    'Lists who has extra time in an exam and how far it is on the platform, for those with the right to see it.',
  access: { level: 'support' },
  query: z.object({ withAmounts: z.optional(flag) }),
  reply: json(z.array(ListedExtraTime)),
});

/** A coming exam whose platform was told of extra time and has not set all of it. */
export const ExtraTimeTrouble = z.object({
  systemId: z.int(),
  examId: z.int(),
  /** The French title, or the English title where the exam has no French one. */
  title: z.string(),
  /** '' where the exam has only a French title. */
  titleEn: z.string(),
  date: Day,
  people: z.int(),
});
export type ExtraTimeTrouble = z.output<typeof ExtraTimeTrouble>;

export const listExtraTimeTroubles = endpoint('GET /api/home/extratime', {
  summary:
    'Lists coming exams in which a platform refused extra time, or has no timed quiz for it, in the systems where the caller has the right to see it.',
  access: { level: 'admin', of: 'anySystem' },
  reply: json(z.array(ExtraTimeTrouble)),
});

export const setExtraTimesAgain = endpoint('POST /api/cohort/:systemId/:examId/extratime', {
  summary:
    'Sets the extra time of everybody in an exam on the platform again, also in quizzes that were added meanwhile; returns for how many.',
  access: { level: 'support' },
  reply: json(z.int()),
});

export const getExtraTime = endpoint('GET /api/cohort/:systemId/:examId/extratime/:userId', {
  summary: 'Returns the extra time of a candidate, for those with the right to see it.',
  access: { level: 'support' },
  reply: json(CandidateExtraTime),
});

export const confirmAccount = endpoint('POST /api/cohort/:systemId/:examId/extratime/:userId/account', {
  summary:
    'Vouches that the account of a candidate is theirs, whoever set its password or address until a moment; for those with the right to extra time.',
  access: { level: 'support' },
  /** The time of the latest handover that the caller saw. */
  body: json(z.object({ until: instant })),
  reply: json(z.literal(true)),
});

/** A repeated call sets the extra time on the platform again, also in quizzes that were added meanwhile. */
export const setExtraTime = endpoint('POST /api/cohort/:systemId/:examId/extratime/:userId', {
  summary: 'Gives a candidate extra time, or takes it away with null, for those with the right to it.',
  access: { level: 'support' },
  body: json(z.object({ extraTime: z.nullable(ExtraTime) })),
  reply: json(z.literal(true)),
});
