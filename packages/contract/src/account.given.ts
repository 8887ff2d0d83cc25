import * as z from 'zod/mini';
import { Email } from './account.ts';
import { endpoint, json } from './core/endpoint.ts';
import { formLanguageId } from './core/language.ts';
import { flag, id } from './core/wire.ts';
import { confirmationMatches, newPasswordFields } from './passwordRule.ts';
import { PersonName, RoleNames } from './users.changes.ts';
import { statedTexts } from './users.personTexts.ts';

/**
 * What the title and the body of these mails may hold, as `{{name}}`. `setPasswordUrl` is a link that sets a password, good
 * while the account must choose one; `newPassword` is the password of the form, and stands only in a mail with
 * `sendPassword`; `confirmUrl` is for a new account. A body without its way in gets it at its end.
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

/** Where title or body is empty, the server's own text goes out. A body may be HTML, or lines as they were typed. */
const mailFields = {
  sendEmail: z._default(flag, false),
  languageId: z._default(formLanguageId, 'fr'),
  emailbody: z.optional(z.nullable(z.string().check(z.maxLength(100_000, 'maxLength')))),
  emailtitle: z.optional(z.nullable(z.string().check(z.maxLength(300, 'maxLength')))),
};

/** `sendPassword`: whether the mail says the password itself. `sendEmail` alone means so, as the specification has it. */
const passwordForm = z.object({
  userId: id,
  ...mailFields,
  sendPassword: z._default(flag, true),
  ...newPasswordFields,
});

/** A password that was mailed has to be replaced before anything else is done with the account. The person has to choose another password at the next sign-in, and every open session of hers is over. */
export const updatePassword = endpoint({
  method: 'POST',
  path: '/api/user/updatePassword',
  summary: 'Gives somebody else a new password, and mails it to that person with sendEmail.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  bodyBytes: 512 * 1024,
  body: json(passwordForm.check(confirmationMatches())),
  reply: json(z.literal(true)),
});

const userForm = z.object({
  userName: Email,
  firstName: PersonName,
  lastName: PersonName,
  /** Names of roles that the caller may give (`listRoles`), one at least. */
  roleList: RoleNames.check(z.minLength(1, 'required')),
  ...statedTexts,
  newsLetter: z.optional(z.boolean()),
  /** The cohort in which the person gets a place, and the student role of its system with it. */
  cohortId: z.optional(z.nullable(id)),
  ...mailFields,
  /** Whether the mail says the password itself; without it its way in is a link that sets one. */
  sendPassword: z._default(flag, false),
  ...newPasswordFields,
});

/** A taken address answers 400 with the detail `User {email} already exist` (S8.5). */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/user/newUser',
  summary:
    'Makes an account with a password for the first sign-in, with cohortId inside that cohort; with sendEmail the person is mailed a link to choose one, and with sendPassword that password.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  bodyBytes: 512 * 1024,
  body: json(userForm.check(confirmationMatches())),
  reply: json(z.literal(true)),
});

export const checkEmailAvailable = endpoint({
  method: 'GET',
  path: '/api/user/CheckIfEmailAvailable',
  summary: 'Whether no account bears this e-mail address; case and blanks around it do not matter.',
  access: { level: 'support', of: 'anySystem' },
  query: z.object({ email: Email }),
  reply: json(z.boolean()),
});

/** The link of the mail leads to the page `/confirm-email?u=…&t=…&lang=…`, which asks this; it may be asked again. */
export const confirmEmail = endpoint({
  method: 'GET',
  path: '/api/account/confirmemail',
  summary: 'Confirms the e-mail address of a new account; false when the link is not good (any more).',
  access: 'public',
  query: z.object({ u: z.string().check(z.maxLength(254)), t: z.string().check(z.maxLength(500)) }),
  reply: json(z.boolean()),
});
