/**
 * Owns what a list does to the extra time of an exam, and the way back. Does not know files, and gives amounts to
 * imports alone, which require the right to them.
 */
import type { AppContext, ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import type { StagedLines } from '../../../core/database/schema/stagedLines.ts';
import * as users from '../../../identity/users/users.service.ts';
import * as extraTimes from '../../../learning/extraTimes/extraTimes.service.ts';
import type { ExtraTime } from '../../../learning/learning.service.ts';
import type { ExamRow } from '../../facts/facts.service.ts';
import { listTellable, tellOfChange } from './changeMails.ts';
import { type ChangeOf, insertChanges } from './changes.queries.ts';
import * as queries from './extraTimes.queries.ts';

/**
 * Gives staged people their lines' extra time, within the import's transaction; whose extra time stands keep it unless
 * they are among `mayChange`. Returns what changed, and the number of mails.
 */
export async function giveStagedExtraTimes(
  context: AppContext,
  tx: WriteTx,
  of: ChangeOf & { readonly courseId: string; readonly mayChange: readonly number[] },
  parts: readonly StagedLines[],
) {
  const changed: Awaited<ReturnType<typeof queries.upsertStaged>> = [];
  for (const lines of parts) {
    changed.push(...(await queries.upsertStaged(tx, of, lines)));
    await users.confirmStagedAddresses(tx, lines, of);
  }
  if (changed.length === 0) return { changed, mails: 0 };
  const userIds = changed.map(({ userId }) => userId);
  await extraTimes.planExtraTimes(tx, { ...of, userIds });
  await insertChanges(
    tx,
    of,
    changed.map(({ userId, from }) => ({ userId, change: from ? 'changed' : 'given' })),
  );
  return { changed, mails: await tellOfChange(context, tx, of, userIds) };
}

/** Puts the extra time of people in the exam back to what stood before, null for none. */
export async function restoreExtraTimes(
  context: AppContext,
  tx: WriteTx,
  of: ChangeOf & { readonly courseId: string },
  people: readonly {
    readonly userId: number;
    readonly platformUserId: string;
    readonly extraTime: ExtraTime | null;
  }[],
): Promise<void> {
  const idsOf = (some: typeof people) => some.map(({ userId }) => userId);
  const given = people.filter(({ extraTime }) => extraTime !== null);
  const taken = people.filter(({ extraTime }) => extraTime === null);
  await queries.restoreExtraTimes(tx, of, people);
  await insertChanges(
    tx,
    of,
    people.map(({ userId, extraTime }) => ({ userId, change: extraTime ? 'changed' : 'removed' })),
  );
  if (given.length > 0) await extraTimes.planExtraTimes(tx, { ...of, userIds: idsOf(given) });
  const platformUserIds = taken.map(({ platformUserId }) => platformUserId);
  if (taken.length > 0) await extraTimes.planNoExtraTimes(tx, { ...of, platformUserIds });
  await tellOfChange(context, tx, of, idsOf(people));
}

/**
 * The people in an exam whose extra time a staged list states: who has none yet, who another one, and who the same;
 * `told`: whom a change would be mailed. Only for callers with the right, whom alone a list may tell amounts.
 */
export async function compareStagedExtraTimes(
  context: AppContext,
  db: ReadDb,
  { systemId, exam }: { readonly systemId: number; readonly exam: ExamRow },
  parts: readonly (StagedLines | queries.NewlyAddressed)[],
) {
  const of = { systemId, examId: exam.id, exam };
  const people = new Map<number, Awaited<ReturnType<typeof queries.selectStagedOfPresent>>[number]>();
  for (const lines of parts)
    for (const one of await queries.selectStagedOfPresent(db, of, lines))
      people.set(one.userId, people.get(one.userId) ?? one);
  const {
    given = [],
    other = [],
    same = [],
  } = Object.groupBy(people.values(), ({ from, to }) => {
    if (!from) return 'given';
    return from.minutes === to.minutes && from.factor === to.factor ? 'same' : 'other';
  });
  const userIds = [...given, ...other].map(({ userId }) => userId);
  const told = new Set((await listTellable(context, db, of, userIds)).map(({ id }) => id));
  return { given, other, same, told };
}
