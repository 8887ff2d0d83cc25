import * as z from 'zod/mini';
import { Day, endpoint, json } from '../core/endpoint.ts';
import { messageGaps, reminderGaps } from '../mail/messages.gaps.ts';

/** The number of exams that home names for a system; a link leads to the others. */
export const shownExams = 3;

export const firstSteps = ['exam', 'text', 'list', 'people'] as const;

/** The work in a system for its administrators. Each number is the length of a list that has a filter for it. */
export const SystemWork = z.object({
  systemId: z.int(),
  /** Number of exams from today on that are not cancelled. */
  comingExams: z.int(),
  nextExams: z.array(
    z.object({
      examId: z.int(),
      title: z.string(),
      /** '' where the exam has only a French title. */
      titleEn: z.string(),
      date: Day,
      /** `hh:mm` in the university's zone, and the place in each language; '' where none is set. */
      startTime: z._default(z.string(), ''),
      endTime: z._default(z.string(), ''),
      placeFr: z._default(z.string(), ''),
      placeEn: z._default(z.string(), ''),
      candidates: z.int(),
      notSignedIn: z.int(),
      /** Candidates to whom no invitation was sent or is to be sent. */
      toInvite: z._default(z.int(), 0),
    }),
  ),
  /** Number of coming exams of which the learning platform refused something for good. */
  examsFailedOnPlatform: z.int(),
  /** Number of coming exams that differed on the learning platform when they were last read. */
  examsDrifted: z.int(),
  /** How many of these exams have a quiz that is closed to candidates in the hours of the exam. */
  examsShut: z.int(),
  /** Number of coming exams in which somebody had differences repaired, and the number of rows repaired. */
  examsRepaired: z.int(),
  rowsRepaired: z.int(),
  /** Failed mails that somebody still has to deal with (`unresolved` in `listMails`). */
  unresolvedMails: z.int(),
  /** The fault of the invitation message, in one language or in both; null without a fault. */
  messageGap: z.nullable(z.enum(messageGaps)),
  /** The fault of the reminder, likewise. */
  reminderGap: z.nullable(z.enum(reminderGaps)),
  /** Number of coming exams whose title, place or instructions stand in one language alone. */
  examsInOneLanguage: z.int(),
  titlesInOneLanguage: z._default(z.array(z.object({ title: z.string(), titleEn: z.string() })), []),
  /** Number of coming exams of which a text stayed while it changed in the other language. */
  examsBehind: z._default(z.int(), 0),
  /** Number of exams of the next seven days that have candidates, but no hour or no place. */
  examsIncomplete: z.int(),
  /** Number of coming exams whose candidates have not been told of a change. */
  examsUntold: z.int(),
  /** Number of coming exams with a candidate who has another exam at the same hour, in any system. */
  examsClashing: z.int(),
  /** Number of coming exams with a candidate who has never signed in. */
  examsNotSignedIn: z.int(),
  /**
   * Needs of the system's first exam in order, each with whether it is met; null once somebody in an exam has
   * signed in, or an exam with people has passed.
   */
  firstSteps: z._default(
    z.nullable(z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() }))),
    null,
  ),
  /** Whether somebody reads the answers to the mails of a system with first steps. */
  hasSender: z._default(z.boolean(), true),
});
export type SystemWork = z.infer<typeof SystemWork>;

/** A call of its own, so that the rows of home never wait for it. */
export const listSystemWork = endpoint('GET /api/home/work', {
  summary: 'Lists, for each system that the caller administers, its next exams and what needs attention.',
  access: { level: 'admin', of: 'anySystem' },
  reply: json(z.array(SystemWork)),
});
