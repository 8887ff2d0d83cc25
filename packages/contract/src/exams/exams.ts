import * as z from 'zod/mini';
import { Day, endpoint, flag, hour, instant, json, laterDay, outcome } from '../core/endpoint.ts';
import { ExamSummary } from './exams.list.ts';
import { examTextNames } from './exams.texts.ts';
import { NoticeNotes, noteFields } from './notices.notes.ts';
import { RemindersOfMove } from './notices.reminders.ts';

const line = z.string().check(z.trim(), z.maxLength(128, 'maxLength'));
const place = z.string().check(z.trim(), z.maxLength(300, 'maxLength'));
const instructions = z.string().check(z.trim(), z.maxLength(4000, 'maxLength'));

const httpsUrl = z.url({ protocol: /^https$/ });
const placeUrl = z.string().check(
  z.trim(),
  z.maxLength(2000, 'maxLength'),
  z.refine((text) => text === '' || httpsUrl.safeParse(text).success, 'httpsUrl'),
);

const examDate = z.string().check(
  z.trim(),
  z.refine((text) => text !== '', { message: 'required', abort: true }),
  z.refine((text) => Day.safeParse(text).success, 'date'),
);

/** The texts of an exam for its candidates; '' where a text is not set, and then it shows nowhere. */
const texts = {
  titleFr: line,
  titleEn: line,
  /** Times in the university's zone, `hh:mm`. */
  startTime: hour,
  endTime: hour,
  /** The day of an end after midnight or on a later day, `yyyy-mm-dd`. */
  endDate: laterDay,
  placeFr: place,
  placeEn: place,
  /** The address of a map or a virtual room: `https` only. */
  placeUrl,
  /** Plain text with line breaks. */
  instructionsFr: instructions,
  instructionsEn: instructions,
};

interface Hours {
  readonly examDate: string;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly endDate?: string | undefined;
}

/** The end lies after the start, on the exam's day unless another is stated, and needs a start. */
function hoursInOrder<T extends Hours>() {
  return z.check<T>((context) => {
    const { examDate, startTime = '', endTime = '', endDate = '' } = context.value;
    const refuse = (path: keyof Hours, message: string) => {
      context.issues.push({ code: 'custom', message, path: [path], input: context.value });
    };
    if (endDate !== '' && !Day.safeParse(endDate).success) return;
    if (endDate !== '' && endDate < examDate) return refuse('endDate', 'endDayBefore');
    if (endTime === '') return;
    if (startTime === '') return refuse('startTime', 'required');
    if (endDate <= examDate && endTime <= startTime) refuse('endTime', 'endBeforeStart');
  });
}

/** Checks that the exam has a title in at least one language. */
function oneTitle<T extends { titleFr?: string | undefined; titleEn?: string | undefined }>() {
  return z.check<T>((context) => {
    const { titleFr, titleEn } = context.value;
    if (titleFr === '' && titleEn === '')
      context.issues.push({
        code: 'custom',
        message: 'required',
        path: ['titleFr'],
        input: titleFr,
        continue: true,
      });
  });
}

/** The form of S5.15 and S5.17. The server checks that the date is not before the university's today (S5.16). */
const newExamSpace = z.object({
  /** The French title, or the only title of an exam in one language. */
  title: line.check(z.minLength(1, 'required')),
  examDate,
  ...z.partial(z.omit(z.object(texts), { titleFr: true })).shape,
  requestId: z.optional(z.uuid()),
});
export type NewExamSpace = z.infer<typeof newExamSpace>;

/**
 * `requestId` is drawn when the form opens and makes the request idempotent: a repeated request returns the exam space
 * that the first one created. Without `requestId`, the same title and day within ten seconds count as the same form.
 */
export const createExamSpace = endpoint('POST /api/exam/:systemId', {
  summary: 'Creates an exam space: the exam at once, its course on the learning platform through the queue.',
  access: { level: 'admin' },
  bodyBytes: 64 * 1024,
  body: json(newExamSpace.check(hoursInOrder())),
  reply: json(ExamSummary),
});

/** The texts of an exam with its day: a form edits them, and mails and calendars are made from them. */
export const ExamFacts = z.object({ ...texts, examDate });
export type ExamFacts = z.infer<typeof ExamFacts>;

export const Exam = z.extend(ExamFacts, {
  id: z.int(),
  /** As in the lists of exams: the French title, or the English title where the exam has no French one. */
  title: z.string(),
  courseId: z.string(),
  numberOfCandidates: z.int(),
  isCancelled: z.boolean(),
  version: z.int(),
  /** The SEQUENCE of the exam's calendar entry (RFC 5545): rises with day, hours, place, title and state. */
  sequence: z.int(),
  /** When the exam was last changed, and by whom; null for an exam that stands as it was created. */
  savedAt: z.nullable(instant),
  savedBy: z.nullable(z.string()),
  /** The number of candidates to whom a change of the exam, made since they were enrolled, was not mailed. */
  toTell: z.int(),
  /** Whether a mail about the exam has left to a candidate who is still enrolled. */
  hasBeenMailed: z.boolean(),
  /** The texts that stayed while the same text in the other language changed, until they change too or are confirmed. */
  textsBehind: z._default(z.array(z.enum(examTextNames)), []),
  /** How many candidates hold the attestation, and when the last one was given; absent without any, and in the reply to a save. */
  attestations: z.optional(z.object({ people: z.int(), lastAt: instant })),
});
export type Exam = z.output<typeof Exam>;

export const getExam = endpoint('GET /api/exam/:systemId/:examId', {
  summary: 'Returns one exam, cancelled or past ones too.',
  access: { level: 'support' },
  reply: json(Exam),
});

/** The reply to a save of an outdated version: the exam as somebody else saved it. Nothing was written. */
export const ExamEditConflict = z.object({ outcome: z.literal('changedMeanwhile'), current: Exam });
export type ExamEditConflict = z.output<typeof ExamEditConflict>;

/**
 * The reply to a save with `asksFirst` where mails are planned after the new end, or planned reminders would move or be
 * withdrawn. `leaving`: mails that would leave at once; `neverSent`: mails that would never leave, since the exam is over
 * by then. Nothing was written.
 */
export const ExamMovesMails = z.object({
  outcome: z.literal('movesMails'),
  leaving: z.int(),
  neverSent: z.int(),
  /** Null where the reminders stay as they are. */
  reminders: z.nullable(RemindersOfMove),
});
export type ExamMovesMails = z.output<typeof ExamMovesMails>;

/**
 * `version`: the version of the exam that was edited; a newer version is not overwritten. `isCompared`: the texts in both
 * languages agree as they stand.
 */
export const editExam = endpoint('POST /api/exam/:systemId/:examId', {
  summary: 'Changes what an exam says of itself. Its candidates are told by a call of its own.',
  access: { level: 'admin' },
  bodyBytes: 64 * 1024,
  body: json(
    z
      .extend(ExamFacts, {
        endDate: z.optional(laterDay),
        version: z.int(),
        asksFirst: z.optional(z.boolean()),
        isCompared: z.optional(z.boolean()),
      })
      .check(oneTitle(), hoursInOrder()),
  ),
  reply: outcome(z.union([ExamEditConflict, ExamMovesMails, Exam]), (reply) => ({
    status: 'outcome' in reply ? 409 : 200,
  })),
});

/** A title that is not given is that of the copied exam. `requestId`: as for a new exam space. */
export const copyExam = endpoint('POST /api/exam/:systemId/:examId/copy', {
  summary:
    'Creates an exam space with the texts, hours, place and planned reminders of an exam on another day, without its candidates.',
  access: { level: 'admin' },
  body: json(
    z
      .object({
        examDate,
        titleFr: z.optional(line),
        titleEn: z.optional(line),
        requestId: z.optional(z.uuid()),
      })
      .check(oneTitle()),
  ),
  reply: json(ExamSummary),
});

export const cancelExam = endpoint('DELETE /api/cohort/:systemId/:examId', {
  summary:
    'Cancels an exam. Its data stay; its candidates can no longer enter its course. With `sendEmail` they are told by mail, and the reply is the number of mails.',
  access: { level: 'admin' },
  query: z.object({ sendEmail: z.optional(flag) }),
  /** For pages that were loaded before `cancelWithNote`. */
  body: json(NoticeNotes),
  reply: json(z.union([z.boolean(), z.int()])),
});

/** RFC 9110 §9.3.5 gives the body of a DELETE no meaning: proxies drop it, or refuse the request. */
export const cancelWithNote = endpoint('POST /api/exam/:systemId/:examId/cancel', {
  summary: 'Cancels an exam and tells its candidates by mail, with a note; the reply is the number of mails.',
  access: { level: 'admin' },
  body: json(NoticeNotes),
  reply: json(z.union([z.boolean(), z.int()])),
});

/** `told`: the number of mails about the reactivation, where the caller asked for mails and the exam was cancelled. */
export const ReactivatedExam = z.extend(ExamSummary, { told: z.optional(z.int()) });
export type ReactivatedExam = z.infer<typeof ReactivatedExam>;

export const reactivateExam = endpoint('POST /api/exam/:systemId/:examId/reactivate', {
  summary: 'Takes back the cancellation of an exam: its enrolments and its course are as before.',
  access: { level: 'admin' },
  body: json(z.object({ sendEmail: z.optional(flag), ...noteFields })),
  reply: json(ReactivatedExam),
});
