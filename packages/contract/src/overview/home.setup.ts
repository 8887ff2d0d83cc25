import * as z from 'zod/mini';
import { Day, endpoint, json, superAdmins } from '../core/endpoint.ts';
import { Remark } from '../learning/learning.remarks.ts';

export const OpenStep = z.discriminatedUnion('step', [
  /** The university still has its neutral name. */
  z.object({ step: z.literal('universityName') }),
  /** Links in mails name an address that only the server's own machine can open. */
  z.object({ step: z.literal('publicAddress'), address: z.string() }),
  /** A super admin still has the address of the first start, where no mail arrives. */
  z.object({ step: z.literal('firstAddress'), address: z.string() }),
  /** A single active super admin has ever signed in; `waiting`: the names of those who have not. */
  z.object({ step: z.literal('secondSuperAdmin'), waiting: z.array(z.string()) }),
  /** Some systems have no sender's address, to which candidates reply. */
  z.object({ step: z.literal('senders'), missing: z.int(), systems: z.int() }),
  /** No test mail has left through the configured mail server; `files`: no server is configured. */
  z.object({ step: z.literal('mailServer'), transport: z.enum(['smtp', 'files']) }),
  /** The platform of the settings has not been tried, and no registered platform holds an exam. */
  z.object({ step: z.literal('learningPlatform'), platform: z.string() }),
  /** Some systems lack a title or an invitation message in one language. */
  z.object({
    step: z.literal('texts'),
    systems: z.array(
      z.object({
        systemId: z.int(),
        slug: z.string(),
        name: z.string(),
        lacks: z.enum(['title', 'message']),
      }),
    ),
  }),
  /** No system has an administrator. */
  z.object({ step: z.literal('administrator') }),
  /** Nobody has said that a backup was made and restored once (null), or, while other steps are open, on which day. */
  z.object({ step: z.literal('backup'), restoredOn: z.nullable(Day) }),
]);
export type OpenStep = z.infer<typeof OpenStep>;

/** Empty when everything is done, or when a super admin has closed the list. */
export const listOpenSteps = endpoint('GET /api/home/setup', {
  summary: 'Lists what the portal still needs before its first exam.',
  access: superAdmins,
  reply: json(z.array(OpenStep)),
});

export const MailTry = z.object({
  recipient: z.string(),
  /** `filed`: no mail server is configured, so that the mail can only be read in the outbox. */
  state: z.enum(['sent', 'filed', 'failed', 'waiting', 'queued']),
  /** Why the mail failed or waits, in the caller's language. */
  reason: z.nullable(z.string()),
});
export type MailTry = z.infer<typeof MailTry>;

export const tryMailServer = endpoint('POST /api/home/setup/mail', {
  summary: 'Sends a test mail to the caller and returns what became of it within some seconds.',
  access: superAdmins,
  reply: json(MailTry),
});

export const PlatformTry = z.object({
  /** Product and version; null when the platform did not answer. */
  product: z.nullable(z.string()),
  /** The reason why the platform did not answer, and the faults that keep the portal from working with it. */
  problems: z.array(Remark),
});
export type PlatformTry = z.infer<typeof PlatformTry>;

export const tryLearningPlatform = endpoint('POST /api/home/setup/platform', {
  summary:
    'Asks the learning platform whether it answers and lets the portal work with it; changes nothing there.',
  access: superAdmins,
  reply: json(PlatformTry),
});

export const confirmBackup = endpoint('POST /api/home/setup/backup', {
  summary:
    'States on which day a backup was restored elsewhere, which nothing in the portal can tell; null takes that back.',
  access: superAdmins,
  body: json(z.object({ restoredOn: z.nullable(Day) })),
  reply: json(z.literal(true)),
});

export const closeSetup = endpoint('POST /api/home/setup/close', {
  summary: 'Closes the list of what the portal still needs, for every super admin.',
  access: superAdmins,
  reply: json(z.literal(true)),
});
