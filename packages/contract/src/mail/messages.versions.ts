import * as z from 'zod/mini';
import { endpoint, instant, json } from '../core/endpoint.ts';
import { savedVersion } from '../core/versions.ts';
import { messageOutcome, ofKind } from './messages.ts';

export const MessageVersion = z.object({
  ...savedVersion,
  subject: z.string(),
  body: z.string(),
  preheader: z.string(),
  fileName: z.nullable(z.string()),
});
export type MessageVersion = z.output<typeof MessageVersion>;

/** A list entry: `beginning` is the start of the body. */
export const ListedMessageVersion = z.extend(z.omit(MessageVersion, { body: true, preheader: true }), {
  beginning: z.string(),
});
export type ListedMessageVersion = z.output<typeof ListedMessageVersion>;

export const listMessageVersions = endpoint('GET /api/message/versions/:systemId/:languageId', {
  summary: 'Lists the saved versions of a message, newest first; the first one is the current message.',
  access: { level: 'admin' },
  query: ofKind,
  reply: json(z.array(ListedMessageVersion)),
});

export const getMessageVersion = endpoint('GET /api/message/version/:systemId/:versionId', {
  summary: 'Returns one earlier version of a message.',
  access: { level: 'admin' },
  reply: json(MessageVersion),
});

/** `savedAt`: as in `saveMessage`; the attachment is restored with the text. */
export const restoreMessage = endpoint('POST /api/message/version/:systemId/:versionId', {
  summary: 'Restores an earlier version, as a new version.',
  access: { level: 'admin' },
  body: json(z.object({ savedAt: z.optional(z.nullable(instant)) })),
  reply: messageOutcome,
});
