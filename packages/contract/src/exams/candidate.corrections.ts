import * as z from 'zod/mini';
import { anySupport, Day, endpoint, flag, id, instant, json, systemId } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { replyTexts } from '../core/personTexts.ts';

const ofBothLanguages = z.object({ fr: z.string(), en: z.string() });

/** The data that the portal keeps of the caller, and the systems whose administrators the caller can ask to correct them. */
export const findOwnData = endpoint('GET /api/candidate/data', {
  summary: 'Returns what the portal keeps of the caller.',
  access: 'signedIn',
  reply: json(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      language: Language,
      ...replyTexts,
      newsLetter: z.boolean(),
      subscriptionDate: Day,
      lastVisitDate: z.nullable(instant),
      systems: z.array(z.object({ systemId: z.int(), title: ofBothLanguages })),
    }),
  ),
});

/** The details that a person can ask to have corrected, and what they may have lost. */
export const correctionFields = [
  'name',
  'email',
  'language',
  'studentNumber',
  'password',
  'secondFactor',
  'exam',
  'other',
] as const;
export type CorrectionField = (typeof correctionFields)[number];

/** The fields that only somebody who administers all systems of the person may change (readings §5). */
export const fieldsOfWholeAccount: ReadonlySet<CorrectionField> = new Set([
  'name',
  'email',
  'password',
  'secondFactor',
]);

/** Fields that a person cannot sign in without: whoever answers gets a mail of each such request at once. */
export const fieldsOfLockedOut: ReadonlySet<CorrectionField> = new Set(['password', 'secondFactor']);

export const correctionOutcomes = ['answered', 'declined'] as const;

const Correction = z.object({
  id: z.int(),
  systemTitle: ofBothLanguages,
  field: z.enum(correctionFields),
  /** '' to the person where somebody else wrote it, which is for staff. */
  request: z.string(),
  askedAt: instant,
  /** Null while the request is open. */
  outcome: z.nullable(z.enum(correctionOutcomes)),
  note: z.string(),
  answeredAt: z.nullable(instant),
  /** Who wrote the request for the person, which the person reads as ''; null: the person. */
  askedBy: z.nullable(z.string()),
  /** When and by whom ('' to the person) the request was passed on to who may do what the administrators of one system may not. */
  passedOn: z.nullable(z.object({ at: instant, by: z.string() })),
});
export type Correction = z.output<typeof Correction>;

/** How many days a request with an answer stays on the page of the person. */
export const ownCorrectionDays = 180;

/** A request with what was done for it in `done`, a line each, where no note says so. */
const OwnCorrection = z.extend(Correction, { done: z._default(ofBothLanguages, { fr: '', en: '' }) });
export type OwnCorrection = z.output<typeof OwnCorrection>;

export const listOwnCorrections = endpoint('GET /api/candidate/corrections', {
  summary:
    'Lists the corrections that the caller has asked for, open or answered in the last 180 days, with their answers, newest first.',
  access: 'signedIn',
  reply: json(z.array(OwnCorrection)),
});

/** A text of a few lines: several corrections fit into one request. */
const lines = (most: number) => z.string().check(z.trim(), z.maxLength(most, 'maxLength'));

const asked = {
  field: z.enum(correctionFields),
  request: lines(1000).check(z.minLength(1, 'required')),
  /** The exam that a request about an exam is about, and the one where the person should be. */
  examId: z.optional(id),
  wantedExamId: z.optional(id),
};

export const requestCorrection = endpoint('POST /api/candidate/corrections', {
  summary:
    'Asks the administrators of one of the caller’s systems to correct something about them; passed on at once where they may not do it.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: json(z.object({ systemId, ...asked })),
  reply: json(z.literal(true)),
});

/** Somebody who may change the whole account of a person: administrators of all its systems first, then super admins. */
const Manager = z.object({ fullName: z.string(), email: z.string(), isSuperAdmin: z.boolean() });
export type Manager = z.output<typeof Manager>;

export const listCorrectionsOf = endpoint('GET /api/corrections/of/:id', {
  summary: 'Lists what was asked for a person in the systems that the caller supports, and who may do it.',
  access: anySupport,
  reply: json(
    z.object({
      corrections: z.array(OwnCorrection),
      /** Empty where the caller may change the whole account, and where nobody else may. */
      managers: z.array(Manager),
      /** Who gets a request about any other field: administrators of the program, else super admins. */
      readers: z._default(z.array(Manager), []),
      /** The fields of which a request goes to `managers` at once, past the administrators of the system. */
      passedOnFields: z.array(z.enum(correctionFields)),
    }),
  ),
});

/** Passed on at once where the administrators of the system may not do it. */
export const requestCorrectionOf = endpoint('POST /api/corrections/of/:id', {
  summary: 'Writes down for a person what they ask for, for whoever may do it.',
  access: anySupport,
  notWhileImpersonating: true,
  body: json(z.object(asked)),
  reply: json(z.literal(true)),
});

/** How many days a request stays on the home of support once it has its answer. */
export const writtenCorrectionDays = 7;

const WrittenCorrection = z.extend(Correction, {
  systemId: z.int(),
  person: z.object({ id: z._default(z.int(), 0), fullName: z.string(), email: z.string() }),
});

export const listWrittenCorrections = endpoint('GET /api/corrections/written', {
  summary:
    'Lists what people of the systems that the caller supports asked for, and staff for them: open, then answered in the last 7 days, newest first, fifty at most.',
  access: anySupport,
  reply: json(z.array(WrittenCorrection)),
});

const AskedExam = z.object({
  examId: z.int(),
  systemId: z.int(),
  /** The title in both languages; where one is missing, the other stands in both. */
  title: ofBothLanguages,
  date: Day,
});

const AskedCorrection = z.extend(Correction, {
  systemId: z.int(),
  /** The exam that the request is about, with whether the caller may move the person from it; null where none was chosen. */
  exam: z._default(z.nullable(z.extend(AskedExam, { mayMove: z.boolean() })), null),
  /** Where the person should be, with whether the caller may enrol them in it, who are not in it. */
  wanted: z._default(z.nullable(z.extend(AskedExam, { mayEnrol: z.boolean() })), null),
  /** The person as the account has them now; a guest as the reader's own list or form stated them. */
  person: z.object({
    id: z.int(),
    fullName: z.string(),
    email: z.string(),
    /** Null: the system has stated no language of a guest. */
    language: z.nullable(Language),
    studentNumber: z.nullable(z.string()),
    /** False: the account is deactivated or locked, so that the person gets no mail about the answer. */
    isActive: z.boolean(),
    mayManage: z.boolean(),
    mayCorrect: z.boolean(),
    /** Null where the caller may not change the whole account. */
    hasSecondFactor: z._default(z.nullable(z.boolean()), null),
  }),
  /** Whether the account was corrected since the request; null for a guest, or a request about no detail of it. */
  isCorrected: z.nullable(z.boolean()),
  answeredBy: z.nullable(z.string()),
  /** Whether the person has an open request about the same in another system too. */
  isAskedElsewhere: z._default(z.boolean(), false),
  /** Other systems of the person, to whose administrators an open request about an exam or something else can go. */
  others: z._default(z.array(z.object({ systemId: z.int(), title: ofBothLanguages })), []),
  /** The people who may do what the caller may not; empty where the caller may change the whole account. */
  managers: z.array(Manager),
});
export type AskedCorrection = z.output<typeof AskedCorrection>;

export const listCorrections = endpoint('GET /api/corrections', {
  summary:
    'Lists corrections asked for in the systems that the caller administers or passed on to them: open ones, the oldest first, or the last hundred answers.',
  access: { level: 'admin', of: 'anySystem' },
  query: z.object({ isAnswered: z.optional(flag) }),
  reply: json(z.array(AskedCorrection)),
});

export const answerCorrection = endpoint('POST /api/corrections/:correctionId/answer', {
  summary: 'Answers or declines a correction; the person is told by mail, with the note.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  body: json(z.object({ outcome: z.enum(correctionOutcomes), note: lines(1000) })),
  reply: json(z.literal(true)),
});

/** For people who asked for themselves; for support of the request's system where staff wrote the request. */
export const withdrawCorrection = endpoint('DELETE /api/corrections/:correctionId', {
  summary: 'Takes back an open request for a correction; nobody is mailed.',
  access: 'signedIn',
  notWhileImpersonating: true,
  reply: json(z.literal(true)),
});

/** Idempotent. `systemId`: to the administrators of another system of the person, whose request it then is. */
export const passOnCorrection = endpoint('POST /api/corrections/:correctionId/passon', {
  summary:
    'Passes a correction on to the people who may make it, where the caller may not, or to another system.',
  access: { level: 'admin', of: 'anySystem' },
  notWhileImpersonating: true,
  query: z.object({ systemId: z.optional(systemId) }),
  reply: json(z.literal(true)),
});
