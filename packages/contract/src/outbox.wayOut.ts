import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { instant } from './core/wire.ts';

export const WayOut = z.object({
  /** Since a backup was restored, nothing goes out until a super admin or the operator releases it. */
  held: z.nullable(z.object({ since: instant, backupMadeAt: instant, mails: z.int() })),
  /** Why no mail can leave now, in the reader's language. */
  trouble: z.nullable(z.object({ since: instant, reason: z.string() })),
});
export type WayOut = z.output<typeof WayOut>;

export const findWayOut = endpoint({
  method: 'GET',
  path: '/api/outgoing',
  summary: 'Whether what goes out is held since a restore, and what is wrong with the mail server.',
  access: { level: 'support', of: 'anySystem' },
  reply: json(WayOut),
});

export const releaseOutgoing = endpoint({
  method: 'POST',
  path: '/api/outgoing/release',
  summary: 'Lets mails and calls to the learning platform go that have been held since a restore.',
  access: { level: 'superAdmin', of: 'anySystem' },
  notWhileImpersonating: true,
  /** How many mails that lets go; null where nothing was held. */
  reply: json(z.nullable(z.int())),
});
