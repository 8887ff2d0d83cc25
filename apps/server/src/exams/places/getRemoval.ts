import type { RemovedPeople } from '@guichet/contract/exams/places.removals';
import { findLineOfRemoval } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant } from '../../core/context/appContext.ts';
import { joinNames, selectAccounts } from '../../identity/users/users.service.ts';
import { selectEnrolledAmong, selectOpenRemovals, selectRemoval } from '../enrolments/enrolments.service.ts';
import { getExam, type OfExam } from '../facts/facts.service.ts';

/**
 * The people whom a removal or a move took out of an exam, by name, each with whether they can be put back, or why
 * not. The audit line names them even when the removal is forgotten. Empty for a removal of another exam.
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
  const kept = new Map((await selectRemoval(db, of, removalId)).map(({ userId, state }) => [userId, state]));
  const enrolled = await selectEnrolledAmong(db, { ...of, userIds });
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
  return selectOpenRemovals(db, of);
}

/** A line about one person has the person as its subject; a line about several names them in the detail. */
async function findRemovedIds(db: ReadDb, of: OfExam, removalId: string): Promise<number[]> {
  const line = await findLineOfRemoval(db, of, removalId);
  if (!line) return [];
  const { userIds } = line.detail as { readonly userIds?: readonly number[] };
  return userIds ? [...userIds] : [Number(line.subject?.split(':')[1])];
}
