import * as z from 'zod/mini';
import { endpoint, json, outcome } from '../core/endpoint.ts';
import { instant, ofSystem, wholeNumber } from '../core/wire.ts';
import { optionalNumber, requiredNumber } from '../systems/systemFields.ts';
import { Remark } from './learning.remarks.ts';

interface KindFields {
  /** What the platform gave the portal; stored encrypted, never shown. */
  readonly credentials: readonly string[];
  /** What goes with it and may be absent; stored and kept like it. */
  readonly optional: readonly string[];
  /** The credential that connecting by OAuth 2 gives, so that nobody has to type it; null where there is none. */
  readonly connected: string | null;
  /** The usual one, if all sites have it. */
  readonly studentRole: number | null;
}

/** The kinds of platforms that can be registered. */
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
/** The names of what is secret; the values stand in no reply. */
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

/** What it takes to call a platform. Empty credentials: those that are stored for the same address. */
const access = {
  kind,
  ...siteFields,
  /** Where the caller has connected (learning.consents.ts): the credentials come from there. */
  consentId: z.optional(z.nullable(z.uuid())),
  /** Defaults of systems without a semester or a template of their own. */
  semesterId: optionalNumber,
  templateId: optionalNumber,
  studentRole: requiredNumber,
  /** The longest that a call takes, and one that copies a template. */
  callSeconds: seconds(5, 60, 'callSeconds'),
  copySeconds: seconds(1, 3600, 'copySeconds'),
};

export const PlatformForm = z.object({
  name: z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'maxLength')),
  ...access,
});
export type PlatformForm = z.output<typeof PlatformForm>;

/** `platformId`: the platform that is being changed, whose credentials are used where the form has none. */
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

export const superAdmins = { level: 'superAdmin', of: 'anySystem' } as const;
const ofPlatform = z.object({ platformId });

export const PlatformList = z.object({
  /** That of the settings in the environment, for the systems without a registered one. */
  environment: z.object({ kind: z.string(), systems: z.array(UsingSystem) }),
  platforms: z.array(Platform),
  /** Where a sign-in service of platforms returns to, for the registration of the portal there. */
  redirectUri: z.string(),
});
export type PlatformList = z.infer<typeof PlatformList>;

export const listPlatforms = endpoint('GET /api/learning/platforms', {
  summary: 'Lists the learning platforms, with the systems that use each; never their credentials.',
  access: superAdmins,
  reply: json(PlatformList),
});

export const PlatformTrouble = z.object({
  /** Null: that of the settings in the environment, which has no name. */
  platformId: z.nullable(z.int()),
  name: z.nullable(z.string()),
  since: instant,
  remark: Remark,
  /** Courses, enrolments and extra time of the caller's systems that wait for it. */
  waiting: z.int(),
  /** Null while it takes nothing; else the courses and enrolments that it has refused for what the portal's own access lacks. */
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

/** `version` is that of the platform that was edited; a newer one is not overwritten. */
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
  /** Product and version, and the name of the site; null when it did not answer. */
  product: z.nullable(z.string()),
  site: z.nullable(z.string()),
  /** How far its clock is before ours; null where it does not tell. */
  secondsAhead: z.nullable(z.int()),
  /** What keeps the portal from working with it, or why it did not answer. */
  problems: z.array(Remark),
  /** What the portal does without there. */
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
  /** Those that were taken; the last one may have failed. */
  steps: z.array(z.object({ step: z.enum(trialSteps), problem: z.nullable(Remark) })),
  /** What was learnt, and what had to be left there. */
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
  /** Of coming exams: made anew on the new platform. */
  courses: z.int(),
  enrolments: z.int(),
  /** Of these, courses that exist on the old platform, and stay there with their people. */
  left: z.int(),
  /** Courses of past exams, which stay and are still opened there. */
  past: z.int(),
  /** The system's own numbers, which go with it. */
  semesterId: z.nullable(z.int()),
  templateId: z.nullable(z.int()),
});
export type MovePreview = z.infer<typeof MovePreview>;

/** Null: the platform of the settings. */
const target = z.object({ platformId: z.nullable(platformId) });

export const previewMove = endpoint('POST /api/learning/platforms/preview/:systemId', {
  summary: 'Counts what moving a system to another platform makes there, and what stays.',
  access: { level: 'superAdmin' },
  params: ofSystem,
  body: json(target),
  reply: json(MovePreview),
});

export const moveSystem = endpoint('POST /api/learning/platforms/move/:systemId', {
  summary: 'Chooses the platform of a system; the courses of its coming exams are made anew there.',
  access: { level: 'superAdmin' },
  params: ofSystem,
  body: json(target),
  reply: json(MovePreview),
});
