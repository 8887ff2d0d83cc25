import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { Day } from '../core/wire.ts';
import { messageGaps, reminderGaps } from '../mail/messages.gaps.ts';

/** How many exams of a system home names; the others are behind a link. */
export const shownExams = 3;

/** What there is to see and to do in a system, for its administrators. Each number is the length of a list that has a filter for it. */
export const SystemWork = z.object({
  systemId: z.int(),
  /** Number of exams from today on that are not cancelled. */
  comingExams: z.int(),
  /** The first of them. */
  nextExams: z.array(
    z.object({
      cohortId: z.int(),
      title: z.string(),
      /** '' where only the French one is given. */
      titleEn: z.string(),
      date: Day,
      candidates: z.int(),
      /** Candidates who have never signed in. */
      notSignedIn: z.int(),
    }),
  ),
  /** Number of coming exams of which the learning platform refused something for good. */
  examsFailedOnPlatform: z.int(),
  /** Number of coming exams that differed on the learning platform when they were last read. */
  examsDrifted: z.int(),
  /** Among them: those with a quiz that is closed to candidates in the hours of the exam. */
  examsShut: z.int(),
  /** Number of coming exams in which somebody had differences repaired, and of the rows that were. */
  examsRepaired: z.int(),
  rowsRepaired: z.int(),
  /** Failed mails that somebody still has to deal with (`unresolved` in `listMails`). */
  unresolvedMails: z.int(),
  /** What is wrong with the invitation message in one language, or in both; null when nothing is. */
  messageGap: z.nullable(z.enum(messageGaps)),
  /** The same of the reminder. */
  reminderGap: z.nullable(z.enum(reminderGaps)),
  /** Number of coming exams of which a title, place or instructions stand in one language alone. */
  examsInOneLanguage: z.int(),
  /** Number of coming exams of which candidates have not been told of a change. */
  examsUntold: z.int(),
  /** Number of coming exams with a candidate who has never signed in. */
  examsNotSignedIn: z.int(),
});
export type SystemWork = z.infer<typeof SystemWork>;

/** A call of its own, so that the rows of home never wait for it. */
export const listSystemWork = endpoint('GET /api/home/work', {
  summary: 'Lists, for each system that the caller administers, its next exams and what needs attention.',
  access: { level: 'admin', of: 'anySystem' },
  reply: json(z.array(SystemWork)),
});
