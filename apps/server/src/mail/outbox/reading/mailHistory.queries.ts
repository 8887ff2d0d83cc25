import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { ownMailState } from '../../../core/database/schema/shownMailState.ts';
import { typed } from '../outbox.queries.ts';
import { mayHoldLink } from '../render/mailing.queries.ts';

/** The newest mails to or about a person: of these systems, and of no system with a purpose in `ofNone`. */
export async function selectMailHistory(
  db: ReadDb,
  of: { readonly userId: number; readonly systemIds: TenantScope; readonly ofNone: readonly string[] },
  limit: number,
) {
  const { systemIds } = of;
  const rows = await db
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select([
      'o.id',
      'o.system_id as systemId',
      'o.exam_id as examId',
      'o.recipient',
      'o.variables as own',
      ownMailState('o').as('state'),
      'o.queued_at as queuedAt',
      'o.sent_at as sentAt',
      'o.planned_for as plannedFor',
      'o.next_try_at as dueAt',
      'o.link_opened_at as linkOpenedAt',
      sql<string | null>`coalesce(o.delivery_reason, o.last_error)`.as('lastError'),
      'o.delivery_reported_at as reportedAt',
      // A letter need not say how one chooses a password.
      sql<boolean>`position('{{setPasswordUrl}}' in m.html) > 0 and ${sql.raw(mayHoldLink('o'))}`.as(
        'hasLink',
      ),
      'm.purpose',
      'm.language',
      'm.subject',
      'm.variables as shared',
    ])
    .where(
      sql<boolean>`(o.user_id = ${of.userId}::bigint
        or o.user_id is null and o.variables ->> 'aboutUserId' = ${String(of.userId)}::text)`,
    )
    .where(
      sql<boolean>`case when o.system_id is null then m.purpose = any(${of.ofNone}::text[])
        else ${systemIds === 'all'}::boolean
          or o.system_id = any(${systemIds === 'all' ? [] : systemIds}::integer[]) end`,
    )
    // A copy to the same address tells what became of a mail that never left.
    .where(
      sql<boolean>`not (o.state = 'failed' and exists (select from outgoing_mails copy
        where copy.user_id = o.user_id and copy.id > o.id and copy.recipient = o.recipient
          and starts_with(copy.key, o.key || '>')))`,
    )
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(typed);
}

export async function isInvitationUnderWay(
  db: ReadDb,
  of: { readonly examId: number; readonly userId: number },
): Promise<boolean> {
  const mail = await db
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select('o.id')
    .where((eb) => eb.and({ 'o.exam_id': of.examId, 'o.user_id': of.userId }))
    .where('o.state', 'in', ['queued', 'sending', 'waiting'])
    .where('m.purpose', '=', 'invitation')
    .executeTakeFirst();
  return mail !== undefined;
}

export async function markLinkOpened(tx: WriteTx, userId: number, subject: string, now: Date): Promise<void> {
  await tx
    .updateTable('outgoing_mails')
    .set({ link_opened_at: now })
    .where((eb) => eb.and({ user_id: userId, link_opened_at: null }))
    .where(sql<boolean>`variables -> 'secretLink' ->> 'subject' = ${subject}`)
    .execute();
}
