import * as z from 'zod/mini';
import { endpoint, html, json } from './core/endpoint.ts';
import { formLanguageId } from './core/language.ts';
import { windowPaths } from './core/oneTimeTokens.ts';
import { systemId } from './core/wire.ts';
import { MessageText } from './messages.ts';

/** A mail as a candidate made up for the purpose would get it, for the next exam of the system. */
export const InvitationPreview = z.object({
  from: z.string(),
  /** The name and address that stand in the mail; the address is that of the person who asks. */
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  fileName: z.nullable(z.string()),
  /** False where subject or text is empty: candidates of this language then get the mail of the other one. */
  isUsable: z.boolean(),
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

const ofMessage = z.object({ systemId, languageId: formLanguageId });

export const previewInvitation = endpoint({
  method: 'POST',
  path: '/api/message/preview/:systemId/:languageId',
  summary:
    'The mail that a subject and a body, saved or not, would make; nothing is saved and nothing is sent.',
  access: { level: 'admin' },
  params: ofMessage,
  bodyBytes: 1024 * 1024,
  body: json(MessageText),
  reply: json(InvitationPreview),
});

/** Opened in a window of its own, which carries a ticket instead of a header (readings §3). */
export const sendEmailTest = endpoint({
  method: 'GET',
  path: windowPaths.sendEmailTest,
  summary:
    'Sends the saved message, with sample values, to whoever asks, and answers a small page that says so.',
  access: { level: 'admin' },
  oneTimeToken: 'sendEmailTest',
  isStateChanging: true,
  params: ofMessage,
  reply: html,
});
