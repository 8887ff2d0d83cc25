import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { NoticeNotes } from '@guichet/contract/exams/notices.notes';
import {
  undoDays,
  type undoImport as undoEndpoint,
  undoHoldSeconds,
} from '@guichet/contract/imports/imports.past';
import {
  findAuthor,
  record,
  systemTransaction,
  unchanged,
  writeEverywhere,
} from '../../core/audit/audit.service.ts';
import {
  type AppContext,
  type ReadDb,
  readEverywhere,
  type SystemGrant,
  type WriteTx,
} from '../../core/context/appContext.ts';
import { allowLongLockWaits } from '../../core/database/connection/session.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { deleteEnrolments, selectRemoval } from '../../exams/enrolments/enrolments.service.ts';
import { enqueueLeftNotices, givenNotes } from '../../exams/notices/notices.service.ts';
import { lockRemoved } from '../../exams/places/places.service.ts';
import { lockRoleChanges } from '../../identity/users/managedUsers.service.ts';
import { deletePeople, takeStudentRoles } from '../../identity/users/users.service.ts';
import { planUnenrolments } from '../../learning/learning.service.ts';
import { cancelCandidateMails, holdCandidateMails } from '../../mail/outbox/outbox.service.ts';
import * as queries from './pastImports.queries.ts';
import { decideUndoState, describeUndone } from './pastImports.ts';
import { lockImportPeople, lockImports, selectPersonFacts } from './people.queries.ts';
import {
  listReturning,
  takeBackCorrections,
  takeBackExtraTimes,
  takeBackRemovals,
  withRights,
} from './secondList.ts';
import * as undoDecision from './undoDecision.ts';
import { type Decided, makePreview } from './undoPreview.ts';

/** The number of people in one statement, as in an import. */
const peopleAtOnce = 5000;

/** For an undone import tells who undid it. @throws AppError `import.notFound`, and why it cannot be undone */
export function previewUndo(context: AppContext, grant: SystemGrant, importId: string, all: boolean) {
  // Reads all systems, like the undo itself: an account may be in use elsewhere.
  return readEverywhere(context, async (db) => {
    const found = await queries.findImport(db, grant.systemId, importId);
    const { past, undone } = requireUndoable(context, found);
    if (!undone) return makePreview(context, db, past, await decideAll(db, grant, past), all);
    return all ? { ...undone, mailed: await queries.selectMailed(db, past) } : undone;
  });
}

/**
 * In one transaction. If the undo would differ from the preview with this fingerprint, nothing is undone and a new
 * preview comes back; the import's unsent mails then wait, or leaving mails would outdate every preview.
 * @throws AppError `import.notFound`, and why it cannot be undone
 */
export async function undoImport(
  context: AppContext,
  grant: SystemGrant,
  importId: string,
  { fingerprint, sendEmail = false, ...notes }: BodyOf<typeof undoEndpoint>,
) {
  const done = await writeEverywhere(context, grant, async (tx) => {
    await allowLongLockWaits(tx);
    await lockImports(tx);
    await lockRoleChanges(tx, grant);
    const found = await queries.lockImport(tx, grant.systemId, importId);
    const { past, undone } = requireUndoable(context, found);
    if (undone) return unchanged(undone);
    await lockImportPeople(tx, past);
    const all = await decideAll(tx, grant, past, await lockRemoved(tx, past, past.id));
    const { decisions } = all;
    if (undoDecision.fingerprintDecisions(decisions, all.removed) !== fingerprint) return unchanged(null);
    const done = await takeBack(context, grant, tx, past, all, sendEmail ? notes : null);
    const { at, by, counts } = done;
    return record(
      { outcome: 'undone' as const, at, by, counts },
      {
        action: 'candidates.importUndone',
        subject: `exam:${past.examId}`,
        detail: {
          name: past.title,
          importId,
          fileName: past.fileName,
          candidates: counts.enrolments,
          userIds: decisions.flatMap(({ person, takes }) =>
            takes.includes('enrolment') ? person.userId : [],
          ),
          accountsDeleted: counts.accounts,
          mailsCancelled: counts.mails,
          ...(counts.corrections > 0 && { corrected: counts.corrections }),
          ...(counts.removals > 0 && { putBack: counts.removals }),
          ...(counts.told !== undefined && { mails: counts.told, ...givenNotes(notes) }),
        },
      },
      ...done.lines,
    );
  });
  return done ?? lookAgain(context, grant, importId);
}

async function lookAgain(context: AppContext, grant: SystemGrant, importId: string) {
  const until = secondsAfter(context.clock.now(), undoHoldSeconds);
  return systemTransaction(context, async (tx) => {
    const { past, undone } = requireUndoable(context, await queries.lockImport(tx, grant.systemId, importId));
    if (undone) return undone;
    const all = await decideAll(tx, grant, past);
    const waiting = all.decisions.flatMap(({ takes, person }) =>
      takes.includes('mail') ? person.userId : [],
    );
    for (const userIds of portions(waiting)) await holdCandidateMails(tx, { ...past, userIds }, until);
    const mailsHeldUntil = waiting.length > 0 ? until : null;
    return {
      outcome: 'changedMeanwhile' as const,
      current: await makePreview(context, tx, past, all, false),
      mailsHeldUntil,
    };
  });
}

function requireUndoable(context: AppContext, past: queries.PastImport | undefined) {
  if (!past) throw new AppError('import.notFound');
  const undone = describeUndone(past);
  if (undone) return { past, undone: { outcome: 'undone' as const, ...undone } };
  const state = decideUndoState(context, past);
  if (state === 'unrecorded') throw new AppError('import.undoUnrecorded');
  if (state === 'examCancelled') throw new AppError('exam.cancelled');
  if (state === 'tooLate') throw new AppError('import.undoTooLate', { params: { days: undoDays } });
  return { past, undone: null };
}

async function decideAll(
  db: ReadDb,
  grant: SystemGrant,
  past: queries.PastImport,
  locked: Decided['removed'] | null = null,
): Promise<Decided> {
  const people = await withRights(db, grant, await selectPersonFacts(db, past));
  const removed = locked ?? (await selectRemoval(db, past, past.id));
  const returning = listReturning(removed).map(({ userId }) => userId);
  const unsentNotices = await queries.countUnsent(db, past, returning);
  return { decisions: people.map(undoDecision.decideUndo), removed, unsentNotices };
}

async function takeBack(
  context: AppContext,
  grant: SystemGrant,
  tx: WriteTx,
  past: queries.PastImport,
  { decisions, removed, unsentNotices }: Decided,
  notes: NoticeNotes | null,
) {
  const { systemId, examId, courseId } = past;
  const now = context.clock.now();
  const by = findAuthor(grant).fullName;
  const peopleWith = (part: undoDecision.UndoDecision['takes'][number]) =>
    portions(decisions.flatMap(({ takes, person }) => (takes.includes(part) ? person : [])));
  for (const people of peopleWith('enrolment')) {
    const userIds = people.map(idOf);
    const platformUserIds = people.flatMap(({ platformUserId }) => platformUserId ?? []);
    await planUnenrolments(tx, { systemId, courseId, platformUserIds, now });
    await cancelCandidateMails(tx, { systemId, examId, userIds }, { reason: 'cancelledPlace', by });
    await deleteEnrolments(tx, { systemId, examId, userIds });
  }
  // Before the accounts are deleted, since they hold the addresses.
  let told = 0;
  for (const userIds of notes ? portions(undoDecision.listTellable(decisions)) : [])
    told += await enqueueLeftNotices(context, tx, past, { removalId: past.id, userIds, notes: notes ?? {} });
  const tells = notes !== null;
  const corrections = await takeBackCorrections(context, tx, grant, past, { decisions, tells });
  const removals = await takeBackRemovals(context, tx, past, { removed, tells, by });
  const ofExtraTimes = await takeBackExtraTimes(context, tx, { past, author: findAuthor(grant) }, decisions);
  told += corrections.told + removals.told;
  for (const people of peopleWith('role')) await takeStudentRoles(tx, systemId, people.map(idOf));
  for (const people of peopleWith('account')) await deletePeople(tx, people.map(idOf));
  const undone = {
    at: now,
    by,
    counts: {
      ...undoDecision.countParts(decisions, { removals: listReturning(removed).length, unsentNotices }),
      ...(notes && { told }),
    },
  };
  await queries.markUndone(tx, past, undone);
  return { ...undone, lines: [...corrections.lines, ...ofExtraTimes, ...removals.lines] };
}

const idOf = ({ userId }: undoDecision.PersonFacts) => userId;

function* portions<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += peopleAtOnce) yield all.slice(from, from + peopleAtOnce);
}
