import type { BodyOf } from '@guichet/contract/core/endpoint';
import type {
  PutBack,
  putBackCandidates as putBackEndpoint,
  RemovedPeople,
} from '@guichet/contract/exams/places.removals';
import {
  type AuditLine,
  findAuthor,
  findLineOfRemoval,
  record,
  unchanged,
  write,
} from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { joinNames, selectAccounts } from '../../identity/users/users.service.ts';
import { planEnrolments } from '../../learning/learning.service.ts';
import { cancelCandidateMails, requeueMails } from '../../mail/outbox/outbox.service.ts';
import * as enrolments from '../enrolments/enrolments.service.ts';
import { type ExamRow, getExam, lockExam, type OfExam } from '../facts/facts.service.ts';
import { enqueueNotice } from '../notices/notices.service.ts';
import { removePlaces } from './takeOut.ts';

/**
 * As far as nothing has happened to the people since; cancels unsent mails about the removal. Returns nobody where it was
 * undone already or the sweep has forgotten it. Whoever was told of the removal would not come without the mail.
 * @throws AppError `exam.notFound`
 */
export async function putBackCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { removalId, userIds: wanted }: BodyOf<typeof putBackEndpoint>,
): Promise<PutBack> {
  const { systemId } = grant;
  const of = { systemId, examId };
  const now = context.clock.now();
  const by = findAuthor(grant).fullName;
  return write<PutBack>(context, grant, async (tx) => {
    const exam = await lockExam(tx, of, 'share');
    const removed = await lockRemoved(tx, of, removalId, wanted ?? null);
    const back = removed.filter(({ state }) => state === 'removed');
    const userIds = back.map(({ userId }) => userId);
    const others = removed
      .filter(({ state }) => state !== 'removed')
      .map(({ userId, state }) => ({ userId, reason: state === 'mailed' ? state : 'changed' }) as const);
    const [first] = back;
    if (!first) return unchanged({ userIds, others });
    if (first.movedTo !== null) {
      const movedTo = await getExam(tx, { systemId, examId: first.movedTo }, { alsoCancelled: true });
      await removePlaces(tx, movedTo, back, { now, by });
    }
    const how = { removalId, tells: true, by };
    const { told, line } = await restoreCandidates(context, tx, exam, back, how);
    return record({ userIds, others, ...(told > 0 && { told }) }, line);
  });
}

/** The kept places of a removal, locked, of all its people or of these. */
export async function lockRemoved(
  tx: WriteTx,
  of: OfExam,
  removalId: string,
  userIds: readonly number[] | null = null,
): Promise<readonly enrolments.Removed[]> {
  const locked = await enrolments.lockRemoval(tx, of, removalId, userIds);
  return (await enrolments.selectRemoval(tx, of, removalId)).filter(({ userId }) => locked.has(userId));
}

/**
 * Gives kept places back to people whose state is `removed`, with platform enrolments and unsent mails; returns the number
 * of mails to those who had been told of the removal, and the audit line.
 */
export async function restoreCandidates(
  context: AppContext,
  tx: WriteTx,
  exam: ExamRow,
  back: readonly enrolments.Removed[],
  { removalId, tells, by }: { readonly removalId: string; readonly tells: boolean; readonly by: string },
): Promise<{ readonly told: number; readonly line: AuditLine }> {
  const { id: examId, systemId, courseId } = exam;
  const of = { systemId, examId };
  const now = context.clock.now();
  const userIds = back.map(({ userId }) => userId);
  await enrolments.restorePlaces(tx, back);
  await enrolments.deleteRemoval(tx, { ...of, userIds }, removalId);
  await planEnrolments(tx, { systemId, courseId, examId, userIds, now });
  // The mail that they have left the exam is no longer true.
  await cancelCandidateMails(tx, { ...of, userIds }, { reason: 'cancelledOutdated', by });
  await requeueMails(tx, { ...of, states: Object.assign({}, ...back.map(({ mails }) => mails)), now });
  const notice = { kind: 'examBack', removalId, userIds } as const;
  const told = tells ? await enqueueNotice(context, tx, of, exam, notice) : 0;
  const detail = { name: exam.title, candidates: userIds.length, userIds, ...(told > 0 && { mails: told }) };
  return { told, line: { action: 'candidates.putBack', subject: `exam:${examId}`, detail } };
}

/**
 * By name. The audit line names them even when the removal is forgotten. Empty for a removal of another exam.
 * @throws AppError `exam.notFound`
 */
export async function getRemoval(
  context: AppContext,
  { systemId }: SystemGrant,
  { examId, removalId }: Omit<OfExam, 'systemId'> & { readonly removalId: string },
): Promise<RemovedPeople> {
  const db = context.database.read;
  const of = { systemId, examId };
  const { isCancelled } = await getExam(db, of, { alsoCancelled: true });
  const userIds = await findRemovedIds(db, of, removalId);
  const accounts = await selectAccounts(db, userIds);
  const found = new Set(accounts.map(({ id }) => id));
  const kept = new Map(
    (await enrolments.selectRemoval(db, of, removalId)).map(({ userId, state }) => [userId, state]),
  );
  const enrolled = await enrolments.selectEnrolledAmong(db, { ...of, userIds });
  const present = accounts.map(({ id: userId, email, ...account }) => ({
    userId,
    fullName: joinNames(account),
    // The address distinguishes namesakes; it is only given for people whose place is kept.
    email: kept.has(userId) ? email : '',
    state: kept.get(userId) ?? (enrolled.has(userId) ? ('enrolled' as const) : ('forgotten' as const)),
  }));
  const gone = userIds
    .filter((userId) => !found.has(userId))
    .map((userId) => ({ userId, fullName: '', email: '', state: 'deleted' as const }));
  return { isCancelled, people: [...present, ...gone] };
}

/** The removals of an exam of whom somebody is still out. @throws AppError `exam.notFound` */
export async function listOpenRemovals(
  { database: { read: db } }: AppContext,
  { systemId }: SystemGrant,
  examId: number,
): Promise<string[]> {
  const of = { systemId, examId };
  await getExam(db, of, { alsoCancelled: true });
  return enrolments.selectOpenRemovals(db, of);
}

/** A line about one person has the person as its subject; a line about several names them in the detail. */
async function findRemovedIds(db: ReadDb, of: OfExam, removalId: string): Promise<number[]> {
  const line = await findLineOfRemoval(db, of, removalId);
  if (!line) return [];
  const { userIds } = line.detail as { readonly userIds?: readonly number[] };
  return userIds ? [...userIds] : [Number(line.subject?.split(':')[1])];
}
