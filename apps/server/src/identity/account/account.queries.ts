import type { Insertable } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { deleteOverdue } from '../../core/database/deleteOverdue.ts';
import type { Schema } from '../../core/database/schema/schema.ts';

export async function insertToken(tx: WriteTx, token: Insertable<Schema['account_tokens']>): Promise<void> {
  await tx.insertInto('account_tokens').values(token).execute();
}

export async function selectToken(db: ReadDb, tokenId: string) {
  const token = await db
    .selectFrom('account_tokens')
    .select(['user_id as userId', 'used_at as usedAt', 'expires_at as expiresAt'])
    .select(['new_email as newEmail', 'asked_by as askedBy'])
    .where('id', '=', tokenId)
    .executeTakeFirst();
  return token ?? null;
}

/** Deletes the unused tokens of a person, which a newer link replaces. Returns their ids. */
export async function deleteUnusedTokensOf(
  tx: WriteTx,
  userId: number,
  purpose: Schema['account_tokens']['purpose'],
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** The current date of an exam; null where the exam does not exist. */
export async function selectExamDate(db: ReadDb, examId: number): Promise<string | null> {
  const exam = await db.selectFrom('exams').select('exam_date').where('id', '=', examId).executeTakeFirst();
  return exam?.exam_date ?? null;
}

export async function isEmailConfirmed(db: ReadDb, userId: number): Promise<boolean> {
  const user = db.selectFrom('users').select('email_confirmed_at').where('id', '=', userId);
  return (await user.executeTakeFirst())?.email_confirmed_at != null;
}

/** Whether an unused link to a new password was issued to the person after `since`. */
export async function hasFreshToken(db: ReadDb, userId: number, since: Date): Promise<boolean> {
  const token = await db
    .selectFrom('account_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'resetPassword')
    .where('used_at', 'is', null)
    .where('issued_at', '>', since)
    .executeTakeFirst();
  return token !== undefined;
}

/** Marks every outstanding password link of this person as used, after a password was chosen. */
export async function spendTokensOf(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'resetPassword')
    .where('used_at', 'is', null)
    .execute();
}

export async function markTokenUsed(tx: WriteTx, tokenId: string, now: Date): Promise<void> {
  await tx.updateTable('account_tokens').set({ used_at: now }).where('id', '=', tokenId).execute();
}

/** Deletes expired links, used and unused. */
export const deleteTokensBefore = deleteOverdue({ table: 'account_tokens', key: 'id', at: 'expires_at' });

/** Serialises password changes of one account. */
export async function lockAccount(tx: WriteTx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}
