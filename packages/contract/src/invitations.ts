import * as z from 'zod/mini';
import { endpoint, html, json } from './core/endpoint.ts';
import { formLanguageId } from './core/language.ts';
import { windowPaths } from './core/oneTimeTokens.ts';
import { systemId } from './core/wire.ts';
import { MessageText, ofKind } from './messages.ts';

/** A mail rendered for a fictitious candidate of the system's next exam. */
export const InvitationPreview = z.object({
  from: z.string(),
  /** Name and address in the mail; the address is the caller's. */
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  fileName: z.nullable(z.string()),
  /** False when subject or body is empty: candidates of this language then get the mail in the other one. */
  isUsable: z.boolean(),
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

const ofMessage = z.object({ systemId, languageId: formLanguageId });

export const previewInvitation = endpoint('POST /api/message/preview/:systemId/:languageId', {
  summary: 'Renders the mail of a subject and a body, saved or not; nothing is saved or sent.',
  access: { level: 'admin' },
  params: ofMessage,
  query: ofKind,
  bodyBytes: 1024 * 1024,
  body: json(MessageText),
  reply: json(InvitationPreview),
});

/** Opened in a window, which sends a ticket instead of a header (readings §3). */
export const sendEmailTest = endpoint(`GET ${windowPaths.sendEmailTest}`, {
  summary:
    'Sends the saved message with sample values to the caller, and returns an HTML page that confirms it.',
  access: { level: 'admin' },
  oneTimeToken: 'sendEmailTest',
  isStateChanging: true,
  params: ofMessage,
  query: ofKind,
  reply: html,
});
