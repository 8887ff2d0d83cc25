import * as z from 'zod/mini';
import { endpoint, instant, json } from '../core/endpoint.ts';

export const OutgoingStatus = z.object({
  /** The hold on sending since a backup was restored, until a super admin or the operator releases it. */
  held: z.nullable(z.object({ since: instant, backupMadeAt: instant, mails: z.int() })),
  /** Why mails cannot be sent now, in the reader's language, and how many wait. */
  trouble: z.nullable(z.object({ since: instant, reason: z.string(), mails: z.int() })),
  /**
   * Mails that mail servers refuse because of the sender (`senderFault` in `listMails`), and the newest reason with the
   * server's words; null for none, and for readers who are no super admins.
   */
  refused: z.nullable(z.object({ mails: z.int(), since: instant, reason: z.string() })),
  /** Mails that were only written to files and are of use still, once a mail server is set; 0 for readers who are no super admins. */
  unsent: z.int(),
  /** Whether no mail server is set, so that mails are only written to files. */
  isFiled: z.boolean(),
});
export type OutgoingStatus = z.output<typeof OutgoingStatus>;

export const findOutgoingStatus = endpoint('GET /api/outgoing', {
  summary:
    'Returns whether sending is held since a restore, what is wrong with the mail server, and for a super admin whether mails are refused because of the sender.',
  access: { level: 'support', of: 'anySystem' },
  reply: json(OutgoingStatus),
});

export const releaseOutgoing = endpoint('POST /api/outgoing/release', {
  summary: 'Releases the mails and learning platform calls held since a restore.',
  access: { level: 'superAdmin', of: 'anySystem' },
  /** Number of mails released; null when nothing was held. */
  reply: json(z.nullable(z.int())),
});
