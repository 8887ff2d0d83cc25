import * as z from 'zod/mini';
import { endpoint, instant, json, outcome, superAdmins, wholeNumber } from '../core/endpoint.ts';
import { optionalNumber, requiredNumber } from '../systems/systemFields.ts';
import { Remark } from './learning.remarks.ts';

interface KindFields {
  /** The names of secrets that the platform gave the portal; the values are stored encrypted, never shown. */
  readonly credentials: readonly string[];
  /** The names of further secrets, which may be absent; stored and kept like `credentials`. */
  readonly optional: readonly string[];
  /** The credential that connecting by OAuth 2 gives, so that nobody has to type it; null where no credential comes so. */
  readonly connected: string | null;
  /** The usual id of the student role, if all sites have the same; else null. */
  readonly studentRole: number | null;
}

export const platformKinds = {
  moodle: { credentials: ['token'], optional: [], connected: null, studentRole: 5 },
  brightspace: {
    credentials: ['clientId', 'clientSecret', 'refreshToken'],
    optional: ['wayIn'],
    connected: 'refreshToken',
    studentRole: null,
  },
} as const satisfies Record<string, KindFields>;

export type PlatformKind = keyof typeof platformKinds;
/** The names of the secret values, which no reply contains. */
export type CredentialName = (typeof platformKinds)[PlatformKind]['credentials' | 'optional'][number];

const kind = z.enum(Object.keys(platformKinds) as [PlatformKind, ...PlatformKind[]]);
const seconds = (least: number, most: number, messageKey: string) =>
  requiredNumber.check(z.refine((value) => value >= least && value <= most, messageKey));

export const platformId = wholeNumber(1, 9);

export const siteFields = {
  address: z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(500, 'maxLength')),
  credentials: z.record(
    z.string().check(z.maxLength(40)),
    z.string().check(z.trim(), z.maxLength(4000, 'maxLength')),
  ),
};

/** The settings needed to call a platform. An empty credential stands for the stored one of the same address. */
const access = {
  kind,
  ...siteFields,
  /** The consent (learning.consents.ts) from which the credentials come, where the caller has connected. */
  consentId: z.optional(z.nullable(z.uuid())),
  /** The defaults for systems that have no semester or template of their own. */
  semesterId: optionalNumber,
  templateId: optionalNumber,
  studentRole: requiredNumber,
  /** The longest duration of a call, and of a call that copies a template. */
  callSeconds: seconds(5, 60, 'callSeconds'),
  copySeconds: seconds(1, 3600, 'copySeconds'),
};

export const PlatformForm = z.object({
  name: z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'maxLength')),
  ...access,
});
export type PlatformForm = z.output<typeof PlatformForm>;

/** `platformId`: the platform that is being changed, whose stored credentials fill in those that the form lacks. */
export const PlatformTrial = z.object({ platformId: z.optional(z.nullable(platformId)), ...access });
export type PlatformTrial = z.output<typeof PlatformTrial>;

const UsingSystem = z.object({ systemId: z.int(), slug: z.string(), name: z.string() });

export const Platform = z.object({
  id: z.int(),
  name: z.string(),
  kind,
  address: z.string(),
  semesterId: z.nullable(z.int()),
  templateId: z.nullable(z.int()),
  studentRole: z.int(),
  callSeconds: z.int(),
  copySeconds: z.int(),
  /** Rises with each change. */
  version: z.int(),
  systems: z.array(UsingSystem),
});
export type Platform = z.infer<typeof Platform>;

const ofPlatform = z.object({ platformId });

export const PlatformList = z.object({
  /** The platform of the settings in the environment, with the systems that use no registered platform. */
  environment: z.object({ kind: z.string(), systems: z.array(UsingSystem) }),
  platforms: z.array(Platform),
  /** The address to which a platform's sign-in service returns; the portal's registration there needs it. */
  redirectUri: z.string(),
});
export type PlatformList = z.infer<typeof PlatformList>;

export const listPlatforms = endpoint('GET /api/learning/platforms', {
  summary: 'Lists the learning platforms, with the systems that use each; never their credentials.',
  access: superAdmins,
  reply: json(PlatformList),
});

export const PlatformTrouble = z.object({
  /** Null: the platform of the settings in the environment, which has no name. */
  platformId: z.nullable(z.int()),
  name: z.nullable(z.string()),
  since: instant,
  remark: Remark,
  /** Courses, enrolments and extra time of the caller's systems that wait for the platform. */
  waiting: z.int(),
  /** Courses and enrolments refused because the portal lacks rights there; null while the platform takes nothing. */
  refused: z.nullable(z.int()),
});
export type PlatformTrouble = z.infer<typeof PlatformTrouble>;

export const listPlatformTroubles = endpoint('GET /api/learning/troubles', {
  summary:
    "Lists the learning platforms of the caller's systems that take nothing at the moment, or refuse what the portal may not do, and why.",
  access: { level: 'admin', of: 'anySystem' },
  reply: json(z.array(PlatformTrouble)),
});

export const addPlatform = endpoint('POST /api/learning/platforms', {
  summary: 'Registers a learning platform.',
  access: superAdmins,
  body: json(PlatformForm),
  reply: json(z.object({ id: z.int() })),
});

/** The reply to a save of an outdated version: the platform as somebody else saved it. Nothing was written. */
export const PlatformEditConflict = z.object({
  outcome: z.literal('changedMeanwhile'),
  current: z.extend(Platform, {
    savedAt: instant,
    savedBy: z.nullable(z.string()),
    /** Whether credentials were replaced since the version that was edited. */
    hasNewCredentials: z.boolean(),
  }),
});
export type PlatformEditConflict = z.output<typeof PlatformEditConflict>;

/** `version`: the version of the platform that was edited; a newer version is not overwritten. */
export const changePlatform = endpoint('POST /api/learning/platforms/:platformId', {
  summary: 'Changes a learning platform. Empty credentials stay as they are, as long as the address does.',
  access: superAdmins,
  params: ofPlatform,
  body: json(z.extend(PlatformForm, { version: z.int() })),
  reply: outcome(z.union([PlatformEditConflict, z.object({ id: z.int() })]), (reply) => ({
    status: 'outcome' in reply ? 409 : 200,
  })),
});

export const removePlatform = endpoint('DELETE /api/learning/platforms/:platformId', {
  summary: 'Removes a learning platform and its credentials, unless a system or a coming exam uses it.',
  access: superAdmins,
  params: ofPlatform,
  reply: json(z.literal(true)),
});

export const PlatformAnswer = z.object({
  /** Product and version of the platform, and the name of the site; null when the platform did not answer. */
  product: z.nullable(z.string()),
  site: z.nullable(z.string()),
  /** How far the platform's clock is ahead of ours; null where the platform does not tell. */
  secondsAhead: z.nullable(z.int()),
  /** The faults that keep the portal from working with the platform, or the reason why it did not answer. */
  problems: z.array(Remark),
  /** The functions that the portal does without on the platform. */
  notes: z.array(Remark),
});
export type PlatformAnswer = z.infer<typeof PlatformAnswer>;

export const tryPlatform = endpoint('POST /api/learning/platforms/try', {
  summary: 'Asks a platform that need not be saved what it is; changes nothing there.',
  access: superAdmins,
  body: json(PlatformTrial),
  reply: json(PlatformAnswer),
});

export const trialSteps = ['course', 'accounts', 'enrolment', 'signOn', 'unenrolment', 'removal'] as const;

export const TrialResult = z.object({
  /** The steps that were taken; the last step may have failed. */
  steps: z.array(z.object({ step: z.enum(trialSteps), problem: z.nullable(Remark) })),
  /** Findings of the trial, and things that had to be left on the platform. */
  notes: z.array(Remark),
});
export type TrialResult = z.infer<typeof TrialResult>;

export const tryPlatformWithCourse = endpoint('POST /api/learning/platforms/try-with-course', {
  summary: 'Makes a marked, hidden course and two marked accounts on a platform, and removes them.',
  access: superAdmins,
  body: json(PlatformTrial),
  reply: json(TrialResult),
});

export const MovePreview = z.object({
  /** Courses of coming exams, which are made anew on the new platform. */
  courses: z.int(),
  enrolments: z.int(),
  /** How many of these courses exist on the old platform, where they stay with their people. */
  left: z.int(),
  /** Courses of past exams, which stay on the old platform and are still opened there. */
  past: z.int(),
  /** The system's own semester and template, which stay: after the move they mean numbers of the new platform. */
  semesterId: z.nullable(z.int()),
  templateId: z.nullable(z.int()),
});
export type MovePreview = z.infer<typeof MovePreview>;

/** The platform to move to; null for the platform of the settings. */
const target = z.object({ platformId: z.nullable(platformId) });

export const previewMove = endpoint('POST /api/learning/platforms/preview/:systemId', {
  summary: 'Counts what moving a system to another platform makes there, and what stays.',
  access: { level: 'superAdmin' },
  body: json(target),
  reply: json(MovePreview),
});

export const moveSystem = endpoint('POST /api/learning/platforms/move/:systemId', {
  summary: 'Chooses the platform of a system; the courses of its coming exams are made anew there.',
  access: { level: 'superAdmin' },
  body: json(target),
  reply: json(MovePreview),
});
