/**
 * Owns the extra time of candidates. Only the learning platform and people with the right to it get the
 * amount, which is in no audit line, list or export (docs/decisions/030-extra-time.md).
 */

import type {
  CandidateExtraTime,
  ExtraTimeTrouble,
  ListedExtraTime,
} from '@guichet/contract/exams/results.extraTime';
import { type AuditLine, findAuthor, record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { listExtraTimeSystems, requireExtraTimeRight } from '../../../identity/access/access.service.ts';
import * as users from '../../../identity/users/users.service.ts';
import * as extraTimes from '../../../learning/extraTimes/extraTimes.service.ts';
import type { ExtraTime } from '../../../learning/learning.service.ts';
import { getExam, lockExam } from '../../facts/facts.service.ts';
import { lockPlaces } from '../enrolments.queries.ts';
import { tellOfChange } from './changeMails.ts';
import { type ExtraTimeChange, insertChanges } from './changes.queries.ts';
import * as queries from './extraTimes.queries.ts';

/** @throws AppError `extraTime.denied`, `exam.notFound`, `user.notFound` for somebody not in the exam */
export async function getExtraTime(
  { database: { read: db } }: AppContext,
  grant: SystemGrant,
  { examId, userId }: { readonly examId: number; readonly userId: number },
): Promise<CandidateExtraTime> {
  await requireExtraTimeRight(db, grant);
  const { systemId } = grant;
  const { courseId } = await getExam(db, { systemId, examId });
  const candidate = await queries.selectCandidate(db, { systemId, examId }, userId);
  if (!candidate) throw new AppError('user.notFound');
  const { platformUserId, minutes, factor } = candidate;
  const states = await extraTimes.readStatesOnPlatform(db, { systemId, courseId }, platformUserId);
  const isGiven = minutes !== null || factor !== null;
  return {
    extraTime: isGiven ? ({ minutes, factor } as ExtraTime) : null,
    platform: states.get(platformUserId) ?? null,
    handovers: await users.selectOpenHandovers(db, { userId, systemId }),
  };
}

/** Candidates with extra time, or losing it. @throws AppError `extraTime.denied`, `exam.notFound` */
export async function listExtraTimes(
  { database: { read: db } }: AppContext,
  grant: SystemGrant,
  examId: number,
  { withAmounts = false }: { readonly withAmounts?: boolean | undefined } = {},
): Promise<ListedExtraTime[]> {
  await requireExtraTimeRight(db, grant);
  const { systemId } = grant;
  const { courseId } = await getExam(db, { systemId, examId });
  const states = await extraTimes.readStatesOnPlatform(db, { systemId, courseId });
  const holders = await queries.selectHolders(db, { systemId, examId }, [...states.keys()]);
  return holders.map(({ platformUserId, id, email, isGiven, minutes, factor, ...names }) => ({
    id,
    fullName: users.joinNames(names),
    email,
    isGiven,
    extraTime: withAmounts && isGiven ? ({ minutes, factor } as ExtraTime) : null,
    platform: states.get(platformUserId) ?? null,
  }));
}

export async function listExtraTimeTroubles(
  { database: { read: db }, clock }: AppContext,
  grant: SystemsGrant,
): Promise<ExtraTimeTrouble[]> {
  const systemIds = await listExtraTimeSystems(db, grant);
  return systemIds.length === 0 ? [] : queries.selectTroubles(db, systemIds, clock.today());
}

/** @throws AppError `extraTime.denied`, `exam.notFound` */
export async function setExtraTimesAgain(context: AppContext, grant: SystemGrant, examId: number) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    await requireExtraTimeRight(tx, grant);
    const { title, courseId } = await lockExam(tx, { systemId, examId }, 'share');
    const userIds = await queries.selectHolderIds(tx, { systemId, examId });
    if (userIds.length === 0) return unchanged(0);
    await extraTimes.planExtraTimes(tx, { systemId, courseId, examId, userIds, now: context.clock.now() });
    return record(userIds.length, describeChange({ examId, title }, userIds.length));
  });
}

/** @throws AppError `extraTime.denied`, `exam.notFound`, `user.notFound` for somebody who is not in the exam */
export async function setExtraTime(
  context: AppContext,
  grant: SystemGrant,
  { examId, userId }: { readonly examId: number; readonly userId: number },
  extraTime: ExtraTime | null,
): Promise<true> {
  const { systemId } = grant;
  await write(context, grant, async (tx) => {
    await requireExtraTimeRight(tx, grant);
    const { title, courseId } = await lockExam(tx, { systemId, examId }, 'share');
    const author = findAuthor(grant);
    const of = { systemId, courseId, examId, userIds: [userId], now: context.clock.now(), author };
    // The candidate may be leaving the exam at this moment.
    const [place] = await lockPlaces(tx, of);
    if (!place) throw new AppError('user.notFound');
    if (!extraTime && !(await queries.deleteExtraTime(tx, of, userId))) return unchanged(true);
    const change = extraTime ? await queries.upsertExtraTime(tx, of, userId, extraTime) : 'removed';
    if (extraTime) await extraTimes.planExtraTimes(tx, of);
    else await extraTimes.planNoExtraTimes(tx, { ...of, platformUserIds: [place.platformUserId] });
    if (!change) return record(true, describeChange({ examId, title }, 1));
    await insertChanges(tx, of, [{ userId, change }]);
    await tellOfChange(context, tx, of, [userId]);
    return record(true, describeChange({ examId, title }, 1, [change]));
  });
  return true;
}

/**
 * From now on the account shows its own end.
 * @throws AppError `extraTime.denied`, `exam.notFound`, `user.notFound` for somebody who is not in the exam
 */
export async function confirmAccount(
  context: AppContext,
  grant: SystemGrant,
  { examId, userId }: { readonly examId: number; readonly userId: number },
  until: Date,
): Promise<true> {
  const { systemId } = grant;
  await write(context, grant, async (tx) => {
    await requireExtraTimeRight(tx, grant);
    const { title } = await getExam(tx, { systemId, examId });
    const candidate = await queries.selectCandidate(tx, { systemId, examId }, userId);
    if (!candidate) throw new AppError('user.notFound');
    const open = await users.selectOpenHandovers(tx, { userId, systemId });
    if (!open.some(({ at }) => at <= until)) return unchanged(true);
    await users.confirmHandovers(tx, { userId, systemId }, until);
    const isTold = open.every(({ at }) => at <= until);
    if (isTold && (candidate.minutes !== null || candidate.factor !== null))
      await tellOfChange(context, tx, { systemId, examId }, [userId]);
    return record(true, { ...describeChange({ examId, title }, 1), action: 'exam.accountsConfirmed' });
  });
  return true;
}

/** Gives somebody extra time who is just being enrolled, and has been told no end. @throws AppError `extraTime.denied` */
export async function giveExtraTime(
  { clock }: AppContext,
  tx: WriteTx,
  grant: SystemGrant,
  { id: examId, title, courseId }: { readonly id: number; readonly title: string; readonly courseId: string },
  userId: number,
  extraTime: ExtraTime,
): Promise<AuditLine> {
  await requireExtraTimeRight(tx, grant);
  const of = { systemId: grant.systemId, courseId, examId, userIds: [userId], now: clock.now() };
  const change = await queries.upsertExtraTime(tx, of, userId, extraTime);
  if (change) await insertChanges(tx, { ...of, author: findAuthor(grant) }, [{ userId, change }]);
  await extraTimes.planExtraTimes(tx, of);
  return describeChange({ examId, title }, 1, change ? [change] : []);
}

/** Says neither whose extra time it is nor how much: administrators without the right read the audit log. */
export function describeChange(
  { examId, title }: { readonly examId: number; readonly title: string },
  candidates: number,
  changes: readonly ExtraTimeChange['change'][] = [],
): AuditLine {
  const [change, ...others] = new Set(changes);
  return {
    action: 'exam.extraTimesChanged',
    subject: `exam:${examId}`,
    detail: { name: title, candidates, ...(change && others.length === 0 && { change }) },
  };
}
