import * as z from 'zod/mini';
import { endpoint, flag, instant, json, multipart, wholeNumber } from '../core/endpoint.ts';
import { attachmentMaxBytes } from '../mail/messages.ts';
import { InvitationPreview, MailForecast } from './notices.invitations.ts';
import { audiences, letterMostDays } from './notices.reminders.ts';
import { maxCandidatesAtOnce } from './places.ts';

const subject = z.string().check(z.maxLength(300, 'maxLength'));
const body = z.string().check(z.maxLength(200_000, 'maxLength'));

/** Ids as one text, `12,13`, since a form with a file has few fields. */
const ids = z.codec(
  z.string().check(z.maxLength(maxCandidatesAtOnce * 16), z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)),
  z.array(z.int()).check(z.maxLength(maxCandidatesAtOnce, 'maxLength')),
  { decode: (wire) => wire.split(',').map(Number), encode: (value) => value.join(',') },
);

/** A language without subject or text gets the letter in the other one. */
export const LetterTexts = z.object({ subjectFr: subject, bodyFr: body, subjectEn: subject, bodyEn: body });
export type LetterTexts = z.infer<typeof LetterTexts>;

/**
 * `userIds`: the candidates whom `chosen` names; those who have left the exam get nothing. `withoutUnknown`: nor do
 * people whose address is known not to exist.
 */
export const Letter = z.extend(LetterTexts, {
  audience: z.enum(audiences),
  userIds: z.optional(ids),
  withoutUnknown: z.optional(flag),
});
export type Letter = z.output<typeof Letter>;

const numbers = z.object({ fr: z.int(), en: z.int() });

/** The days in which an earlier letter or reminder is told before another one. */
export const recentDays = 7;
/** The most people with an unknown address whom a preview names. */
export const unknownMaxPeople = 20;

const LetterPreview = z.object({
  people: numbers,
  withoutPassword: numbers,
  forecast: MailForecast,
  /** Letters, reminders and notices that some of them got about the exam lately, newest first, each with the first people. */
  recent: z.array(
    z.object({
      at: instant,
      letter: z.nullable(z.object({ subjectFr: z.string(), subjectEn: z.string() })),
      /** Present for a notice of a change; without it and without a letter it is a reminder. */
      isNotice: z.optional(z.boolean()),
      people: z.int(),
      names: z.array(z.string()),
    }),
  ),
  /** The people whose address is known not to exist, also where they are left out; the first of them by name. */
  unknown: z.object({
    people: z.int(),
    samples: z.array(z.object({ name: z.string(), email: z.string() })),
  }),
  /** Null while there is no text. */
  mails: z.object({ fr: z.nullable(InvitationPreview), en: z.nullable(InvitationPreview) }),
});
export type LetterPreview = z.output<typeof LetterPreview>;

const bodyBytes = 2 * 1024 * 1024;
const document = { required: false, maxBytes: attachmentMaxBytes } as const;

export const listReadyLetters = endpoint('GET /api/letter/:systemId/ready', {
  summary: 'Returns texts with which a letter can begin, each with the people for whom it is meant.',
  access: { level: 'admin' },
  reply: json(
    z.array(z.extend(LetterTexts, { name: z.enum(['tomorrow', 'signIn']), audience: z.enum(audiences) })),
  ),
});

export const previewLetter = endpoint('POST /api/letter/:systemId/:examId/preview', {
  summary:
    'Renders a letter to people of an exam as the readers of each language would get it now, with their number and what would be missing; nothing is saved or sent.',
  access: { level: 'admin' },
  bodyBytes,
  body: json(Letter),
  reply: json(LetterPreview),
});

export const testLetter = endpoint('POST /api/letter/:systemId/:examId/test/:languageId', {
  summary: 'Sends a letter in one language, with sample values, to the caller; returns what became of it.',
  access: { level: 'admin' },
  bodyBytes,
  body: multipart(LetterTexts, document),
  /** `reason`: why the mail failed or waits, in the caller's language. */
  reply: json(
    z.object({
      state: z.enum(['sent', 'filed', 'failed', 'waiting', 'queued']),
      reason: z.nullable(z.string()),
    }),
  ),
});

/** `requestId` is drawn when the question opens: a repeated request sends nothing again. */
export const sendLetter = endpoint('POST /api/letter/:systemId/:examId', {
  summary:
    'Sends a letter to people of an exam, at once or at an hour so many days before the exam (after it: below 0), with which it moves; the time line stops it. Returns the number of mails, null for a later hour.',
  access: { level: 'admin' },
  bodyBytes,
  body: multipart(
    z.extend(Letter, {
      requestId: z.uuid(),
      daysBefore: z.optional(signedDays()),
      hour: z.optional(wholeNumber(0, 2)),
    }),
    document,
  ),
  reply: json(z.nullable(z.int())),
});

/** A planned letter as its editor needs it: people who have left the exam are no longer among the chosen. */
const PlannedLetter = z.extend(LetterTexts, {
  audience: z.enum(audiences),
  people: z.array(z.object({ id: z.int(), fullName: z.string(), email: z.string() })),
  withoutUnknown: z.boolean(),
  daysBefore: z.int(),
  hour: z.int(),
  fileName: z.nullable(z.string()),
  /** Another one after each change. */
  version: z.string(),
});
export type PlannedLetter = z.output<typeof PlannedLetter>;

export const getPlannedLetter = endpoint('GET /api/letter/:systemId/:examId/planned/:reminderId', {
  summary: 'Returns a letter that is planned and has not left, with its texts, people and hour.',
  access: { level: 'admin' },
  reply: json(PlannedLetter),
});

/** `version`: of the letter that was read. Without a document, `keepsFile` says whether the former one stays. */
export const changePlannedLetter = endpoint('POST /api/letter/:systemId/:examId/planned/:reminderId', {
  summary: 'Changes texts, people, document and hour of a letter that is planned and has not left.',
  access: { level: 'admin' },
  bodyBytes,
  body: multipart(
    z.extend(Letter, {
      version: z.string().check(z.maxLength(100)),
      keepsFile: z.optional(flag),
      daysBefore: signedDays(),
      hour: wholeNumber(0, 2),
    }),
    document,
  ),
  reply: json(z.literal(true)),
});

function signedDays() {
  const text = z.string().check(z.regex(/^-?\d{1,3}$/));
  const days = z
    .int()
    .check(z.minimum(-letterMostDays, 'daysBefore'), z.maximum(letterMostDays, 'daysBefore'));
  return z.codec(text, days, { decode: Number, encode: String });
}
