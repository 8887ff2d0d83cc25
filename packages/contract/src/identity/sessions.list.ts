import * as z from 'zod/mini';
import { endpoint, instant, json } from '../core/endpoint.ts';

export const ListedSession = z.object({
  id: z.uuid(),
  startedAt: instant,
  /** When the session's tokens were last renewed: every five minutes while a page is open. */
  lastUsedAt: instant,
  /** Browser and operating system, `Firefox, Windows`; null when unknown. */
  device: z.nullable(z.string()),
  /** The IP address from which the session was opened. */
  address: z.nullable(z.string()),
  isCurrent: z.boolean(),
  impersonator: z.nullable(z.string()),
});
export type ListedSession = z.output<typeof ListedSession>;

export const listOwnSessions = endpoint('GET /api/account/sessions', {
  summary: "Lists the caller's open sessions, the last used first.",
  access: 'signedIn',
  reply: json(z.array(ListedSession)),
});

/** Takes effect at once in every server process: the next call with the session's tokens is refused. */
export const endOwnSession = endpoint('DELETE /api/account/sessions/:sessionId', {
  summary: 'Ends one session of the caller, and impersonations begun in it.',
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(z.literal(true)),
});

export const endOtherSessions = endpoint('POST /api/account/sessions/endothers', {
  summary: 'Ends all sessions of the caller but this one; returns how many.',
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(z.int()),
});

export const listUserSessions = endpoint('GET /api/user/:id/sessions', {
  summary: 'Lists the open sessions of a person whose password the caller may change.',
  access: { level: 'admin', of: 'anySystem' },
  reply: json(z.array(ListedSession)),
});

export const endUserSessions = endpoint('POST /api/user/:id/sessions/end', {
  summary: 'Ends all sessions of a person whose password the caller may change; returns how many.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  reply: json(z.int()),
});
