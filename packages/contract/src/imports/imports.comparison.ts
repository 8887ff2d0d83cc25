import * as z from 'zod/mini';
import { id, instant } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { noteFields } from '../exams/notices.notes.ts';
import { maxCandidatesAtOnce } from '../exams/places.ts';

/**
 * The parts that a list can correct of a person who is in the exam; `list`: their values in kept columns. `extraTime`: only
 * for callers with the right, with amounts that `parseExtraTime` reads.
 */
export const correctedParts = ['name', 'email', 'language', 'list', 'extraTime'] as const;

const ChangedPart = z.object({
  userId: z.int(),
  /** The person as the portal has them now. */
  name: z.string(),
  email: z.string(),
  part: z.enum(correctedParts),
  from: z.string(),
  to: z.string(),
  /** The language of the line: that of the invitation to a new account at the address, where an address is not corrected. */
  language: Language,
  /** Whether the caller may correct this part of the person. */
  isAllowed: z.boolean(),
  /** False where the list more probably errs (a name without its accents, the number of a person of another name, a name corrected since) or takes extra time away. */
  isProbable: z.boolean(),
  /** For a name, whether somebody corrected it in the portal after the last list of the exam. */
  isCorrectedSince: z.optional(z.boolean()),
  /** Whether a new address waits for the link mailed to it, since the person has signed in before. */
  isLink: z.optional(z.boolean()),
  /** For extra time, whether a mail tells the person of the change. */
  isTold: z.optional(z.boolean()),
});
export type ChangedPart = z.infer<typeof ChangedPart>;

const MissingPerson = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  enrolledAt: instant,
  /** The list that enrolled the person; null for somebody who was added by hand. */
  list: z.nullable(z.object({ fileName: z.string(), at: instant })),
  /** The title of the exam from which the person was moved, in both languages; null for anybody else. */
  movedFrom: z.nullable(z.object({ fr: z.string(), en: z.string() })),
  isAttested: z.boolean(),
  /** Whether a mail about the exam has left to the person, who can then be told that they are no longer registered. */
  isMailed: z.boolean(),
});
export type MissingPerson = z.infer<typeof MissingPerson>;

/** A list held against its exam: who is otherwise in the list, and who is in the exam alone. */
export const Comparison = z.object({
  /** Sent with the choices, which count only for exactly this comparison. */
  fingerprint: z.string(),
  /** People of the list who are in the exam just as the list has them. */
  unchanged: z.int(),
  changed: z.array(ChangedPart),
  changedLeftOut: z.int(),
  /** People who are in the exam and not in the list, by name. */
  missing: z.array(MissingPerson),
  missingLeftOut: z.int(),
});
export type Comparison = z.infer<typeof Comparison>;

const people = z.optional(z.array(id).check(z.maxLength(maxCandidatesAtOnce, 'maxLength')));

/** `correct`: whose parts the list corrects; `takeOut`: who leaves the exam; `tell`: whether those are told by mail. */
export const ListChoices = z.object({
  fingerprint: z.string().check(z.maxLength(64)),
  correct: z.optional(
    z.object({ name: people, email: people, language: people, list: people, extraTime: people }),
  ),
  takeOut: people,
  tell: z.optional(z.boolean()),
  ...noteFields,
});
export type ListChoices = z.infer<typeof ListChoices>;

/** The choices as a form sends them: JSON. */
export const listChoices = z.codec(z.string(), ListChoices, {
  decode: (wire, context) => {
    try {
      return JSON.parse(wire) as z.input<typeof ListChoices>;
    } catch {
      context.issues.push({ code: 'custom', input: wire, message: 'invalid' });
      return z.NEVER;
    }
  },
  encode: (choices) => JSON.stringify(choices),
});
