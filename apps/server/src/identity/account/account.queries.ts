import { listPurposes } from '@guichet/contract/mail/outbox.purposes';
import { type Insertable, sql } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { deleteOverdue } from '../../core/database/deleteOverdue.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { endsFrom } from '../../core/database/schema/examDays.ts';

export async function insertToken(tx: WriteTx, token: Insertable<Schema['account_tokens']>): Promise<void> {
  await tx.insertInto('account_tokens').values(token).execute();
}

export async function selectToken(db: ReadDb, tokenId: string) {
  return (await selectTokens(db, [tokenId])).get(tokenId) ?? null;
}

export async function selectTokens(db: ReadDb, tokenIds: readonly string[]) {
  const tokens = await db
    .selectFrom('account_tokens')
    .select(['id', 'user_id as userId', 'used_at as usedAt', 'expires_at as expiresAt'])
    .select(['new_email as newEmail', 'asked_by as askedBy'])
    .where(sql<boolean>`id = any(${tokenIds}::uuid[])`)
    .execute();
  return new Map(tokens.map(({ id, ...token }) => [id, token]));
}

/** Deletes the unused tokens of a person, which a newer link replaces. Returns their ids. */
export async function deleteUnusedTokens(
  tx: WriteTx,
  userId: number,
  purpose: Schema['account_tokens']['purpose'],
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('account_tokens')
    .where((eb) => eb.and({ user_id: userId, purpose, used_at: null }))
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** The last days of these exams as planned now, by id. */
export async function selectExamDates(
  db: ReadDb,
  examIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const exams = await db
    .selectFrom('exams')
    .select(['id', 'exam_date', 'end_date'])
    .where(sql<boolean>`id = any(${examIds}::bigint[])`)
    .execute();
  return new Map(exams.map((exam) => [exam.id, exam.end_date || exam.exam_date]));
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
    .where((eb) => eb.and({ user_id: userId, purpose: 'resetPassword', used_at: null }))
    .where('issued_at', '>', since)
    .executeTakeFirst();
  return token !== undefined;
}

/** When the person's link to a new password that works at `now` was issued; null for none. */
export async function selectOpenToken(db: ReadDb, userId: number, now: Date): Promise<Date | null> {
  const token = await db
    .selectFrom('account_tokens')
    .select('issued_at as issuedAt')
    .where((eb) => eb.and({ user_id: userId, purpose: 'resetPassword', used_at: null }))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return token?.issuedAt ?? null;
}

/** Marks every outstanding password link of this person as used, after a password was chosen. */
export async function spendTokens(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where((eb) => eb.and({ user_id: userId, purpose: 'resetPassword', used_at: null }))
    .execute();
}

export async function markTokenUsed(tx: WriteTx, tokenId: string, now: Date): Promise<void> {
  await tx.updateTable('account_tokens').set({ used_at: now }).where('id', '=', tokenId).execute();
}

/** Deletes expired links, used and unused. */
export const deleteTokensBefore = deleteOverdue({ table: 'account_tokens', key: 'id', at: 'expires_at' });

/** A mail that went astray. The columns of its exam tell when the exam ends; null for a new account's mail. */
export interface AstrayMail {
  readonly id: number;
  readonly examDate: string | null;
  readonly endTime: string | null;
  readonly endDate: string | null;
}

/**
 * The mails that failed at, or left for, another address than the person's, and that still matter. About an
 * exam: the person is enrolled in it, and no later mail of the same kind, nor an invitation, which says
 * everything, has left or is about to; of a letter no copy, for each says its own. Of a new account: the person has not chosen a password.
 */
export async function selectAstrayMails(
  db: ReadDb,
  { userId, systemIds, today }: { userId: number; systemIds: TenantScope; today: string },
): Promise<AstrayMail[]> {
  const ofScope = systemIds === 'all' ? sql`true` : sql`o.system_id = any(${systemIds}::integer[])`;
  const { rows } = await sql<AstrayMail>`
    select o.id, c.exam_date as "examDate", c.end_time as "endTime", c.end_date as "endDate"
    from outgoing_mails o join mailings m on m.id = o.mailing_id join users u on u.id = o.user_id
    left join exams c on c.id = o.exam_id
    where o.user_id = ${userId}::bigint and ${ofScope} and o.state in ('failed', 'sent') and o.recipient <> u.email
      and case when o.exam_id is null
        then m.purpose = 'newAccount' and u.must_choose_password_since is not null
          and u.deactivated_at is null and u.locked_at is null
        else c.deactivated_at is null and ${endsFrom('c', today)}
          and m.purpose <> all(${listPurposes('tellsEnd')}::text[])
          and exists (select from enrolments e where e.exam_id = o.exam_id and e.user_id = o.user_id) end
      and not exists (
        select from outgoing_mails later join mailings g on g.id = later.mailing_id
        where later.exam_id is not distinct from o.exam_id and later.user_id = o.user_id and later.id > o.id
          and later.state <> 'cancelled' and (later.state <> 'queued' or later.planned_for is null)
          and case when m.purpose = 'letter' then starts_with(later.key, o.key || '>')
            else g.purpose in ('invitation', m.purpose) end)
    order by o.id`.execute(db);
  return rows;
}

/** The new address that still waits for its confirmation; null for none. */
export async function findNewAddress(db: ReadDb, userId: number, now: Date): Promise<string | null> {
  const token = await db
    .selectFrom('account_tokens')
    .select('new_email as email')
    .where('user_id', '=', userId)
    .where('new_email', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return token?.email ?? null;
}
