import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { formLanguageId } from './core/language.ts';
import { confirmationMatches, newPasswordFields } from './passwordRule.ts';

export const Email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(254, 'email'),
    z.email('email'),
  );

const resetForm = z.object({ ...newPasswordFields, userName: z.string(), token: z.string() });

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/account/resetpassword',
  summary:
    'Sets the password of whoever holds a good reset token; false when the token is not good any more.',
  access: 'public',
  body: json(resetForm.check(confirmationMatches())),
  reply: json(z.boolean()),
});

/** Does not use the token up. */
export const verifyToken = endpoint({
  method: 'POST',
  path: '/api/account/verifytoken',
  summary: 'Whether a reset token is still good, and meant for `userName` where one stands beside it.',
  access: 'public',
  body: json(z.object({ token: z.string(), userName: z.optional(z.nullable(z.string())) })),
  reply: json(z.boolean()),
});

/**
 * Beside `verifytoken`, which says no more than yes or no: `used` where the person has chosen a password since, `over`
 * where the time of the link has passed, a newer one has taken its place, or it is none.
 */
export const findLinkState = endpoint({
  method: 'POST',
  path: '/api/account/linkstate',
  summary: 'Why a link that sets a password is not good any more; it stays what it is.',
  access: 'public',
  body: json(z.object({ token: z.string(), userName: z.string() })),
  reply: json(z.object({ state: z.enum(['good', 'used', 'over']) })),
});

/** 0: the mail is queued; 1002: nobody has this e-mail address (S8.16). */
const linkOutcomeCodec = z.codec(z.literal([0, 1002]), z.enum(['queued', 'unknownEmail']), {
  decode: (wire) => (wire === 0 ? 'queued' : 'unknownEmail'),
  encode: (outcome) => (outcome === 'queued' ? 0 : 1002),
});
export type LinkOutcome = z.infer<typeof linkOutcomeCodec>;

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/account/forgotpassword',
  summary:
    'Mails a reset link: 0, or 1002 for an unknown address unless the setting CONCEAL_ACCOUNTS hides it.',
  access: 'public',
  body: json(
    z.object({ email: Email, systemId: z.optional(z.nullable(z.int())), languageId: formLanguageId }),
  ),
  reply: json(linkOutcomeCodec),
});

const currentPassword = z.string().check(z.minLength(1, 'required'));
const changeForm = z.object({ currentPassword, ...newPasswordFields });

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/changepassword',
  summary: 'Changes the password of the person signed in; false when the current one is wrong.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: json(changeForm.check(confirmationMatches())),
  reply: json(z.boolean()),
});

export const chooseFirstPassword = endpoint({
  method: 'POST',
  path: '/api/account/changePasswordWithoutExisting',
  summary: 'Chooses the first password, while the account is marked as having to choose one.',
  access: 'signedIn',
  whilePasswordIsDue: true,
  whileFactorIsDue: true,
  notWhileImpersonating: true,
  body: json(z.object(newPasswordFields).check(confirmationMatches())),
  reply: json(z.boolean()),
});
