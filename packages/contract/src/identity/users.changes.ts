import * as z from 'zod/mini';
import { anyAdmin, Day, endpoint, form, id, instant, json } from '../core/endpoint.ts';
import { formLanguageId, Language } from '../core/language.ts';
import { formTexts, personTextNames, replyTexts, textsAs } from '../core/personTexts.ts';
import { Email } from './account.ts';
import { Proof } from './factors.ts';
import { PersonExam } from './users.ts';

/** At least one visible character: blanks and zero-width characters alone are no name. */
const visible = /[^\p{C}\p{Z}\p{M}]/u;
const line = z.string().check(z.trim(), z.maxLength(100, 'maxLength'), z.regex(/^\P{Cc}*$/u, 'invalid'));

/** A name: not blank, one line. */
export const PersonName = line.check(z.regex(visible, 'required'));
/** The names of a person who may have a single one; a form with them needs `hasName`. */
export const personNames = { firstName: line, lastName: line };

/** Refuses a person without any name. */
export function hasName<T extends { firstName: string; lastName: string }>() {
  return z.check<T>((context) => {
    const { firstName, lastName } = context.value;
    if (visible.test(firstName) || visible.test(lastName)) return;
    for (const path of ['firstName', 'lastName'])
      context.issues.push({ code: 'custom', message: 'required', path: [path], input: context.value });
  });
}
/** Role names as in `listRoles`. */
export const RoleNames = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(200, 'maxLength'));

const RightSystems = z.array(id).check(z.maxLength(200, 'maxLength'));

/** The most people in one change: more than every page size except "All". */
export const batchMaxUsers = 1000;

const idList = z.codec(
  z.union([z.string(), z.array(z.string())]),
  z.array(z.int()).check(z.minLength(1, 'required'), z.maxLength(batchMaxUsers, 'maxLength')),
  {
    decode: (wire) =>
      [wire]
        .flat()
        .flatMap((text) => text.split(','))
        .map(idOf),
    encode: (ids) => ids.join(','),
  },
);

function idOf(text: string): number {
  return /^\s*[1-9]\d{0,14}\s*$/.test(text) ? Number(text) : Number.NaN;
}

export const userActions = ['activate', 'deactivate'] as const;

/** The numbers of S9: 1 activates, 2 deactivates. */
const actionCode = z.codec(z.literal(['1', '2', 1, 2]), z.enum(userActions), {
  decode: (wire) => (Number(wire) === 2 ? 'deactivate' : 'activate'),
  encode: (action) => (action === 'deactivate' ? '2' : '1'),
});

/** `Ids` is repeated, or a comma-separated text. Nobody may deactivate their own account or the last super admin. */
export const updateUsers = endpoint('POST /api/user/batchupdate', {
  summary: 'Activates (Action 1) or deactivates (Action 2) all the people given, or none of them.',
  access: anyAdmin,
  notWhileImpersonating: true,
  // A browser sends some 110 bytes of multipart for each id.
  bodyBytes: 128 * 1024,
  body: form(z.object({ Ids: idList, Action: actionCode })),
  reply: json(z.literal(true)),
});

const GroupRole = z.object({ role: z.string(), groups: z.array(z.string()), provider: z.string() });

/** A person as the info dialog shows them; roles, exams and platform keys only of the systems that the caller sees. */
export const UserInfo = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** A new address whose mailed link nobody has opened yet. */
  newEmail: z.nullable(z.string()),
  isActive: z.boolean(),
  /**
   * Whether the reader's systems enrolled the person, whose account others had, and have not examined them: a guest has
   * the texts and the language that their own list or form stated; the rest is left out.
   */
  isGuest: z._default(z.boolean(), false),
  /** Null where no language of a guest was stated. */
  language: z.nullable(Language),
  ...replyTexts,
  newsLetter: z.boolean(),
  subscriptionDate: Day,
  /** Null if the person never signed in, and for a super admin unless the reader is one. */
  lastVisitDate: z.nullable(instant),
  /** Whether the confirmation link of a new account was opened. */
  emailConfirmed: z.boolean(),
  /** Whether only a mailed link opens the account: one for a password, or the one sent at a sign-in; until then no staff role counts. */
  linkDue: z._default(z.boolean(), false),
  /** Whether the person must choose another password at the next sign-in. */
  mustChoosePassword: z.boolean(),
  /** Whether a second factor is set up; null for a super admin, unless the reader is one. */
  hasSecondFactor: z.nullable(z.boolean()),
  lock: z.nullable(z.object({ by: z.string(), since: instant })),
  mayLock: z.boolean(),
  /** The person's key on each system's learning platform. */
  externalList: z.array(z.object({ userId: z.int(), systemId: z.int(), key: z.string() })),
  listRole: z.array(z.string()),
  /** The systems in which the person has the right to extra time; a super admin has it everywhere. */
  extraTimeRights: z.array(z.int()),
  /** A text for each exam, the latest exam first: `Winter session (2027-02-01)`, `… (2027-02-01, cancelled)`. */
  listExamBS: z.array(z.string()),
  /** The exams of `listExamBS` with separate fields, in the same order. */
  exams: z.array(PersonExam),
  /** The latest mail to the person from these systems, where it did not arrive; `reason` in the reader's language. */
  undelivered: z.nullable(
    z.object({
      mailId: z.int(),
      state: z.enum(['delayed', 'bounced', 'failed']),
      recipient: z.string(),
      subject: z.string(),
      language: Language,
      at: instant,
      reason: z.nullable(z.string()),
      /** As in the outbox: no other address helps. */
      isSenderFault: z.boolean(),
    }),
  ),
  mayManage: z.boolean(), // as in the search
  /** The names of the person's other systems, for an administrator of one of theirs, as in `listOtherSystems`; none of a guest. */
  elsewhere: z._default(z.array(z.string()), []),
  /** The system from which the caller may delete the account (`deleteUser`), with all its systems theirs; null where they may not. */
  deletableFrom: z._default(z.nullable(z.int()), null),
  /** Whether the caller may correct language and student number, also where they may not manage the person. */
  mayCorrect: z._default(z.boolean(), false),
  /** Whether the caller may change the person's roles, as far as the caller may grant them. */
  maySetRoles: z.boolean(),
  mayBeStaff: z._default(z.boolean(), true), // not a guest of the systems that the caller administers
  /** Whether the caller administers every system in which the person has a role: the last role then has to stay. */
  mustKeepRole: z._default(z.boolean(), false),
  /** The systems that the caller administers and whose only active administrator is this person. */
  soleAdminOf: z.array(z.int()),
  /** The roles of `listRole` that came by groups of a provider, with the groups of the present table for each. */
  byGroups: z._default(z.array(GroupRole), []),
});
export type UserInfo = z.output<typeof UserInfo>;

const named = form(z.object({ id }));

export const getUserInfo = endpoint('POST /api/user/getuserinfo', {
  summary: 'Returns everything about a person that the caller may see.',
  access: { level: 'support', of: 'anySystem' },
  body: named,
  reply: json(UserInfo),
});

export const listOtherSystems = endpoint('POST /api/user/getlistentity/:systemId', {
  summary:
    'Lists the other systems in which a person of this system has a role; while there are any, the person cannot be deleted.',
  access: { level: 'admin' },
  body: named,
  reply: json(z.array(z.object({ id: z.int(), name: z.string() }))),
});

export const deleteUser = endpoint('POST /api/user/delete/:systemId', {
  summary: 'Deletes a person of this system alone: account, enrolments, unsent mails. The audit log stays.',
  access: { level: 'admin' },
  notWhileImpersonating: true,
  body: named,
  reply: json(z.literal(true)),
});

/** The fields of a person that a correction changes. */
export const PersonFields = z.object({
  firstName: z.string(),
  lastName: z.string(),
  language: z.nullable(Language), // as in `UserInfo`
  email: z.string(),
  ...textsAs(personTextNames, () => z.nullable(z.string())),
  newsLetter: z.boolean(),
});
export type PersonFields = z.output<typeof PersonFields>;

export const Correction = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('corrected'),
    /** The address that counts from now on, and the address before it; null where the address is as before. */
    address: z.nullable(z.object({ from: z.string(), to: z.string() })),
    /** The new address of a person who has signed in before; it counts once they open the link mailed to it. */
    linkSentTo: z.nullable(z.string()),
    /** Mails that failed at the old address or left for it, still matter, and can be sent again. */
    mailIds: z.array(z.int()),
    /** Whether the learning platforms get the new name or address, for exams that are coming or not long past. */
    isOnPlatform: z.boolean(),
  }),
  /** Somebody else has changed the person since `seen`; nothing was changed. */
  z.object({ outcome: z.literal('conflict'), now: PersonFields }),
  /** Another account has the address; nothing was changed. `holder`: its owner, if the caller may see that person. */
  z.object({
    outcome: z.literal('emailTaken'),
    holder: z.nullable(z.object({ id: z.int(), fullName: z.string(), email: z.string() })),
  }),
]);
export type Correction = z.output<typeof Correction>;

/** The key of the person on learning platforms stays. `seen`: the values with which the form began. */
export const correctUser = endpoint('POST /api/user/correct', {
  summary: 'Corrects a person: names, newsletter, and the language, address and text fields that are given.',
  access: anyAdmin,
  notWhileImpersonating: true,
  body: json(
    z
      .object({
        id,
        ...personNames,
        languageId: z.optional(formLanguageId),
        email: z.optional(Email),
        ...formTexts,
        newsLetter: z.boolean(),
        seen: z.optional(PersonFields),
        /** The request for a correction from which the form was opened: the only request that is then answered. */
        requestId: z.optional(id),
      })
      .check(hasName()),
  ),
  reply: json(Correction),
});

/**
 * Roles that the caller may not grant are unchanged. Nobody may change their own roles. `seen`: the roles with which
 * the form began, among the roles that the caller may grant. `extraTimeRights`: the systems in which the person is to
 * have the right to extra time, which needs a role of administrator or support there; without `extraTimeRights` the
 * right stays as far as the roles allow. `proof`: the caller's proof, where a super admin is made.
 */
export const setRoles = endpoint('POST /api/user/roles', {
  summary: 'Sets which of the roles that the caller may grant a person has.',
  access: anyAdmin,
  notWhileImpersonating: true,
  bodyBytes: 128 * 1024,
  body: json(
    z.object({
      id,
      roleList: RoleNames,
      seen: z.optional(RoleNames),
      extraTimeRights: z.optional(RightSystems),
      seenExtraTimeRights: z.optional(RightSystems),
      proof: z.optional(Proof),
    }),
  ),
  reply: json(z.literal(true)),
});
