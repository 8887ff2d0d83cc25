import * as z from 'zod/mini';
import { endpoint, file, instant, json } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { mailStates } from './outbox.states.ts';

const OwnMail = z.object({
  id: z.int(),
  language: Language,
  subject: z.string(),
  state: z.enum(mailStates),
  /** When the mail was sent; before that, when it was written. */
  at: instant,
});
export type OwnMail = z.output<typeof OwnMail>;

export const listOwnMails = endpoint('GET /api/candidate/mails', {
  summary: 'Lists the newest hundred mails to the caller that were sent, are on their way, or failed.',
  access: 'signedIn',
  reply: json(z.array(OwnMail)),
});

export const ReadMail = z.extend(OwnMail, {
  from: z.string(),
  recipient: z.string(),
  html: z.string(),
  attachments: z.array(z.string()),
});
export type ReadMail = z.output<typeof ReadMail>;

export const readOwnMail = endpoint('GET /api/candidate/mails/:mailId', {
  summary: 'Returns a mail to the caller as it was sent, without passwords and links that work once.',
  access: 'signedIn',
  reply: json(ReadMail),
});

/** `language`: of the reader; a document in the other language gives way to the present document of the message. */
export const getOwnMailDocument = endpoint('GET /api/candidate/mails/:mailId/document', {
  summary: 'Returns the document that a mail to the caller carries, as it was when the mail was made.',
  access: 'signedIn',
  query: z.object({ language: z.optional(Language) }),
  reply: file,
});
