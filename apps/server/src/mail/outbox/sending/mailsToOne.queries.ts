import { emailKey } from '@guichet/contract/core/fold';
import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';

/** When the newest mails about exams to a person or address left, newest first; null: still being sent. */
export async function selectSentToOne(
  db: ReadDb,
  of: { readonly userId: number | null; readonly recipient: string; readonly mailId: number },
  since: Date,
  most: number,
): Promise<(Date | null)[]> {
  const rows = await db
    .selectFrom('outgoing_mails')
    .select('sent_at as sentAt')
    .where((mail) =>
      mail.or([mail('user_id', '=', of.userId), mail(sql`lower(recipient)`, '=', emailKey(of.recipient))]),
    )
    .where('exam_id', 'is not', null)
    .where((mail) =>
      mail.or([
        mail('sent_at', '>', since),
        mail('state', '=', 'sending').and('sent_at', 'is', null).and('id', '<', of.mailId),
      ]),
    )
    .orderBy(sql`sent_at desc nulls first`)
    .limit(most)
    .execute();
  return rows.map(({ sentAt }) => sentAt);
}
