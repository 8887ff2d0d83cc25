import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { Day, flag, id, instant, systemId } from '../core/wire.ts';
import { ExtraTime } from '../learning/learning.extraTime.ts';
import { Remark } from '../learning/learning.remarks.ts';

/**
 * How far extra time is on the platform. `pending`: to be set or taken away; `waiting`: the platform failed and is tried again;
 * `done`: read back in every quiz that has a time limit; `noQuiz`: there is none yet; `told`: this platform has no time
 * limits, and the candidate reads their own end in the portal.
 */
export const extraTimeStates = ['pending', 'waiting', 'failed', 'done', 'noQuiz', 'told'] as const;

export const ExtraTimeOnPlatform = z.object({
  state: z.enum(extraTimeStates),
  /** When the next call is due; null when no retry is scheduled. */
  nextTryAt: z.nullable(instant),
  /** The platform's last answer, verbatim. */
  reason: z.nullable(Remark),
  /** Quizzes of the course with a time limit, and those of them where it was read back; null before. */
  quizzes: z.nullable(z.int()),
  inPlace: z.nullable(z.int()),
  readAt: z.nullable(instant),
});
export type ExtraTimeOnPlatform = z.output<typeof ExtraTimeOnPlatform>;

/** `by`: the full name, null of somebody who is gone. */
const Handover = z.object({ part: z.enum(['password', 'address']), by: z.nullable(z.string()), at: instant });

export const CandidateExtraTime = z.object({
  /** Null: none. */
  extraTime: z.nullable(ExtraTime),
  /** Null: there is nothing to do on the platform. */
  platform: z.nullable(ExtraTimeOnPlatform),
  /**
   * Who set the password or the address of the account without the right to extra time, the latest last. While there is any, nothing that is sent to
   * the account or opened with it tells an own end.
   */
  handovers: z.array(Handover),
});
export type CandidateExtraTime = z.output<typeof CandidateExtraTime>;

/** Somebody with extra time, or from whom it is being taken away. How much it is is told on request, for the attendance sheet. */
export const ListedExtraTime = z.object({
  id: z.int(),
  fullName: z.string(),
  email: z.string(),
  isGiven: z.boolean(),
  extraTime: z._default(z.nullable(ExtraTime), null),
  platform: z.nullable(ExtraTimeOnPlatform),
});
export type ListedExtraTime = z.output<typeof ListedExtraTime>;

export const listExtraTimes = endpoint('GET /api/cohort/:systemId/:cohortId/extratime', {
  summary:
    'Lists who has extra time in an exam and how far it is on the platform, for those with the right to see it.',
  access: { level: 'support' },
  params: z.object({ systemId, cohortId: id }),
  query: z.object({ withAmounts: z.optional(flag) }),
  reply: json(z.array(ListedExtraTime)),
});

/** A coming exam in which the extra time of some is not in place, though the platform was told of it. */
export const ExtraTimeTrouble = z.object({
  systemId: z.int(),
  cohortId: z.int(),
  /** The French title, or the English one where that alone is given. */
  title: z.string(),
  /** '' where only the French one is given. */
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

export const setExtraTimesAgain = endpoint('POST /api/cohort/:systemId/:cohortId/extratime', {
  summary:
    'Sets the extra time of everybody in an exam on the platform again, also in quizzes that were added meanwhile; returns for how many.',
  access: { level: 'support' },
  params: z.object({ systemId, cohortId: id }),
  reply: json(z.int()),
});

export const getExtraTime = endpoint('GET /api/cohort/:systemId/:cohortId/extratime/:userId', {
  summary: 'Returns the extra time of a candidate, for those with the right to see it.',
  access: { level: 'support' },
  params: z.object({ systemId, cohortId: id, userId: id }),
  reply: json(CandidateExtraTime),
});

export const confirmAccount = endpoint('POST /api/cohort/:systemId/:cohortId/extratime/:userId/account', {
  summary:
    'Vouches that the account of a candidate is theirs, whoever set its password or address until a moment; for those with the right to extra time.',
  access: { level: 'support' },
  params: z.object({ systemId, cohortId: id, userId: id }),
  /** The time of the latest handover that was seen. */
  body: json(z.object({ until: instant })),
  reply: json(z.literal(true)),
});

/** Sent again, it is set on the platform again, also in quizzes that were added meanwhile. */
export const setExtraTime = endpoint('POST /api/cohort/:systemId/:cohortId/extratime/:userId', {
  summary: 'Gives a candidate extra time, or takes it away with null, for those with the right to it.',
  access: { level: 'support' },
  params: z.object({ systemId, cohortId: id, userId: id }),
  body: json(z.object({ extraTime: z.nullable(ExtraTime) })),
  reply: json(z.literal(true)),
});
