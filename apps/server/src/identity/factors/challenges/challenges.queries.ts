import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';
import { deleteOverdue } from '../../../core/database/deleteOverdue.ts';

type Challenge = Schema['factor_challenges'];
export type ChallengePurpose = Challenge['purpose'];

/** `session_id` null: the challenge is bound to no session. */
export type ShownChallenge = Pick<Challenge, 'token_hash' | 'purpose' | 'session_id'>;

const mostWrongAnswers = 5;

export async function insertChallenge(tx: WriteTx, challenge: Insertable<Challenge>): Promise<void> {
  await tx.insertInto('factor_challenges').values(challenge).execute();
}

/** Challenges that may still be answered; a password change or a deactivation ends them too. */
function openChallenges(db: ReadDb, { token_hash, purpose, session_id }: ShownChallenge, now: Date) {
  return db
    .selectFrom('factor_challenges as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.user_id as userId', 'c.token_hash as tokenHash', 'c.signed_in_by as signedInBy'])
    .where((eb) => eb.and({ 'c.token_hash': token_hash, 'c.purpose': purpose }))
    .where(sql<boolean>`c.session_id is not distinct from ${session_id}::uuid`)
    .where('c.used_at', 'is', null)
    .where('c.expires_at', '>', now)
    .where('c.wrong_answers', '<', mostWrongAnswers)
    .where((row) =>
      row.or([
        row('u.sessions_ended_at', 'is', null),
        row('c.issued_at', '>', row.ref('u.sessions_ended_at')),
      ]),
    );
}

export function selectChallenge(db: ReadDb, shown: ShownChallenge, now: Date) {
  return openChallenges(db, shown, now).executeTakeFirst();
}

/** Spends a challenge; undefined when the challenge is invalid or over. */
export async function spendChallenge(tx: WriteTx, shown: ShownChallenge, now: Date) {
  const found = await openChallenges(tx, shown, now).forUpdate('c').executeTakeFirst();
  if (!found) return undefined;
  await tx
    .updateTable('factor_challenges')
    .set({ used_at: now })
    .where('token_hash', '=', found.tokenHash)
    .execute();
  return found;
}

export async function countWrongAnswer(tx: WriteTx, token_hash: Buffer): Promise<boolean> {
  const counted = await tx
    .updateTable('factor_challenges')
    .set((row) => ({ wrong_answers: row('wrong_answers', '+', 1) }))
    .where('token_hash', '=', token_hash)
    .returning('wrong_answers as count')
    .executeTakeFirst();
  return counted !== undefined && counted.count < mostWrongAnswers;
}

export const deleteChallengesBefore = deleteOverdue({
  table: 'factor_challenges',
  key: 'token_hash',
  at: 'expires_at',
});
