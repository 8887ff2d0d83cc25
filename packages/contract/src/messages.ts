import * as z from 'zod/mini';
import { endpoint, json, multipart } from './core/endpoint.ts';
import { formLanguageId } from './core/language.ts';
import { id } from './core/wire.ts';

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

export const Message = z.object({ subject: z.string(), body: z.string(), fileName: z.nullable(z.string()) });
export type Message = z.infer<typeof Message>;

const ofMessage = z.object({ systemId: id, languageId: formLanguageId });

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/message/:systemId/:languageId',
  summary: 'The message of a system in one language.',
  access: { level: 'admin' },
  params: ofMessage,
  reply: json(Message),
});

/** A file part, if present, becomes the attachment; `fileName` is then ignored, and so are the ids in the form. */
export const saveMessage = endpoint({
  method: 'POST',
  path: '/api/message/:systemId/:languageId',
  summary: 'Saves subject and body in one language; an unknown placeholder is refused by name.',
  access: { level: 'admin' },
  params: ofMessage,
  body: multipart(
    z.object({
      subject: z.string().check(z.maxLength(300, 'maxLength')),
      body: z.string().check(z.maxLength(200_000, 'maxLength')),
    }),
    { required: false, maxBytes: attachmentMaxBytes },
  ),
  reply: json(Message),
});
