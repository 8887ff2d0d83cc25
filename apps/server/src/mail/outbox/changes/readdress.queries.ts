import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { cancelled } from '../causes/cancelledMail.queries.ts';
import type { OwnVariables } from '../render/mail.ts';
import { isOpenAccountMail } from './accountMails.queries.ts';
import { whyOutdated } from './revive.queries.ts';

export type MailToPerson = Awaited<ReturnType<typeof selectMailsToPerson>>[number];

/** Whether a mail that has left still holds: it is about an exam, or an account without a password. */
const isLasting = sql<boolean>`(o.exam_id is not null or ${isOpenAccountMail})`;

/** A lasting mail that has left and did not come back. A delayed mail is excluded: it may still arrive; so is a filed one. */
const isArrived = sql<boolean>`o.state = 'sent' and ${isLasting}
  and coalesce(o.delivery, '') not in ('failed', 'delayed', 'filed')`;

const unsent = ['queued', 'sending', 'waiting'] as const;

/**
 * The mails that need a copy to their person's present address and name. With `userId`: the person's unsent
 * mails. With `mailIds`, these mails: unsent or failed at another address; about an exam or a new account and
 * sent to another address; come back from any address; with `alsoArrived` also arrived at the present
 * address.
 */
export async function selectMailsToPerson(
  db: ReadDb,
  of:
    | { readonly userId: number; readonly mailIds?: never; readonly alsoArrived?: never }
    | { readonly mailIds: readonly number[]; readonly alsoArrived?: boolean; readonly userId?: never },
) {
  const rows = await db
    .selectFrom('outgoing_mails as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select([
      'o.id',
      'o.key',
      'o.mailing_id as mailingId',
      'o.system_id as systemId',
      'o.exam_id as examId',
      'u.id as userId',
      'm.purpose',
      'o.variables',
      'o.planned_for as plannedFor',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
    ])
    .$if(of.userId !== undefined, (mails) =>
      mails
        .where('o.user_id', '=', of.userId as number)
        .where('o.state', 'in', unsent)
        .where(
          sql<boolean>`(o.recipient, o.recipient_name) <> (u.email, trim(concat(u.first_name, ' ', u.last_name)))`,
        ),
    )
    .$if(of.mailIds !== undefined, (mails) =>
      mails
        .where(sql<boolean>`o.id = any(${of.mailIds}::bigint[])`)
        .where((row) =>
          row.or([
            row('o.recipient', '<>', row.ref('u.email')).and('o.state', 'in', [...unsent, 'failed']),
            row('o.recipient', '<>', row.ref('u.email')).and('o.state', '=', 'sent').and(isLasting),
            row.and([isArrived, row.lit(of.alsoArrived === true)]),
            row('o.state', '=', 'sent').and('o.delivery', '=', 'failed'),
          ]),
        ),
    )
    .orderBy('o.id')
    .forUpdate('o')
    .execute();
  return rows.map((row) => ({ ...row, variables: row.variables as unknown as OwnVariables }));
}

/** The arrived mails about an exam or a new account that hold still, each with the present address of its person. */
export function selectArrived(db: ReadDb, mailIds: readonly number[], today: string) {
  return db
    .selectFrom('outgoing_mails as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['o.id', 'o.key', 'u.email'])
    .where(sql<boolean>`o.id = any(${mailIds}::bigint[])`)
    .where(isArrived)
    .where(whyOutdated(today), 'is', null)
    .execute();
}

export async function selectUsedKeys(db: ReadDb, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const mails = await db
    .selectFrom('outgoing_mails')
    .select('key')
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return new Set(mails.map(({ key }) => key));
}

/** Cancels the unsent mails among these; a worker that holds such a mail checks again before it sends. */
export async function cancelMailsWithIds(tx: WriteTx, ids: readonly number[], by: string): Promise<void> {
  await tx
    .updateTable('outgoing_mails')
    .set(cancelled({ reason: 'cancelledCopy', by }))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('state', 'in', unsent)
    .execute();
}

export async function wasPasswordMailed(db: ReadDb, userId: number): Promise<boolean> {
  const mail = await db
    .selectFrom('outgoing_mails')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['sent', 'sending'])
    .where(sql<boolean>`variables ? 'encryptedPassword'`)
    .executeTakeFirst();
  return mail !== undefined;
}
