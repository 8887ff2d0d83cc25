import * as z from 'zod/mini';
import { endpoint, json, superAdmins } from '../core/endpoint.ts';

/** Why an account, as it is now, may not be the person's. With any of the first four reasons it cannot be theirs. */
export const doubtReasons = ['several', 'gone', 'staff', 'taken', 'login', 'signIn', 'person'] as const;
const barring: readonly string[] = ['several', 'gone', 'staff', 'taken'];

/** An account on a platform that bears a person's former key, and may be somebody else's: nobody uses it. */
export const Doubt = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  /** Null: the platform of the settings in the environment. */
  platformId: z.nullable(z.int()),
  key: z.string(),
  /** The accounts that bear the key on the platform now; null while the platform cannot be asked. */
  accounts: z.nullable(
    z.array(
      z.object({
        externalId: z.string(),
        login: z.nullable(z.string()),
        authentication: z.nullable(z.string()),
        name: z.string(),
        email: z.string(),
      }),
    ),
  ),
  reasons: z.array(z.enum(doubtReasons)),
});
export type Doubt = z.infer<typeof Doubt>;

/** The account that may be declared the person's; null if there is none. */
export function ownableAccount({ accounts, reasons }: Pick<Doubt, 'accounts' | 'reasons'>) {
  return reasons.some((reason) => barring.includes(reason)) ? null : (accounts?.[0] ?? null);
}

export const countDoubts = endpoint('GET /api/learning/doubts/count', {
  summary: 'Counts the accounts under former keys that may be somebody else’s; asks no platform.',
  access: superAdmins,
  reply: json(z.int()),
});

export const listDoubts = endpoint('GET /api/learning/doubts', {
  summary:
    'Lists at most 100 accounts under former keys that may be somebody else’s, with what they are on the platform.',
  access: superAdmins,
  reply: json(z.array(Doubt)),
});

export const decideDoubt = endpoint('POST /api/learning/doubts/:doubtId', {
  summary:
    'Decides whose such an account is: the person’s, or somebody else’s, so that the person gets another one.',
  access: superAdmins,
  /** The account that was seen to be the person’s; null: the account is somebody else’s. */
  body: json(z.object({ externalId: z.nullable(z.string().check(z.maxLength(200))) })),
  reply: json(z.literal(true)),
});
