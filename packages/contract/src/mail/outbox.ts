import * as z from 'zod/mini';
import { count, endpoint, file, flag, id, instant, json, systemId } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { mailKinds } from './outbox.purposes.ts';
import { mailStates } from './outbox.states.ts';

/** Answers of mail systems besides reports of delivery: a complaint about the mail, or what could not be read. */
export const answerKinds = ['complaint', 'unclear'] as const;

export const ListedMail = z.object({
  id: z.int(),
  systemId: z.nullable(z.int()),
  /** Null where the person has no account any more, or never had one. */
  userId: z.nullable(z.int()),
  recipient: z.string(),
  recipientName: z.string(),
  language: Language,
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  queuedAt: instant,
  sentAt: z.nullable(instant),
  nextTryAt: z.nullable(instant),
  /** The address of the copy that has arrived in place of a failed mail. */
  resentTo: z.nullable(z.string()),
  /** The reason for a failure, delay or cancellation in the reader's language, also of an earlier delay of a sent mail. */
  lastError: z.nullable(z.string()),
  /** Whether the sender is at fault (a block list, missing proof, a limit): no other address helps. */
  isSenderFault: z.boolean(),
  /** Whether the mail failed since its address does not exist, which the person still has: it would fail again. */
  isToUnknownAddress: z.boolean(),
  /** The answers to the mail besides reports: a complaint goes before what could not be read. */
  answered: z.nullable(z.enum(answerKinds)),
  /** Whether a mail that has left may be sent again, once (about an exam, or an account without a chosen password), or a cancelled or filed one after all. */
  maySendAgain: z.boolean(),
});
export type ListedMail = z.output<typeof ListedMail>;

const mailFilter = z.object({
  systemId: z.optional(systemId),
  examId: z.optional(id),
  state: z.optional(z.enum(mailStates)),
  kind: z.optional(z.enum(mailKinds)),
  search: z.optional(z.string().check(z.maxLength(200))),
  /** Only failed or returned mails that still matter: of a coming exam without a later mail, or recent and of no exam. */
  unresolved: z.optional(flag),
  /** Only mails that wait, or failed or came back and still matter, because the sender is at fault. */
  senderFault: z.optional(flag),
  /** Only mails that were written to files for want of a mail server and are of use still. */
  unsent: z.optional(flag),
  /** Only mails about an exam to people who are no longer enrolled in it. */
  former: z.optional(flag),
});

export const listMails = endpoint('GET /api/outbox', {
  summary: 'Lists outgoing mails of the systems that the caller administers, newest first.',
  access: { level: 'admin', of: 'anySystem' },
  query: z.extend(mailFilter, { page: z.optional(count), pageSize: z.optional(count) }),
  reply: json(
    z.object({
      mails: z.array(ListedMail),
      totalItems: z.int(),
      states: z.partialRecord(z.enum(mailStates), z.int()),
      /** The transport of mails: a mail server, or files that the outbox page shows. */
      transport: z.enum(['smtp', 'files']),
    }),
  ),
});

/** The moment for which the mails are planned, as the time line of the exam lists it. */
const plannedAt = json(z.object({ at: instant }));

export const sendPlannedMails = endpoint('POST /api/outbox/planned/:systemId/:examId/send', {
  summary: 'Sends the mails about an exam that are planned for a moment at once; returns how many.',
  access: { level: 'admin' },
  body: plannedAt,
  reply: json(z.int()),
});

export const cancelPlannedMails = endpoint('POST /api/outbox/planned/:systemId/:examId/cancel', {
  summary: 'Cancels the mails about an exam that are planned for a moment; returns how many.',
  access: { level: 'admin' },
  body: plannedAt,
  reply: json(z.int()),
});

/** Secret links are masked, except for a super admin where mails are only written to files. */
export const getMail = endpoint('GET /api/outbox/:mailId', {
  summary: 'Returns one outgoing mail as it is or will be sent.',
  access: { level: 'admin', of: 'anySystem' },
  reply: json(
    z.extend(ListedMail, {
      messageId: z.string(),
      from: z.string(),
      /** The address to which replies go; null: the sender. */
      replyTo: z.nullable(z.string()),
      html: z.string(),
      text: z.string(),
      attachments: z.array(z.string()),
      /** The first five answers of mail systems besides reports of delivery, without links. */
      answers: z.array(z.object({ kind: z.enum(answerKinds), at: instant, text: z.string() })),
      /** For the mail of a new account: whether its link is still of use; null for any other mail. */
      account: z.nullable(z.enum(['open', 'passwordChosen', 'closed'])),
    }),
  ),
});

export const getMailAttachment = endpoint('GET /api/outbox/:mailId/attachment', {
  summary: 'Returns the document that a mail carries, as it was when the mail was made.',
  access: { level: 'admin', of: 'anySystem' },
  reply: file,
});

export const retryMail = endpoint('POST /api/outbox/:mailId/retry', {
  summary:
    'Puts a failed, waiting, planned, filed or cancelled mail back in the queue, due now; sends one that came back again, and once more one about an exam that has arrived. The mail of a new account goes with links made anew, as long as no password is chosen.',
  access: { level: 'admin', of: 'anySystem' },
  reply: json(z.boolean()),
});

/** The states of the mails that `retryMails` may send again. */
export const retryableStates = ['failed', 'bounced', 'waiting', 'planned'] as const;

export const retryableMaxMails = 10_000;

export const listRetryable = endpoint('GET /api/outbox/retryable', {
  summary:
    'Returns the ids of the mails on all pages of `listMails` whose state lets them be sent again, newest first, 10,000 at most; with `sent` those that have arrived and may be sent once more, with `unsent` those that were only written to files.',
  access: { level: 'admin', of: 'anySystem' },
  query: z.extend(mailFilter, { sent: z.optional(flag) }),
  reply: json(z.array(z.int())),
});

export const retryMaxMails = 100;

export const retryMails = endpoint('POST /api/outbox/retry', {
  summary:
    'Does for several mails what `retryMail` does for one, with those that have arrived only if `alsoSent` says so; returns how many, and how many may not be sent again.',
  access: { level: 'admin', of: 'anySystem' },
  body: json(
    z.object({
      mailIds: z.array(id).check(z.minLength(1, 'required'), z.maxLength(retryMaxMails, 'maxLength')),
      alsoSent: z.optional(z.boolean()),
    }),
  ),
  reply: json(z.object({ again: z.int(), left: z.int() })),
});
