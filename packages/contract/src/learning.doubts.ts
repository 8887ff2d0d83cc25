import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { id } from './core/wire.ts';
import { superAdmins } from './learning.platforms.ts';

/** An account that bears somebody's former key on a platform, and may be another person's: nobody uses it. */
export const Doubt = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  /** Null: that of the settings in the environment. */
  platformId: z.nullable(z.int()),
  key: z.string(),
  /** What bears the key on the platform now; null while that cannot be asked. */
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
});
export type Doubt = z.infer<typeof Doubt>;

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
  params: z.object({ doubtId: id }),
  body: json(z.object({ isTheirs: z.boolean() })),
  reply: json(z.literal(true)),
});
