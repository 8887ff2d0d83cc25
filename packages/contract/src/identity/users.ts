import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
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
  /** Whether the candidate has ever signed in. */
  hasSignedIn: z.nullable(z.boolean()),
  /** Whether the candidate was marked as attended with success. */
  isAttested: z.nullable(z.boolean()),
  /** The candidate's values in kept columns of lists; absent without any. */
  listValues: z.optional(ListValues),
});
export type ListedUser = z.infer<typeof ListedUser>;

export const listSystemUsers = endpoint('GET /api/user/getusersystem/:systemId', {
  summary: 'Lists everyone who has a role in the system.',
  access: { level: 'support' },
  reply: json(z.array(ListedUser)),
});
