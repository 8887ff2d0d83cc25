import { sql } from 'kysely';
import type { WriteTx } from '../platform/database/database.ts';

/** Sets or clears `attested_at` for candidates of one cohort; returns the ids that changed. */
export async function markAttested(
  tx: WriteTx,
  of: { readonly systemId: number; readonly cohortId: number; readonly userIds: readonly number[] },
  attestedAt: Date | null,
): Promise<number[]> {
  const changed = await tx
    .updateTable('enrolments')
    .set({ attested_at: attestedAt })
    .where('system_id', '=', of.systemId)
    .where('cohort_id', '=', of.cohortId)
    .where(sql<boolean>`user_id = any(${of.userIds}::bigint[])`)
    .where('attested_at', attestedAt === null ? 'is not' : 'is', null)
    .returning('user_id')
    .execute();
  return changed.map(({ user_id }) => user_id);
}

/** How many of these people are in the cohort. */
export async function countCandidatesAmong(
  tx: WriteTx,
  of: { readonly systemId: number; readonly cohortId: number; readonly userIds: readonly number[] },
): Promise<number> {
  const { n } = await tx
    .selectFrom('enrolments')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('system_id', '=', of.systemId)
    .where('cohort_id', '=', of.cohortId)
    .where(sql<boolean>`user_id = any(${of.userIds}::bigint[])`)
    .executeTakeFirstOrThrow();
  return n;
}
