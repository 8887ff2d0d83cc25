import { listPurposes } from '@guichet/contract/mail/outbox.purposes';
import { sql } from 'kysely';
import type { WriteTx } from '../../../core/database/database.ts';

/**
 * Removes the link to a first password from a person's unsent texts about exams, since the person has chosen a password: the
 * mails then say that it works.
 */
export async function forgetFirstLinks(tx: WriteTx, userId: number): Promise<void> {
  await sql`
    update outgoing_mails o set variables = o.variables - 'secretLink'
    from mailings m
    where m.id = o.mailing_id and o.user_id = ${userId} and o.state in ('queued', 'waiting') and o.exam_id is not null
      and m.purpose = any(${listPurposes('isWritten')}::text[]) and o.variables ? 'secretLink'`.execute(tx);
}
