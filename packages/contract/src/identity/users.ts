import * as z from 'zod/mini';
import { Day, endpoint, instant, json } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { ListValues } from '../core/listValues.ts';
import { listedReplyTexts } from '../core/personTexts.ts';
import { placeStates } from '../learning/learning.states.ts';
import { mailStates } from '../mail/outbox.states.ts';

/** A text that may be null on the wire and is then decoded as empty. */
const orEmpty = z.codec(z.nullable(z.string()), z.string(), {
  decode: (wire) => wire ?? '',
  encode: (text) => text,
});

export const presenceStates = ['present', 'absent'] as const;
export type PresenceState = (typeof presenceStates)[number];
/** `by`: who ticked it; null where the account is gone or has no name. */
export const Presence = z.object({ state: z.enum(presenceStates), at: instant, by: z.nullable(z.string()) });
/** `unticked`: somebody of the exam was ticked, and this person was not. */
export const notPresentReasons = ['absent', 'unticked'] as const;
export type NotPresent = (typeof notPresentReasons)[number];

/** A row of an exam's or a system's user list (readings §3). The last seven fields are null outside an exam. */
export const ListedUser = z.object({
  id: z.int(),
  /** Null when unknown; the row is listed nonetheless (S5.31). */
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  fullName: orEmpty,
  email: orEmpty,
  role: z.nullable(z.string()),
  ...listedReplyTexts,
  isActive: z.boolean(),
  /** Whether the account is the reader's own, which they can neither delete here nor give a password. */
  isSelf: z._default(z.boolean(), false),
  learningPlatformId: z.nullable(z.string()),
  mailState: z.nullable(z.enum(mailStates)),
  platformState: z.nullable(z.enum(placeStates)),
  language: z.nullable(Language),
  /** Whether a mail about the exam has left to the candidate. */
  isMailed: z.nullable(z.boolean()),
  /** Whether one has left that tells of the exam itself, as letters do not. */
  isInvited: z.nullable(z.boolean()),
  /** Whether no invitation was sent or is to be sent to the active candidate. */
  isToInvite: z._default(z.boolean(), false),
  hasSignedIn: z.nullable(z.boolean()),
  /** Whether the candidate was marked as attended with success. */
  isAttested: z.nullable(z.boolean()),
  /** Whether the candidate came, as ticked on a screen; null before. */
  presence: z._default(z.nullable(Presence), null),
  /** Why the candidate can get no attestation; null also while nobody of the exam was ticked. */
  notPresent: z._default(z.nullable(z.enum(notPresentReasons)), null),
  /** The candidate's values in kept columns of lists; absent without any. */
  listValues: z.optional(ListValues),
});
export type ListedUser = z.infer<typeof ListedUser>;

export const listSystemUsers = endpoint('GET /api/user/getusersystem/:systemId', {
  summary: 'Lists everyone who has a role in the system.',
  access: { level: 'support' },
  reply: json(z.array(ListedUser)),
});

/** An exam of a person; texts in the reader's language where the exam has them in it, '' where it has none. */
export const PersonExam = z.object({
  examId: z.int(),
  systemId: z.int(),
  title: z.string(),
  date: Day,
  isCancelled: z.boolean(),
  /** Whether the person has extra time there; how much is told by the right to extra time alone. */
  hasExtraTime: z.boolean(),
  isAttested: z.optional(z.boolean()),
  listValues: z.optional(z.nullable(ListValues)),
  /** `hh:mm`, in the university's zone. */
  startTime: z._default(z.string(), ''),
  endTime: z._default(z.string(), ''),
  /** The last day where the exam lasts longer than one. */
  endDate: z._default(z.string(), ''),
  place: z._default(z.string(), ''),
  instructions: z._default(z.string(), ''),
});
export type PersonExam = z.output<typeof PersonExam>;
