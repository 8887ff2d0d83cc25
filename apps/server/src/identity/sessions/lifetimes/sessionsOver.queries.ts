import { sql } from 'kysely';
import type { WriteTx } from '../../../core/database/database.ts';
import { deleteOverdue } from '../../../core/database/deleteOverdue.ts';

/**
 * Deletes refresh tokens of ended sessions: at most `limit`; returns how many. Tokens of a live session stay,
 * also spent tokens, because the reuse of a spent token ends the session.
 */
export async function deleteRefreshTokensBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from refresh_tokens where token_hash = any(array(
      select t.token_hash from sessions s join refresh_tokens t on t.session_id = s.id
      where coalesce(s.ended_at, s.expires_at) < ${before}::timestamptz
      limit ${limit} for update of t skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes expired one-time tokens. */
export const deleteOneTimeTokensBefore = deleteOverdue({
  table: 'one_time_tokens',
  key: 'token_hash',
  at: 'expires_at',
});

/** Deletes ended sessions with their dependent rows. */
export const deleteSessionsBefore = deleteOverdue({
  table: 'sessions',
  key: 'id',
  at: 'coalesce(ended_at, expires_at)',
});
