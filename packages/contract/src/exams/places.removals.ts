import * as z from 'zod/mini';
import { endpoint, id, json, type ReplyOf, systemId } from '../core/endpoint.ts';
import { noteFields } from './notices.notes.ts';
import { maxCandidatesAtOnce } from './places.ts';

/** Why a candidate stays: no longer in this exam, in the other exam already, or marked as attended with success. */
export const stayReasons = ['absent', 'alreadyThere', 'attested'] as const;
/** Why a removal is not undone for a person: their place has changed since, or a mail about the other exam has left. */
export const keptReasons = ['changed', 'mailed'] as const;
/**
 * The state of a person whom a removal took out: their place can be given back; they are in the exam (again);
 * their account was deleted; their place in the other exam has changed since the move; a mail about that exam
 * has left; or the day for which places are kept is over.
 */
export const removedStates = ['removed', 'enrolled', 'deleted', 'changed', 'mailed', 'forgotten'] as const;
export type RemovedState = (typeof removedStates)[number];

const outcome = <const R extends readonly string[]>(reasons: R) =>
  z.object({
    userIds: z.array(z.int()),
    others: z.array(z.object({ userId: z.int(), reason: z.enum(reasons) })),
  });

export const Removal = outcome(stayReasons);
export type Removal = z.infer<typeof Removal>;
/** `told`: the number of mails to the people taken out, where the caller asked for mails. */
export const TakenOut = z.extend(Removal, { told: z.optional(z.int()) });
export type TakenOut = z.infer<typeof TakenOut>;
/** `told`: the number of mails to people whom an earlier mail had told that they are no longer registered. */
export const PutBack = z.extend(outcome(keptReasons), { told: z.optional(z.int()) });
export type PutBack = z.infer<typeof PutBack>;

const bodyBytes = 128 * 1024;

const which = {
  userIds: z.array(id).check(z.minLength(1, 'required'), z.maxLength(maxCandidatesAtOnce, 'maxLength')),
  /** Drawn when the dialog opens: a repeated request returns the result of the first. The undo names the removal by it. */
  removalId: z.uuid(),
};

export const takeOutCandidates = endpoint('POST /api/cohort/:systemId/:examId/takeout', {
  summary:
    'Removes candidates from an exam and its course, and cancels their unsent mails about it. Reports who was not in it. `sendEmail` tells those to whom a mail about it has left.',
  access: { level: 'admin' },
  bodyBytes,
  body: json(z.object({ ...which, sendEmail: z.optional(z.boolean()), ...noteFields })),
  reply: json(TakenOut),
});

/** Cancels mails about the former exam, whose reminders no longer reach the people; the other exam's reminders do. */
export const moveCandidates = endpoint('POST /api/cohort/:systemId/:examId/move', {
  summary:
    'Moves candidates to another exam of the system, in both exams and courses; `sendEmail` mails its invitation, which begins by saying that the former exam no longer counts. Reports who stays and why.',
  access: { level: 'admin' },
  bodyBytes,
  /** `requestId`: the request from which the move was made, the only request that is then answered. */
  body: json(z.object({ ...which, toExamId: id, sendEmail: z.boolean(), requestId: z.optional(id) })),
  reply: json(Removal),
});

/** The people of a removal or a move; without a name where the account was deleted. */
export const getRemoval = endpoint('GET /api/cohort/:systemId/:examId/removal/:removalId', {
  summary:
    'Gives whom a removal or a move took out of an exam, and for each whether it can be undone, or why not.',
  access: { level: 'admin' },
  params: z.object({ systemId, examId: id, removalId: z.uuid() }),
  reply: json(
    z.object({
      /** Whether the exam is cancelled: then it takes nobody back. */
      isCancelled: z.boolean(),
      people: z.array(
        z.object({ userId: z.int(), fullName: z.string(), email: z.string(), state: z.enum(removedStates) }),
      ),
    }),
  ),
});
export type RemovedPeople = ReplyOf<typeof getRemoval>;

export const listOpenRemovals = endpoint('GET /api/cohort/:systemId/:examId/removal', {
  summary:
    'Lists the ids of the removals and moves of the last day of whom somebody is not back in the exam yet.',
  access: { level: 'admin' },
  reply: json(z.array(z.uuid())),
});

/** Possible for a day, once for each person; people already back are not reported. Without `userIds`: everybody. */
export const putBackCandidates = endpoint('POST /api/cohort/:systemId/:examId/putback', {
  summary:
    'Undoes a removal or a move, of all its people or of some: same places, and their cancelled mails are queued again. Who was told of it by mail is told of this too. Reports for whom it is too late.',
  access: { level: 'admin' },
  bodyBytes,
  body: json(
    z.object({
      removalId: which.removalId,
      userIds: z.optional(which.userIds),
    }),
  ),
  reply: json(PutBack),
});
