import type { WriteTx } from '../../core/database/database.ts';
import { planUnenrolments } from '../../learning/learning.service.ts';
import { cancelCandidateMails } from '../../mail/outbox/outbox.service.ts';
import { deleteEnrolments, insertRemoval, type Place } from '../enrolments/enrolments.service.ts';
import type { ExamRow } from '../facts/facts.service.ts';

export interface Removing {
  readonly removalId?: string | undefined;
  readonly now: Date;
  /** The name of who removes. */
  readonly by: string;
}

/** Removes people from an exam, its course and unsent mails; `removalId`: keeps the places for an undo. */
export async function removePlaces(
  tx: WriteTx,
  { id: examId, systemId, courseId }: ExamRow,
  places: readonly Pick<Place, 'userId' | 'platformUserId'>[],
  { removalId, movedTo = null, now, by }: Removing & { readonly movedTo?: number | null },
): Promise<void> {
  const of = { systemId, examId, userIds: places.map(({ userId }) => userId) };
  if (removalId) await insertRemoval(tx, { ...of, removalId, movedTo, now });
  const platformUserIds = places.map(({ platformUserId }) => platformUserId);
  await planUnenrolments(tx, { systemId, courseId, platformUserIds, now });
  await cancelCandidateMails(tx, of, { reason: 'cancelledPlace', by });
  await deleteEnrolments(tx, of);
}

/** The people enrolled by each import, for a removal's audit line, since their places are gone by then. */
export function groupByImport(places: readonly Pick<Place, 'userId' | 'importId'>[]): {
  readonly imports?: Record<string, number[]>;
} {
  const placed = places.flatMap(({ userId, importId }) => (importId === null ? [] : [{ userId, importId }]));
  if (placed.length === 0) return {};
  const byImport = Object.entries(Object.groupBy(placed, ({ importId }) => importId));
  return {
    imports: Object.fromEntries(byImport.map(([id, of = []]) => [id, of.map(({ userId }) => userId)])),
  };
}

/** The people among these who have no place. */
export function findAbsent(userIds: readonly number[], places: readonly Pick<Place, 'userId'>[]) {
  const found = new Set(places.map(({ userId }) => userId));
  return [...new Set(userIds)]
    .filter((userId) => !found.has(userId))
    .map((userId) => ({ userId, reason: 'absent' as const }));
}
