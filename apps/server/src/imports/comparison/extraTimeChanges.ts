import type { ChangedPart } from '@guichet/contract/imports/imports.comparison';
import type { AppContext, ReadDb } from '../../core/context/appContext.ts';
import { compareStagedExtraTimes } from '../../exams/enrolments/extraTimes/listedExtraTimes.service.ts';
import type { ExamRow } from '../../exams/facts/facts.service.ts';
import { joinNames } from '../../identity/users/users.service.ts';
import type { ExtraTime } from '../../learning/learning.service.ts';
import { givesExtraTime, type Staged } from '../stage/staging.ts';

/**
 * The extra times that a list has otherwise than they stand, and the people of the exam who get extra time by the list.
 * `people`: those whom the list names by a new address.
 */
export async function findExtraTimeChanges(
  context: AppContext,
  db: ReadDb,
  of: { readonly systemId: number; readonly exam: ExamRow },
  stage: Staged,
  people: readonly { readonly line: number; readonly userId: number }[],
) {
  if (!givesExtraTime(stage)) return { given: [], changes: [] };
  const parts = [...stage.parts, { stageId: stage.stageId, people }];
  const { given, other, told } = await compareStagedExtraTimes(context, db, of, parts);
  const changes = other.map(({ userId, line, email, from, to, ...names }) => ({
    ...{ userId, line, email, name: joinNames(names), said: names },
    part: 'extraTime' as const,
    ...{ from: from ? written(from) : '', to: written(to) },
    // To take time from somebody is a decision.
    isProbable: from !== null && isMore(from, to),
    isTold: told.has(userId),
  }));
  return { given: given.map(({ userId }) => userId), changes };
}

/** As `parseExtraTime` reads the amount. */
function written({ minutes, factor }: ExtraTime): string {
  return minutes === null ? `× ${factor}` : `${minutes} min`;
}

/** False also where minutes and a factor cannot be compared. */
function isMore(from: ExtraTime, to: ExtraTime): boolean {
  if (from.minutes !== null && to.minutes !== null) return to.minutes > from.minutes;
  return from.factor !== null && to.factor !== null && to.factor > from.factor;
}

export function isOfPlace(part: ChangedPart['part']): boolean {
  return part === 'list' || part === 'extraTime';
}
