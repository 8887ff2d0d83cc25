import { sql } from 'kysely';
import type { WriteTx } from '../../platform/database/database.ts';

/** Passes that nobody can show any more: at most `limit`; says how many. */
export async function deleteOneTimeTokensBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from one_time_tokens where token_hash = any(array(
      select token_hash from one_time_tokens where expires_at < ${before}::timestamptz
      order by expires_at limit ${limit} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Refresh tokens of sessions that are over: at most `limit`; says how many. Those of a live session stay, spent ones
 * too, since a spent one that is shown again ends the session.
 */
export async function deleteRefreshTokensBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from refresh_tokens where token_hash = any(array(
      select t.token_hash from sessions s join refresh_tokens t on t.session_id = s.id
      where coalesce(s.ended_at, s.expires_at) < ${before}::timestamptz
      limit ${limit} for update of t skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Sessions that are over, with what still hangs on them: at most `limit`; says how many. */
export async function deleteSessionsBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id = any(array(
      select id from sessions where coalesce(ended_at, expires_at) < ${before}::timestamptz
      order by coalesce(ended_at, expires_at) limit ${limit} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
