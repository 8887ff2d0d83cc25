import type { Insertable } from 'kysely';
import type { WriteTx } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema/schema.ts';

type Pass = Schema['one_time_tokens'];

export async function insertOneTimeToken(tx: WriteTx, pass: Insertable<Pass>): Promise<void> {
  await tx.insertInto('one_time_tokens').values(pass).execute();
}

/** Spends a pass that is good for this purpose and audience, and gives its session; nothing when it is not. */
export async function consumeOneTimeToken(
  tx: WriteTx,
  pass: Pick<Pass, 'token_hash' | 'purpose'> & { readonly audience: string },
  now: Date,
): Promise<string | null> {
  const spent = await tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', pass.token_hash)
    .where('purpose', '=', pass.purpose)
    .where('audience', '=', pass.audience)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('session_id as sessionId')
    .executeTakeFirst();
  return spent?.sessionId ?? null;
}
