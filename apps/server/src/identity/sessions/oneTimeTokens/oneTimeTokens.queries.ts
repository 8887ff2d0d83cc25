import type { Insertable } from 'kysely';
import type { Schema, WriteTx } from '../../../core/database/database.ts';
import { deleteOverdue } from '../../../core/database/deleteOverdue.ts';

type OneTimeToken = Schema['one_time_tokens'];

export async function insertOneTimeToken(tx: WriteTx, token: Insertable<OneTimeToken>): Promise<void> {
  await tx.insertInto('one_time_tokens').values(token).execute();
}

/** Spends a one-time token valid for this purpose and audience; returns its session, or undefined for an invalid token. */
export async function consumeOneTimeToken(
  tx: WriteTx,
  token: Pick<OneTimeToken, 'token_hash' | 'purpose'> & { readonly audience: string },
  now: Date,
): Promise<string | null> {
  const spent = await tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', token.token_hash)
    .where((eb) => eb.and({ purpose: token.purpose, audience: token.audience, used_at: null }))
    .where('expires_at', '>', now)
    .returning('session_id as sessionId')
    .executeTakeFirst();
  return spent?.sessionId ?? null;
}

export const deleteOneTimeTokensBefore = deleteOverdue({
  table: 'one_time_tokens',
  key: 'token_hash',
  at: 'expires_at',
});
