import * as z from 'zod/mini';
import type { AuditAction } from '../core/audit.ts';
import { anySupport, Day, endpoint, instant, json } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { personTextNames } from '../core/personTexts.ts';
import { LinkTerm } from '../identity/account.ts';
import { presenceStates } from '../identity/users.ts';
import { placeStates } from '../learning/learning.states.ts';
import { ReadMail } from '../mail/outbox.own.ts';
import { mailStates } from '../mail/outbox.states.ts';
import { BothLanguages } from '../systems/systems.office.ts';

/** Actions of the audit log that belong to the history of a person, or of an exam that the person is in. */
export const historyActions = [
  'account.addressChanged',
  'account.confirmationAsked',
  'account.emailConfirmed',
  'account.passkeyAdded',
  'account.passkeyRemoved',
  'account.passwordChanged',
  'account.passwordReset',
  'account.recoveryCodesMade',
  'account.resetAsked',
  'account.totpAdded',
  'account.totpRemoved',
  'candidate.enrolled',
  'candidate.invitedAgain',
  'candidate.presenceTicked',
  'candidate.unenrolled',
  'candidates.attestationTakenBack',
  'candidates.attested',
  'candidates.importUndone',
  'candidates.moved',
  'candidates.putBack',
  'candidates.unenrolled',
  'correction.answered',
  'correction.asked',
  'correction.declined',
  'correction.passedOn',
  'correction.withdrawn',
  'exam.deactivated',
  'exam.reactivated',
  'identity.linkAsked',
  'identity.linked',
  'identity.unlinked',
  'session.accessRefused',
  'session.enteredPlatform',
  'session.factorRefused',
  'session.lapsedRefused',
  'session.passwordRefused',
  'session.started',
  'session.triesBlocked',
  'user.activated',
  'user.corrected',
  'user.created',
  'user.deactivated',
  'user.factorsReset',
  'user.locked',
  'user.newAddressAsked',
  'user.newAddressDropped',
  'user.passwordSet',
  'user.resetLinkSent',
  'user.rolesChanged',
  'user.sessionsEnded',
  'user.unlocked',
] as const satisfies readonly AuditAction[];

/** Events that come from other tables than the audit log. */
export const historyFacts = [
  'extraTimeGiven',
  'extraTimeChanged',
  'extraTimeRemoved',
  'imported',
  'mailed',
  'mailDelayed',
  'mailBounced',
  'linkOpened',
  'sentToPlatform',
  'onPlatform',
] as const;

export const HistoryEntry = z.object({
  at: instant,
  event: z.enum([...historyFacts, ...historyActions]),
  /** The system of the exam or mail; null for an event of the account. */
  systemId: z.nullable(z.int()),
  exam: z.nullable(z.string()),
  formerExam: z.nullable(z.string()),
  /** How a person was ticked at the door; null for any other event and for a tick that was taken back. */
  presence: z.nullable(z.enum(presenceStates)),
  /** The roles that were given and taken away: `superAdmin`, `admin:3`. */
  roles: z.nullable(z.object({ given: z.array(z.string()), taken: z.array(z.string()) })),
  /** Who acted, unless it was the person. */
  by: z.nullable(z.string()),
  /** Whether staff of other systems acted, who stay unnamed. */
  isOfOthers: z.boolean(),
  /** The details that were corrected, before and after; null for none. */
  changes: z._default(
    z.array(
      z.object({
        field: z.enum(['firstName', 'lastName', 'language', ...personTextNames]),
        from: z.nullable(z.string()),
        to: z.nullable(z.string()),
      }),
    ),
    [],
  ),
  /** The imported file, also where the import was undone. */
  fileName: z.nullable(z.string()),
  /** The address before and after; with `to: null` a new address that is no longer to be confirmed. */
  address: z.nullable(z.object({ from: z.string(), to: z.nullable(z.string()) })),
  /** The mail that was sent, came back, or had its link opened. `problem`: why it did not arrive, for the reader. */
  mail: z.nullable(
    z.object({
      id: z.int(),
      subject: z.string(),
      language: Language,
      recipient: z.string(),
      state: z.enum(mailStates),
      problem: z.nullable(z.string()),
      /** Why a mail that has left had waited before; null for none. */
      delay: z.nullable(z.string()),
      /** When a deferred mail is tried next; null for any other. */
      nextTryAt: z.nullable(instant),
      /** The state of the link in the mail, to a password or an address; null without a link, and for a guest. */
      link: z._default(z.nullable(LinkTerm), null),
    }),
  ),
  platformState: z.nullable(z.enum(placeStates)),
  /** The removal that took the person out of an exam, while their place is kept and the caller may give it back. */
  removal: z.nullable(z.object({ removalId: z.uuid(), examId: z.int(), title: z.string() })),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** A coming exam whose invitation can be sent again. */
export const InvitationToResend = z.object({
  examId: z.int(),
  systemId: z.int(),
  title: z.string(),
  examDate: Day,
  /** Whether an invitation is queued or planned already; another invitation is then refused. */
  isUnderWay: z.boolean(),
  isFirst: z._default(z.boolean(), false),
  /** The language of the text that the person would get, if it lacks the link to a first password that they need. */
  lacksLink: z.nullable(Language),
});
export type InvitationToResend = z.output<typeof InvitationToResend>;

/**
 * The administrators, by name, of each system that the caller supports without administering it; where a system has none,
 * a super admin may act. With telephone and office from the footer of the system's mails, where it has its own.
 */
export const Administrators = z.array(
  z.object({
    systemId: z.int(),
    people: z.array(z.object({ fullName: z.string(), email: z.string() })),
    phone: z.nullable(z.string()),
    office: z.nullable(z.object({ fr: z.string(), en: z.string() })),
  }),
);
export type Administrators = z.output<typeof Administrators>;

export const PersonHistory = z.object({
  /** Newest first; every sign-in of the last week, before it the latest of each day; only of the systems that the caller supports. */
  entries: z.array(HistoryEntry),
  isCut: z.boolean(),
  /** Whether the person may be sent a link; false for a deactivated or locked account, which no link opens. */
  mayGetLink: z.boolean(),
  /** When a mail server said that the present address does not exist; null once a mail has arrived there, and where none said so. */
  unknownSince: z._default(z.nullable(instant), null),
  /** Wrong tries to sign in since the last right one, where there were any in 12 hours; `waitUntil`: tries are refused. */
  wrongTries: z.nullable(z.object({ count: z.int(), waitUntil: z.nullable(instant) })),
  invitations: z.array(InvitationToResend),
  /** The people who may change what the caller may not; empty: a super admin. Null when the caller may, or is the person. */
  whoMay: z.nullable(Administrators),
  /** Whether the administrators of none of the caller's systems may change the whole account. */
  isInSeveral: z._default(z.boolean(), false),
});
export type PersonHistory = z.output<typeof PersonHistory>;

export const getPersonHistory = endpoint('GET /api/support/people/:id', {
  summary: 'Returns what became of a person: imports, mails, opened links, sign-ins, learning platform.',
  access: anySupport,
  reply: json(PersonHistory),
});

/** `mail.notFound` for a mail outside the history, or one planned or cancelled. */
export const readMailOf = endpoint('GET /api/support/people/:id/mails/:mailId', {
  summary:
    'Returns a mail as a person got it, without passwords, links that work once, and their own extra time.',
  access: anySupport,
  reply: json(ReadMail),
});

export const listAdministrators = endpoint('GET /api/support/administrators', {
  summary: 'Names the administrators of the systems that the caller supports without administering them.',
  access: anySupport,
  reply: json(Administrators),
});

/** An exam that takes place today, for whoever answers calls. */
export const TodaysExam = z.object({
  examId: z.int(),
  systemId: z.int(),
  title: BothLanguages,
  /** `hh:mm` in the university's zone; '' where none is set. */
  startTime: z.string(),
  endTime: z.string(),
  place: BothLanguages,
  candidates: z.int(),
  present: z.int(),
});
export type TodaysExam = z.output<typeof TodaysExam>;

export const listTodaysExams = endpoint('GET /api/support/today', {
  summary: 'Lists today’s exams of the systems that the caller supports, by hour.',
  access: anySupport,
  reply: json(z.array(TodaysExam)),
});

/** `recent`: a link left less than a minute ago. `closed`: the account is deactivated or locked. */
export const sendResetLink = endpoint('POST /api/support/people/:id/resetlink', {
  summary: 'Mails a person a link to a new password, in their language.',
  access: anySupport,
  notWhileImpersonating: true,
  reply: json(z.enum(['sent', 'recent', 'closed'])),
});

/**
 * Idempotent by `requestId`. `underWay`: an invitation waits to be sent. `noText`: the message is empty.
 * `closed`: the account is deactivated or locked. `over`: the exam is over.
 */
export const inviteAgain = endpoint('POST /api/support/people/:id/invitation/:examId', {
  summary: 'Mails a candidate the invitation to an exam again, to their present address.',
  access: anySupport,
  body: json(z.object({ requestId: z.uuid() })),
  reply: json(z.enum(['sent', 'underWay', 'noText', 'closed', 'over'])),
});
