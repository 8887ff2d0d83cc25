import { sql } from 'kysely';
import type { WriteTx } from '../../platform/database/database.ts';

/** Deletes expired one-time tokens: at most `limit`; returns how many. */
export async function deleteOneTimeTokensBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from one_time_tokens where token_hash = any(array(
      select token_hash from one_time_tokens where expires_at < ${before}::timestamptz
      order by expires_at limit ${limit} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes refresh tokens of ended sessions: at most `limit`; returns how many. Those of a live session stay, also spent
 * ones, because reuse of a spent one ends the session.
 */
export async function deleteRefreshTokensBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from refresh_tokens where token_hash = any(array(
      select t.token_hash from sessions s join refresh_tokens t on t.session_id = s.id
      where coalesce(s.ended_at, s.expires_at) < ${before}::timestamptz
      limit ${limit} for update of t skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes ended sessions with their dependent rows: at most `limit`; returns how many. */
export async function deleteSessionsBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id = any(array(
      select id from sessions where coalesce(ended_at, expires_at) < ${before}::timestamptz
      order by coalesce(ended_at, expires_at) limit ${limit} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
