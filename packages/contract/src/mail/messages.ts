import * as z from 'zod/mini';
import {
  endpoint,
  file,
  id,
  instant,
  instantOrNever,
  json,
  multipart,
  outcome,
  systemId,
} from '../core/endpoint.ts';
import { formLanguageId } from '../core/language.ts';

/** Placeholders in subject and body, as `{{name}}` (readings §3). */
export const placeholders = [
  'firstName',
  'lastName',
  'email',
  'systemTitle',
  'examTitle',
  'examDate',
  'examTime',
  'examPlace',
  'examInstructions',
  'contact',
  'loginUrl',
  'setPasswordUrl',
] as const;
export type Placeholder = (typeof placeholders)[number];

export const attachmentMaxBytes = 10 * 1024 * 1024;
/** Extensions allowed for an attachment; the server checks the content. */
export const attachmentExtensions = ['.docx', '.doc', '.pdf'] as const;

/** The messages of a system to candidates: the invitation on enrolment, and the reminder to sign in. */
export const messageKinds = ['invitation', 'reminder'] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * The query of endpoints about a message; without `kind` the invitation, the only message of the requirements (S2.50).
 * `examId`: the text of this exam, its own or else the system's; only a text of its own can be changed so.
 */
export const ofKind = z.object({
  examId: z.optional(id),
  kind: z.codec(z.optional(z.enum(messageKinds)), z.enum(messageKinds), {
    decode: (kind) => kind ?? 'invitation',
    encode: (kind) => (kind === 'invitation' ? undefined : kind),
  }),
});

export const Message = z.object({
  subject: z.string(),
  body: z.string(),
  /** The text shown beside the subject; '' stands for the first words of the body. */
  preheader: z.string(),
  fileName: z.nullable(z.string()),
  /** When subject and body were last saved; null for a message that was never saved. */
  savedAt: z.nullable(instant),
  /** `savedAt` of the other language's text to which this text was found to correspond; null for none. */
  comparedTo: z.nullable(instant),
  /** Present for an exam that has a text of its own. */
  isOwn: z.optional(z.literal(true)),
});
export type Message = z.output<typeof Message>;

/** The reply to a save of an outdated version: the stored text and who saved it. Nothing was written. */
export const MessageEditConflict = z.object({
  outcome: z.literal('changedMeanwhile'),
  /** `savedBy` is null when the application itself wrote the text. */
  current: z.extend(Message, { savedBy: z.nullable(z.string()) }),
});
export type MessageEditConflict = z.output<typeof MessageEditConflict>;

/** The message after a save, or why it was not saved. */
export const messageOutcome = outcome(z.union([MessageEditConflict, Message]), (reply) => ({
  status: 'outcome' in reply ? 409 : 200,
}));

export const preheaderLimit = 200;

/** The most characters that the values of a mail's placeholders may add to its text. */
export const filledMaxLength = 1_000_000;

/**
 * The texts that the editor edits: subject, body as HTML, and the preheader, shown beside the subject, with
 * placeholders other than addresses. A save without a preheader leaves it as it is.
 */
export const MessageText = z.object({
  subject: z.string().check(z.maxLength(300, 'maxLength')),
  body: z.string().check(z.maxLength(200_000, 'maxLength')),
  preheader: z.optional(z.string().check(z.maxLength(preheaderLimit, 'maxLength'))),
});
export type MessageText = z.infer<typeof MessageText>;

export const getMessage = endpoint('GET /api/message/:systemId/:languageId', {
  summary: 'Returns a message of a system in one language.',
  access: { level: 'admin' },
  query: ofKind,
  reply: json(Message),
});

/**
 * Accepts both forms of the requirements (S7): `systemId` and `languageId` in the form, or `fileName`, are
 * ignored, because the path names the message and only a file part changes the attachment. `savedAt`, when
 * given, is that of the text that was edited, empty for a text never saved; a newer text is not overwritten.
 */
export const saveMessage = endpoint('POST /api/message/:systemId/:languageId', {
  summary: 'Saves subject and body in one language; unknown placeholders are rejected by name.',
  access: { level: 'admin' },
  query: ofKind,
  bodyBytes: 1024 * 1024,
  body: multipart(z.extend(MessageText, { savedAt: z.optional(instantOrNever) }), {
    required: false,
    maxBytes: attachmentMaxBytes,
  }),
  reply: messageOutcome,
});

/**
 * `savedAt` is that of the named text, null for a text never saved; `comparedTo` is that of the other
 * language's text. The reply is false, and nothing is recorded, when either text has been saved since.
 */
export const compareMessage = endpoint('POST /api/message/compare/:systemId/:languageId', {
  summary: 'Records that the message of a language corresponds to a later one of the other language.',
  access: { level: 'admin' },
  query: ofKind,
  body: json(z.object({ savedAt: z.nullable(instant), comparedTo: instant })),
  reply: json(z.boolean()),
});

/** The ids in the form are ignored; the path counts. */
export const addFile = endpoint('POST /api/message/addfile/:systemId/:languageId', {
  summary: 'Attaches a .docx, .doc or .pdf file of at most 10 MB, replacing the previous one.',
  access: { level: 'admin' },
  query: ofKind,
  body: multipart(z.object({ systemId: z.optional(systemId), languageId: z.optional(formLanguageId) }), {
    required: true,
    maxBytes: attachmentMaxBytes,
  }),
  reply: json(z.object({ fileName: z.string() })),
});

export const getFile = endpoint('GET /api/message/getfile/:systemId/:languageId', {
  summary: 'Returns the attachment.',
  access: { level: 'admin' },
  query: ofKind,
  reply: file,
});

/** A GET that writes, as the requirements demand. Only a bearer header authorises the call; links cannot send one. */
export const deleteFile = endpoint('GET /api/message/deletefile/:systemId/:languageId', {
  isStateChanging: true,
  summary: 'Removes the attachment of the message; false when there was none.',
  access: { level: 'admin' },
  query: ofKind,
  reply: json(z.boolean()),
});

export const removeFile = endpoint('DELETE /api/message/file/:systemId/:languageId', {
  summary: 'Removes the attachment of the message, like `deletefile`, with the DELETE method.',
  access: { level: 'admin' },
  machineOnly: 'Programs that keep to the methods of HTTP; the pages call `deletefile`.',
  query: ofKind,
  reply: json(z.boolean()),
});
