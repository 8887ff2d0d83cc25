import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { id, instant } from './core/wire.ts';

/** A session that is open, as its owner recognises it. */
export const ListedSession = z.object({
  id: z.uuid(),
  startedAt: instant,
  /** The last time that its tokens were renewed: every five minutes while a page is open. */
  lastUsedAt: instant,
  /** Names of browser and system, `Firefox, Windows`; null where they are unknown. */
  device: z.nullable(z.string()),
  /** The network address that it was opened from. */
  address: z.nullable(z.string()),
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
  /** The super admin who acts in the person's name. */
  impersonator: z.nullable(z.string()),
});
export type ListedSession = z.output<typeof ListedSession>;

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'The open sessions of the person signed in, the one used last first.',
  access: 'signedIn',
  reply: json(z.array(ListedSession)),
});

/** At once, in every server process: the next call with its tokens is refused. */
export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:sessionId',
  summary: 'Ends one session of the person signed in, and what was begun in it in the name of others.',
  access: 'signedIn',
  notWhileImpersonating: true,
  params: z.object({ sessionId: z.uuid() }),
  reply: json(z.literal(true)),
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/account/sessions/endothers',
  summary: 'Ends all sessions of the person signed in but the one that asks; says how many.',
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(z.int()),
});

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/user/:id/sessions',
  summary: 'The open sessions of a person whose password the caller may change.',
  access: { level: 'admin', of: 'anySystem' },
  params: z.object({ id }),
  reply: json(z.array(ListedSession)),
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/user/:id/sessions/end',
  summary: 'Ends all sessions of a person whose password the caller may change; says how many.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  params: z.object({ id }),
  reply: json(z.int()),
});
