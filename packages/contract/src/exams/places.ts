import * as z from 'zod/mini';
import { endpoint, flag, id, json, systemId } from '../core/endpoint.ts';
import { formLanguageId } from '../core/language.ts';
import { formTexts } from '../core/personTexts.ts';
import { Email } from '../identity/account.ts';
import { hasName, personNames } from '../identity/users.changes.ts';
import { ListedUser } from '../identity/users.ts';
import { ExtraTime } from '../learning/learning.extraTime.ts';
import { NoticeNotes } from './notices.notes.ts';

export const maxCandidatesAtOnce = 5000;

export const listCandidates = endpoint('GET /api/user/:systemId/:examId', {
  summary: 'Lists the candidates of an exam, with the state of mail and enrolment.',
  access: { level: 'support' },
  /** Without `alsoCancelled` a cancelled exam is not found. */
  query: z.object({ alsoCancelled: z.optional(flag) }),
  reply: json(z.array(ListedUser)),
});

/** The account keeps its names, as in an import. Extra time needs the right to it. `insteadOf`: a candidate who leaves the exam in the same step. */
export const addCandidate = endpoint('POST /api/cohort/:systemId/:examId/candidates', {
  summary:
    'Enrols the owner of an existing account, by address; `sendEmail` mails the invitation. False when they were in the exam.',
  access: { level: 'admin' },
  /** `requestId`: the request from which somebody is enrolled, which is then answered. */
  body: json(
    z.object({
      email: Email,
      sendEmail: z.boolean(),
      extraTime: z.optional(ExtraTime),
      insteadOf: z.optional(id),
      requestId: z.optional(id),
    }),
  ),
  reply: json(z.boolean()),
});

export const createCandidate = endpoint('POST /api/cohort/:systemId/:examId/candidates/new', {
  summary:
    'Creates the account of a person, without a password, and enrols them; `sendEmail` mails the invitation, whose link chooses one. A taken address is refused, and extra time without the right to it.',
  access: { level: 'admin' },
  body: json(
    z
      .object({
        email: Email,
        ...personNames,
        languageId: formLanguageId,
        ...formTexts,
        sendEmail: z.boolean(),
        extraTime: z.optional(ExtraTime),
      })
      .check(hasName()),
  ),
  reply: json(z.literal(true)),
});

export const unenrol = endpoint('POST /api/user/unroll/:systemId/:examId/:learningPlatformId', {
  summary:
    'Removes a candidate from an exam and its course; false when they were not in it. `sendEmail` tells them, if a mail about it has left to them.',
  access: { level: 'support' },
  params: z.object({ systemId, examId: id, learningPlatformId: z.string().check(z.maxLength(128)) }),
  /** The id of the removal, by which `putBackCandidates` undoes it, as in `takeOutCandidates`. */
  query: z.object({ removalId: z.optional(z.uuid()), sendEmail: z.optional(flag) }),
  body: json(NoticeNotes),
  reply: json(z.boolean()),
});
