import * as z from 'zod/mini';
import { endpoint, file, json, multipart, outcome } from './core/endpoint.ts';
import { formLanguageId } from './core/language.ts';
import { instant, instantOrNever, systemId } from './core/wire.ts';

/** What a message may hold in subject and body, as `{{name}}` (readings §3). */
export const placeholders = [
  'firstName',
  'lastName',
  'email',
  'systemTitle',
  'examTitle',
  'examDate',
  'loginUrl',
  'setPasswordUrl',
] as const;
export type Placeholder = (typeof placeholders)[number];

export const attachmentMaxBytes = 10 * 1024 * 1024;
/** What an attachment may be, as the ends of file names; the server goes by the content. */
export const attachmentExtensions = ['.docx', '.doc', '.pdf'] as const;

export const Message = z.object({
  subject: z.string(),
  body: z.string(),
  fileName: z.nullable(z.string()),
  /** When subject and body were last saved; null for a message that was never written. */
  savedAt: z.nullable(instant),
});
export type Message = z.output<typeof Message>;

/** What a save of an older version is told: what stands there now, and who saved it. Nothing was written. */
export const MessageEditConflict = z.object({
  outcome: z.literal('changedMeanwhile'),
  /** `savedBy` is null where the program itself wrote it. */
  current: z.extend(Message, { savedBy: z.nullable(z.string()) }),
});
export type MessageEditConflict = z.output<typeof MessageEditConflict>;

/** The message as it is after a save, or why it was not saved. */
export const messageOutcome = outcome(z.union([MessageEditConflict, Message]), (reply) => ({
  status: 'outcome' in reply ? 409 : 200,
}));

/** What is typed in the editor: subject, and body as HTML. */
export const MessageText = z.object({
  subject: z.string().check(z.maxLength(300, 'maxLength')),
  body: z.string().check(z.maxLength(200_000, 'maxLength')),
});
export type MessageText = z.infer<typeof MessageText>;

const ofMessage = z.object({ systemId, languageId: formLanguageId });

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/message/:systemId/:languageId',
  summary: 'The message of a system in one language.',
  access: { level: 'admin' },
  params: ofMessage,
  reply: json(Message),
});

/**
 * Both shapes of the specification (S7): `systemId` and `languageId` in the form, or `fileName`, are allowed and left
 * aside, for the path says which message it is and only a file part changes the attachment. `savedAt`, when given, is
 * that of the text that was edited, empty where there was none; another one saved meanwhile is not overwritten.
 */
export const saveMessage = endpoint({
  method: 'POST',
  path: '/api/message/:systemId/:languageId',
  summary: 'Saves subject and body in one language; an unknown placeholder is refused by name.',
  access: { level: 'admin' },
  params: ofMessage,
  bodyBytes: 1024 * 1024,
  body: multipart(z.extend(MessageText, { savedAt: z.optional(instantOrNever) }), {
    required: false,
    maxBytes: attachmentMaxBytes,
  }),
  reply: messageOutcome,
});

/** The ids in the form are those of the path, which alone counts. */
export const addFile = endpoint({
  method: 'POST',
  path: '/api/message/addfile/:systemId/:languageId',
  summary: 'Attaches a .docx, .doc or .pdf file of at most 10 MB, in the place of the one that was there.',
  access: { level: 'admin' },
  params: ofMessage,
  body: multipart(z.object({ systemId: z.optional(systemId), languageId: z.optional(formLanguageId) }), {
    required: true,
    maxBytes: attachmentMaxBytes,
  }),
  reply: json(z.object({ fileName: z.string() })),
});

export const getFile = endpoint({
  method: 'GET',
  path: '/api/message/getfile/:systemId/:languageId',
  summary: 'The attachment itself.',
  access: { level: 'admin' },
  params: ofMessage,
  reply: file,
});

/** A GET, because the specification asks for one: only the bearer header opens it, which no link and no image sends. */
export const deleteFile = endpoint({
  method: 'GET',
  path: '/api/message/deletefile/:systemId/:languageId',
  isStateChanging: true,
  summary: 'Takes the attachment off the message; false when there was none.',
  access: { level: 'admin' },
  params: ofMessage,
  reply: json(z.boolean()),
});

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/api/message/file/:systemId/:languageId',
  summary: 'The same deed as `deletefile`, by the method that is meant for it.',
  access: { level: 'admin' },
  machineOnly: 'Programs that keep to the methods of HTTP; the pages call `deletefile`.',
  params: ofMessage,
  reply: json(z.boolean()),
});
