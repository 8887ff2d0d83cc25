import * as z from 'zod/mini';
import { endpoint, instant, json, outcome, superAdmins } from '../core/endpoint.ts';
import { mailFields, oneLine, senderDomains } from './systemFields.ts';
import { shownMailFields } from './systems.ts';

export const longestUniversityName = 120;
const name = oneLine.check(z.minLength(1, 'required'), z.maxLength(longestUniversityName, 'maxLength'));

/** The name that titles, the banner, the footer, mails and printed sheets show. */
export const UniversityName = z.object({ fr: name, en: name });
export type UniversityName = z.output<typeof UniversityName>;

const Stored = z.object({
  fr: z.string(),
  en: z.string(),
  /** These mail fields count wherever a system has none, and in mails of no system. */
  ...shownMailFields,
  /** The domains within which administrators of a system may choose its sender's address. */
  senderDomains: z.string(),
  /** Rises with each change; at 0 the names are those of the settings, and nothing is stored. */
  version: z.int(),
});

export const getUniversity = endpoint('GET /api/university', {
  summary:
    'Returns the name of the university in both languages, the sender and office of its mails, and the domains of senders.',
  access: superAdmins,
  reply: json(Stored),
});

/** The reply to a save of an outdated version: the name as somebody else saved it. Nothing was written. */
export const UniversityEditConflict = z.object({
  outcome: z.literal('changedMeanwhile'),
  current: z.extend(Stored, { savedAt: instant, savedBy: z.nullable(z.string()) }),
});
export type UniversityEditConflict = z.output<typeof UniversityEditConflict>;

/** `version`: the version of the name that was edited; a newer name is not overwritten. */
export const saveUniversity = endpoint('POST /api/university', {
  summary:
    'Stores the name of the university in both languages, and the sender and office of its mails where the form states them, in place of those of the settings.',
  access: superAdmins,
  body: json(z.extend(UniversityName, { ...mailFields, senderDomains, version: z.int() })),
  reply: outcome(z.union([UniversityEditConflict, Stored]), (reply) => ({
    status: 'outcome' in reply ? 409 : 200,
  })),
});
