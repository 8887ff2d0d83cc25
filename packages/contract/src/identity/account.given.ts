import * as z from 'zod/mini';
import { endpoint, flag, id, json } from '../core/endpoint.ts';
import { formLanguageId } from '../core/language.ts';
import { formTexts } from '../core/personTexts.ts';
import { Email } from './account.ts';
import { Proof } from './factors.ts';
import { confirmationMatches, NewPassword, newPasswordFields } from './passwordRule.ts';
import { PersonName, RoleNames } from './users.changes.ts';

/** The days for which the link to a first password works, unless its mail is about an exam: then at least. */
export const linkDays = 30;

/**
 * The placeholders of title and body, as `{{name}}`. `setPasswordUrl`: a link that sets a password, once, for `linkDays`. `newPassword`: the password of the form, only for a changed password with `sendPassword`.
 * `confirmUrl`: for a new account. Where the body lacks the link or password that is due, the portal appends it.
 */
export const givenPlaceholders = [
  'firstName',
  'lastName',
  'email',
  'loginUrl',
  'setPasswordUrl',
  'newPassword',
  'confirmUrl',
] as const;
export type GivenPlaceholder = (typeof givenPlaceholders)[number];

/** The server's default text replaces an empty title or body. The body may be HTML or plain lines. */
const mailFields = {
  sendEmail: z._default(flag, false),
  languageId: z._default(formLanguageId, 'fr'),
  emailbody: z.optional(z.nullable(z.string().check(z.maxLength(100_000, 'maxLength')))),
  emailtitle: z.optional(z.nullable(z.string().check(z.maxLength(300, 'maxLength')))),
};

/** `sendPassword`: whether the mail contains the password. `sendEmail` alone implies it, as in the requirements. */
const passwordForm = z.object({
  userId: id,
  ...mailFields,
  sendPassword: z._default(flag, true),
  ...newPasswordFields,
  /** The proof of the caller, needed when the person is a super admin. */
  proof: z.optional(Proof),
});

/** The person must choose another password at the next sign-in; all their open sessions end. */
export const updatePassword = endpoint('POST /api/user/updatePassword', {
  summary: 'Sets a new password for another person, and mails it when `sendEmail` is set.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  bodyBytes: 512 * 1024,
  body: json(passwordForm.check(confirmationMatches())),
  reply: json(z.literal(true)),
});

export const checkPassword = endpoint('POST /api/user/checkPassword', {
  summary:
    'Checks whether a password would be taken for a person of that name: it keeps the rule and is not weak.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  body: json(
    z.object({
      newPassword: NewPassword,
      userName: z.string().check(z.maxLength(320)),
      name: z.string().check(z.maxLength(320)),
    }),
  ),
  reply: json(z.boolean()),
});

const userForm = z.object({
  userName: Email,
  firstName: PersonName,
  lastName: PersonName,
  /** At least one role name that the caller may grant (see `listRoles`). */
  roleList: RoleNames.check(z.minLength(1, 'required')),
  ...formTexts,
  newsLetter: z.optional(z.boolean()),
  /** The exam in which to place the person, who then also gets the student role of its system. */
  examId: z.optional(z.nullable(id)),
  ...mailFields,
  /** Null, in both fields: the person chooses a password with the link of the mail, which has to be sent for that. */
  newPassword: z.nullable(NewPassword),
  confirmNewPassword: z.nullable(z.string()),
  /** The proof of the caller, needed when the roles include super admin. */
  proof: z.optional(Proof),
});

/** A taken address returns 400 with the detail `User {email} already exist` (S8.5). */
export const createUser = endpoint('POST /api/user/newUser', {
  summary:
    'Creates an account, with a password for the first sign-in or with a link to choose one, in an exam when `examId` is given. `sendEmail` mails a link that sets another one, never the password.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  bodyBytes: 512 * 1024,
  body: json(userForm.check(confirmationMatches(({ sendEmail }) => sendEmail))),
  reply: json(z.literal(true)),
});

export const checkEmailAvailable = endpoint('GET /api/user/CheckIfEmailAvailable', {
  summary: 'Checks whether an e-mail address is free, ignoring case and surrounding blanks.',
  access: { level: 'support', of: 'anySystem' },
  query: z.object({ email: Email }),
  reply: json(z.boolean()),
});
