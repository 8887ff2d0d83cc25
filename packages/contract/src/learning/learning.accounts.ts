import * as z from 'zod/mini';
import { endpoint, id, json, superAdmins } from '../core/endpoint.ts';
import { platformId as registeredId } from './learning.platforms.ts';
import { Remark } from './learning.remarks.ts';

/** The id of a platform; null for the platform of the settings. */
const platformId = z.nullable(registeredId);
const after = z._default(z.int(), 0);
export const joinedBy = ['studentNumber', 'address'] as const;
const by = z.enum(joinedBy);
export const mostJoined = 100;
/** The number of people whom one page of matches looks at. */
export const matchedPeople = 100;

/** Why an account is not offered, and never joined. */
export const joinObstacles = ['several', 'staff', 'suspended', 'taken', 'withoutNumber'] as const;

const person = {
  userId: z.int(),
  fullName: z.string(),
  email: z.string(),
  studentNumber: z.nullable(z.string()),
};

export const AccountMatch = z.object({
  ...person,
  account: z.object({
    externalId: z.string(),
    name: z.string(),
    email: z.string(),
    /** The account's own number on the platform; null for none. */
    number: z.nullable(z.string()),
  }),
  /** Whether both names are the same, apart from case and accents. */
  agrees: z.boolean(),
  obstacle: z.nullable(z.enum(joinObstacles)),
});
export type AccountMatch = z.output<typeof AccountMatch>;

export const listAccountMatches = endpoint('POST /api/learning/accounts/matches', {
  summary:
    "Lists candidates of coming exams without an account of the portal's on a platform, each beside the account there with the same student number or address.",
  access: superAdmins,
  body: json(z.object({ platformId, by, after })),
  reply: json(
    z.object({
      matches: z.array(AccountMatch),
      /** The `after` of the next page; null at the end. */
      next: z.nullable(z.int()),
      /** Why the platform did not answer; null when it did. */
      problem: z.nullable(Remark),
    }),
  ),
});

export const joinAccounts = endpoint('POST /api/learning/accounts/join', {
  summary:
    'Joins candidates to the accounts that match on a platform, looked at once more; never to those of staff and administrators there.',
  access: superAdmins,
  body: json(
    z.object({
      platformId,
      by,
      pairs: z
        .array(z.object({ userId: id, externalId: z.string().check(z.maxLength(40)) }))
        .check(z.minLength(1, 'required'), z.maxLength(mostJoined)),
    }),
  ),
  reply: json(
    z.object({
      joined: z.int(),
      /** People who were not joined, each with what bars the account, or null where the account no longer matches. */
      refused: z.array(z.object({ userId: z.int(), obstacle: z.nullable(z.enum(joinObstacles)) })),
      problem: z.nullable(Remark),
    }),
  ),
});

export const PlatformAccount = z.object({
  ...person,
  /** The key that the account bears on the platform, or will bear. */
  key: z.string(),
  /** The platform's own id of the account; null until the account exists. */
  externalId: z.nullable(z.string()),
  isJoined: z.boolean(),
});
export type PlatformAccount = z.output<typeof PlatformAccount>;

export const listPlatformAccounts = endpoint('POST /api/learning/accounts/list', {
  summary: 'Lists the accounts of people on a platform, with their keys, by the id of the person.',
  access: superAdmins,
  body: json(z.object({ platformId, after })),
  reply: json(z.object({ accounts: z.array(PlatformAccount), next: z.nullable(z.int()) })),
});

export const releaseAccount = endpoint('POST /api/learning/accounts/release', {
  summary: 'Takes back that a person was joined to an account of a platform; false when they were not.',
  access: superAdmins,
  body: json(z.object({ platformId, userId: id })),
  reply: json(z.boolean()),
});
