import * as z from 'zod/mini';
import { count, endpoint, flag, instant, json, outcome, systemId } from '../core/endpoint.ts';
import { noteFields } from '../exams/notices.notes.ts';
import { importId, previewMaxRows } from './imports.ts';

/** An import can be undone until the day of its exam, and for this many days at most (readings §5). */
export const undoDays = 30;
/** How long the unsent mails of an import wait after an undo was refused because its preview had changed. */
export const undoHoldSeconds = 10 * 60;

/**
 * The things that an undo takes back from a person. `role`: the student role of a person who had an account before;
 * `correction`: what the list corrected of them; `extraTime`: as it changed that; `removal`: the list took them out, and they are in the exam again.
 */
export const undoParts = [
  'enrolment',
  'account',
  'role',
  'mail',
  'place',
  'correction',
  'extraTime',
  'removal',
] as const;
export type UndoPart = (typeof undoParts)[number];

export const undoReasons = [
  /** The person was in the exam before the import. */
  'wasThere',
  /** The person was unenrolled since. */
  'takenOut',
  /** The person was moved since, and is in the other exam. */
  'moved',
  /** The person was unenrolled since, and enrolled again in another way. */
  'enrolledAnew',
  'attested',
  /** Somebody ticked the person as present or absent, or took the tick back. */
  'presenceTicked',
  /** A value of the list was corrected by hand. */
  'enrolmentChanged',
  /** A later import into the same exam names the person too. */
  'listedAgain',
  'mailSent',
  /** The person had an account before the import. */
  'knownAccount',
  'signedIn',
  'passwordChosen',
  'deactivated',
  /** Name, address or another detail was corrected. */
  'accountChanged',
  'linkAsked',
  'otherRole',
  'enrolledElsewhere',
  /** The account is deleted. */
  'deleted',
  /** The name or language was changed again since the list corrected it, or the corrected address is in use. */
  'correctedSince',
  /** Only somebody who administers all systems of the person may change back what the list corrected. */
  'outOfReach',
  /** The list took the person out, and they are in the exam again. */
  'backSince',
] as const;
export type UndoReason = (typeof undoReasons)[number];

const UndoCounts = z.object({
  enrolments: z.int(),
  accounts: z.int(),
  roles: z.int(),
  mails: z.int(),
  places: z.int(),
  /** People whom the list corrected, and people whom it took out. */
  corrections: z.int(),
  removals: z.int(),
  /** People in the exam whose extra time the list changed; absent in undos before 2026-11-29. */
  extraTimes: z.optional(z.int()),
});
export type UndoCounts = z.infer<typeof UndoCounts>;

/** `told`: the number of mails telling people that they are no longer registered, where the caller asked for mails. */
const UndoneCounts = z.extend(UndoCounts, { told: z.optional(z.int()) });
export type UndoneCounts = z.infer<typeof UndoneCounts>;

const Undone = z.object({
  at: instant,
  by: z.string(),
  counts: UndoneCounts,
});

export const ListedImport = z.object({
  id: z.string(),
  fileName: z.string(),
  at: instant,
  /** Null for the command line, and where the person is no longer known. */
  by: z.nullable(z.string()),
  examId: z.int(),
  exam: z.string(),
  examDate: z.string(),
  rows: z.int(),
  placed: z.int(),
  /** The next five are null where the import is older than these counts. */
  accounts: z.nullable(z.int()),
  alreadyThere: z.nullable(z.int()),
  /** Invitations, and mails to people whom the list took out or whose address it corrected. */
  mails: z.nullable(z.int()),
  /** The people of the exam whom the list corrected, and whom it took out. */
  corrected: z.nullable(z.int()),
  takenOut: z.nullable(z.int()),
  /** The lines of the list that were left aside on request; null where the import is older than this count. */
  setAside: z._default(z.nullable(z.int()), null),
  /** The people to whom a link to confirm their corrected address was mailed; those with no other correction do not count as corrected. */
  awaited: z.int(),
  undone: z.nullable(Undone),
  /** Whether, before the undo, a mail about the exam had left to people of the import; `previewUndo` names them. */
  isMailed: z.boolean(),
  /** Whether the import can be undone now, or why not. `unrecorded`: the import is older than the undo function. */
  undo: z.enum(['possible', 'undone', 'tooLate', 'examCancelled', 'unrecorded']),
  undoUntil: z.string(),
  /** Why nothing of the import can be taken back; empty where something may be. */
  kept: z._default(z.array(z.enum(undoReasons)), []),
});
export type ListedImport = z.output<typeof ListedImport>;

export const listImports = endpoint('GET /api/import/list/:systemId', {
  summary: 'Lists the imports of a system, newest first.',
  access: { level: 'admin' },
  query: z.object({
    page: z.optional(count),
    /** At most 100; default 10. */
    pageSize: z.optional(count),
  }),
  reply: json(z.object({ imports: z.array(ListedImport), totalItems: z.int() })),
});

const UndoRow = z.object({
  /** 0 for a person whom the list took out. */
  line: z.int(),
  sheet: z.optional(z.string()),
  /** Empty when the account is deleted. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  takes: z.array(z.enum(undoParts)),
  stays: z.array(z.enum(undoReasons)),
});
export type UndoRow = z.infer<typeof UndoRow>;

export const UndoPreview = z.object({
  outcome: z.literal('preview'),
  /** Sent with the undo, which runs only if it would do exactly what this preview says. */
  fingerprint: z.string(),
  counts: UndoCounts,
  stays: z.partialRecord(z.enum(undoReasons), z.int()),
  people: z.int(),
  /** The number of people leaving the exam whom `sendEmail` would tell: a mail about it has left to them. */
  tellable: z.int(),
  /** The number of people coming back whom `sendEmail` would tell: a mail that they are no longer registered has left. */
  tellableBack: z.int(),
  rows: z.array(UndoRow),
  rowsLeftOut: z.int(),
});
export type UndoPreview = z.infer<typeof UndoPreview>;

const UndoDone = z.extend(Undone, { outcome: z.literal('undone') });

/** `mailed`, with `all`: the people to whom a mail about the exam had left, by name, also those without an account now. */
const UndoneImport = z.extend(UndoDone, {
  mailed: z.optional(z.array(z.object({ name: z.string(), email: z.string() }))),
});

/** Something has changed since the preview; nothing was undone. Until `mailsHeldUntil` the import's mails wait. */
const UndoConflict = z.object({
  outcome: z.literal('changedMeanwhile'),
  current: UndoPreview,
  mailsHeldUntil: z.nullable(instant),
});

const ofImport = z.object({ systemId, importId });

export const previewUndo = endpoint('GET /api/import/undo/:systemId/:importId', {
  summary: `Says what an undo of the import would take back and what stays, person by person, without changing anything; the first ${previewMaxRows} people, or all.`,
  access: { level: 'admin' },
  params: ofImport,
  query: z.object({ all: z.optional(flag) }),
  reply: json(z.union([UndoPreview, UndoneImport])),
});

export const undoImport = endpoint('POST /api/import/undo/:systemId/:importId', {
  summary:
    'Takes back what the import alone did, exactly as the preview said; undone once, whoever asks again. `sendEmail` tells those who leave the exam, if a mail about it has left to them.',
  access: { level: 'admin' },
  notWhileImpersonating: true,
  params: ofImport,
  body: json(
    z.object({
      fingerprint: z.string().check(z.maxLength(64)),
      sendEmail: z.optional(z.boolean()),
      ...noteFields,
    }),
  ),
  reply: outcome(z.union([UndoDone, UndoConflict]), ({ outcome }) => ({
    status: outcome === 'undone' ? 200 : 409,
  })),
});
