import { type Insertable, sql } from 'kysely';
import type { Schema, WriteTx } from '../../core/database/database.ts';

/** Locks the row of a token, so that two refreshes with it are serialised. */
export function lockRefreshToken(tx: WriteTx, token_hash: Buffer) {
  return tx
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select([
      't.session_id as sessionId',
      't.spent_at as spentAt',
      's.started_at as startedAt',
      's.last_used_at as lastUsedAt',
    ])
    .where('t.token_hash', '=', token_hash)
    .forUpdate('t')
    .executeTakeFirst();
}

export async function spendRefreshToken(tx: WriteTx, token_hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ spent_at: now })
    .where('token_hash', '=', token_hash)
    .execute();
}

export async function insertRefreshToken(tx: WriteTx, token: Insertable<Schema['refresh_tokens']>) {
  await tx
    .insertInto('refresh_tokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

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
