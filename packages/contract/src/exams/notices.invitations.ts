import * as z from 'zod/mini';
import { Day, endpoint, html, id, json } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { windowPaths } from '../core/oneTimeTokens.ts';
import { MessageText, messageKinds, ofKind, type Placeholder } from '../mail/messages.ts';
import { maxCandidatesAtOnce } from './places.ts';

/** The placeholders of facts that an exam may have in one language alone; the other language then stands in. */
export const translatedFacts = [
  'examTitle',
  'examPlace',
  'examInstructions',
] as const satisfies Placeholder[];
export type TranslatedFact = (typeof translatedFacts)[number];

/** A mail rendered for a fictitious candidate of an exam. */
export const InvitationPreview = z.object({
  from: z.string(),
  /** Name and address in the mail; the address is the caller's. */
  to: z.string(),
  /** The address to which answers go; null: the sender. */
  replyTo: z.nullable(z.string()),
  subject: z.string(),
  /** The text that inboxes show beside the subject. */
  preheader: z.string(),
  html: z.string(),
  /** The length of the HTML that leaves, in bytes of UTF-8; pictures are sent beside it. */
  htmlBytes: z.int(),
  text: z.string(),
  fileName: z.nullable(z.string()),
  /** The name of the file with the exam for calendars, which each mail carries; absent for none. */
  calendarFile: z.optional(z.string()),
  /** False when subject or body is empty: candidates of this language then get the mail in the other one. */
  isUsable: z.boolean(),
  /** Facts in the mail that the exam has in the other language alone; absent where a forecast tells them. */
  inOtherLanguage: z.optional(z.array(z.enum(translatedFacts))),
  /** The exam of the mail; null for an invented exam, where none is planned. */
  examId: z.nullable(z.int()),
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

export const previewInvitation = endpoint('POST /api/message/preview/:systemId/:languageId', {
  summary: 'Renders the mail of a subject and a body, saved or not; nothing is saved or sent.',
  access: { level: 'admin' },
  query: ofKind,
  bodyBytes: 1024 * 1024,
  /** `examId`: the exam; by default the next exam with candidates. */
  body: json(z.extend(MessageText, { examId: z.optional(z.nullable(id)) })),
  reply: json(InvitationPreview),
});

/** The placeholders of facts that an exam need not have; it always has title and day. */
export const optionalFacts = ['examTime', 'examPlace', 'examInstructions'] as const satisfies Placeholder[];

/** The text that readers of a language get, and what it lacks for them. */
export const TextForReaders = z.object({
  /** The language of the text; null: no language has a text, and nobody gets a mail. */
  language: z.nullable(Language),
  /** Whether the other language's text was changed later, and nobody has found that both correspond. */
  isOlder: z.boolean(),
  lacksLink: z.boolean(),
  /** Whether it has no attachment, and the text for readers of the other language has one. */
  lacksFile: z._default(z.boolean(), false),
  facts: z.array(z.enum(optionalFacts)),
  /** Facts that the text mentions but the exam has in the other language alone. */
  inOtherLanguage: z.array(z.enum(translatedFacts)),
  /** Columns of lists that the text names, with how many of the readers have no value; null: it is not known who they are. */
  withoutValue: z.array(z.object({ column: z.string(), people: z.nullable(z.int()) })),
});
export type TextForReaders = z.infer<typeof TextForReaders>;

/** By the language of readers: the text of a mail about an exam, and what it lacks. */
export const MailForecast = z.object({
  fr: TextForReaders,
  en: TextForReaders,
  /** Whether the exam has ended, so that its readers would be told to come too late. */
  isExamOver: z.boolean(),
});
export type MailForecast = z.infer<typeof MailForecast>;

export const forecastMail = endpoint('GET /api/message/forecast/:systemId/:examId', {
  summary: 'Returns which text of a message readers of each language would get, and what it lacks for them.',
  access: { level: 'support' },
  query: ofKind,
  reply: json(MailForecast),
});

/** Without `userIds`, all candidates. */
export const inviteCandidates = endpoint('POST /api/exam/:systemId/:examId/invitations', {
  summary:
    'Mails the invitation to the active candidates to whom none was sent or is to be sent; returns the number of mails.',
  access: { level: 'admin' },
  bodyBytes: 128 * 1024,
  body: json(
    z.object({ userIds: z.optional(z.array(id).check(z.maxLength(maxCandidatesAtOnce, 'maxLength'))) }),
  ),
  reply: json(z.int()),
});

const ownText = json(z.object({ kind: z.enum(messageKinds) }));

export const listOwnTexts = endpoint('GET /api/message/own/:systemId', {
  summary: 'Lists the exams to come of a system that have a text of their own, with its kind.',
  access: { level: 'admin' },
  reply: json(
    z.array(
      z.object({
        examId: z.int(),
        kind: z.enum(messageKinds),
        title: z.string(),
        date: Day,
      }),
    ),
  ),
});

export const giveOwnText = endpoint('POST /api/message/own/:systemId/:examId', {
  summary:
    "Gives an exam a text of its own, copied from the system's in both languages; false if it has one.",
  access: { level: 'admin' },
  body: ownText,
  reply: json(z.boolean()),
});

export const removeOwnText = endpoint('POST /api/message/own/:systemId/:examId/remove', {
  summary: 'Puts an exam back to the text of its system; false if it has none of its own.',
  access: { level: 'admin' },
  body: ownText,
  reply: json(z.boolean()),
});

/** The browser opens this call in a window, which sends a ticket instead of a header (readings §3). */
export const sendEmailTest = endpoint(`GET ${windowPaths.sendEmailTest}`, {
  summary:
    'Sends the saved message with sample values to the caller, and returns an HTML page that confirms it.',
  access: { level: 'admin' },
  oneTimeToken: 'sendEmailTest',
  isStateChanging: true,
  /** `examId`: the exam, as in the preview. */
  query: ofKind,
  reply: html,
});
