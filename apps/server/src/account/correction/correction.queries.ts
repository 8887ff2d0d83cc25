import { sql } from 'kysely';
import type { ReadDb } from '../../platform/database/database.ts';

/** The latest mail about an exam that failed at, or left for, another address than the person's; null for none. */
export async function findMailToResend(
  db: ReadDb,
  userId: number,
  systemIds: readonly number[] | 'all',
): Promise<number | null> {
  const mail = await db
    .selectFrom('outgoing_mails as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('cohorts as c', 'c.id', 'o.cohort_id')
    .select(['o.id', 'o.state', 'o.recipient', 'u.email'])
    .where('o.user_id', '=', userId)
    .where('c.deactivated_at', 'is', null)
    .$if(systemIds !== 'all', (mails) =>
      mails.where(sql<boolean>`o.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .orderBy('o.id', 'desc')
    .executeTakeFirst();
  const isAstray =
    mail && (mail.state === 'failed' || mail.state === 'sent') && mail.recipient !== mail.email;
  return isAstray ? mail.id : null;
}

/** The address that counts once its mailed link is opened; null for none. */
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
