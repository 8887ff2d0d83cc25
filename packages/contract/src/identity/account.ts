import * as z from 'zod/mini';
import { isEmailAddress } from '../core/emailAddress.ts';
import { Day, endpoint, instant, json } from '../core/endpoint.ts';
import { formLanguageId } from '../core/language.ts';
import { confirmationMatches, newPasswordFields } from './passwordRule.ts';

export const Email = z.string().check(
  z.trim(),
  z.minLength(1, { error: 'required', abort: true }),
  z.maxLength(254, 'email'),
  z.refine((text) => isEmailAddress(text) || z.email().safeParse(text).success, 'email'),
);

const resetForm = z.object({ ...newPasswordFields, userName: z.string(), token: z.string() });

export const resetPassword = endpoint('POST /api/account/resetpassword', {
  summary: 'Sets the password of the owner of a reset token; false when the token is invalid or expired.',
  access: 'public',
  body: json(resetForm.check(confirmationMatches())),
  reply: json(z.boolean()),
});

/** The check does not consume the token. */
export const verifyToken = endpoint('POST /api/account/verifytoken', {
  summary: 'Checks whether a reset token is valid, and belongs to `userName` when given.',
  access: 'public',
  body: json(z.object({ token: z.string(), userName: z.optional(z.nullable(z.string())) })),
  reply: json(z.boolean()),
});

/**
 * The state of a link. `used`: the person has chosen a password since. `over`: the link has expired, was replaced by a
 * newer link, or is unknown. A good link works until that moment, or through that day.
 */
export const LinkTerm = z.object({
  state: z.enum(['good', 'used', 'over']),
  until: z.optional(instant),
  lastDay: z.optional(Day),
  /** When the newer link that replaced this one was sent, and works still. */
  newerAt: z.optional(instant),
});
export type LinkTerm = z.output<typeof LinkTerm>;

/** The state of a link, where `verifytoken` only says yes or no. */
export const findLinkState = endpoint('POST /api/account/linkstate', {
  summary: 'Returns why a password link is no longer valid, without consuming it.',
  access: 'public',
  body: json(z.object({ token: z.string(), userName: z.string() })),
  reply: json(LinkTerm),
});

/** 0: the mail is queued; 1002: nobody has this e-mail address (S8.16). */
const linkOutcomeCodec = z.codec(z.literal([0, 1002]), z.enum(['queued', 'unknownEmail']), {
  decode: (wire) => (wire === 0 ? 'queued' : 'unknownEmail'),
  encode: (outcome) => (outcome === 'queued' ? 0 : 1002),
});
export type LinkOutcome = z.infer<typeof linkOutcomeCodec>;

export const forgotPassword = endpoint('POST /api/account/forgotpassword', {
  summary: 'Mails a reset link. Returns 0, or 1002 for an unknown address unless CONCEAL_ACCOUNTS is set.',
  access: 'public',
  body: json(
    z.object({ email: Email, systemId: z.optional(z.nullable(z.int())), languageId: formLanguageId }),
  ),
  reply: json(linkOutcomeCodec),
});

const currentPassword = z.string().check(z.minLength(1, 'required'));
const changeForm = z.object({ currentPassword, ...newPasswordFields });

export const changePassword = endpoint('POST /api/account/changepassword', {
  summary: "Changes the caller's password; false when the current one is wrong.",
  access: 'signedIn',
  notWhileImpersonating: true,
  body: json(changeForm.check(confirmationMatches())),
  reply: json(z.boolean()),
});

export const chooseFirstPassword = endpoint('POST /api/account/changePasswordWithoutExisting', {
  summary: "Sets the caller's first password, while the account must choose one.",
  access: 'signedIn',
  whilePasswordIsDue: true,
  whileFactorIsDue: true,
  notWhileImpersonating: true,
  body: json(z.object(newPasswordFields).check(confirmationMatches())),
  reply: json(z.boolean()),
});
