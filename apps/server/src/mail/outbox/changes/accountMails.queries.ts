import { listPurposes } from '@guichet/contract/mail/outbox.purposes';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { SecretLink } from '../render/mail.ts';

export interface NewLinks {
  readonly secretLink: SecretLink;
  readonly confirmLink: SecretLink;
  /** The subject of the former link to a password, which the new link ends. */
  readonly former: string;
}

/** The mail of a new account without a chosen password. `o`: mails, `m`: texts, `u`: people. */
export const isOpenAccountMail = sql<boolean>`(m.purpose = 'newAccount' and u.must_choose_password_since is not null
  and u.deactivated_at is null and u.locked_at is null)`;

/** Whether a person can still use the links in the mail of a new account; null for any other mail. */
export async function findAccountState(
  db: ReadDb,
  mailId: number,
): Promise<'open' | 'passwordChosen' | 'closed' | null> {
  const { rows } = await sql<{ state: 'open' | 'passwordChosen' | 'closed' }>`
    select case when ${isOpenAccountMail} then 'open'
      when u.id is null or u.deactivated_at is not null or u.locked_at is not null then 'closed'
      else 'passwordChosen' end as state
    from outgoing_mails o join mailings m on m.id = o.mailing_id left join users u on u.id = o.user_id
    where o.id = ${mailId}::bigint and m.purpose = 'newAccount'`.execute(db);
  return rows[0]?.state ?? null;
}

/** The account mails that get new links when sent again: failed, back, misaddressed or, if asked, arrived. */
export async function selectLinksToRenew(
  db: ReadDb,
  of: { readonly mailIds: readonly number[]; readonly alsoArrived: boolean },
) {
  const { rows } = await sql<{ id: number; userId: number; key: string; email: string }>`
    select o.id, u.id as "userId", o.key, u.email
    from outgoing_mails o join mailings m on m.id = o.mailing_id join users u on u.id = o.user_id
    where o.id = any(${of.mailIds}::bigint[]) and ${isOpenAccountMail}
      and (o.state = 'failed' or o.state = 'sent' and (o.recipient <> u.email or o.delivery in ('failed', 'filed')
        or ${of.alsoArrived}::boolean and o.delivery is distinct from 'delayed'))`.execute(db);
  return rows;
}

/** Puts new links into the mails `mailIds`, and the person's other unsent mails whose link has ended. */
export async function replaceLinks(
  tx: WriteTx,
  mailIds: readonly number[],
  links: ReadonlyMap<number, NewLinks>,
): Promise<void> {
  const rows = [...links].map(([userId, { former, ...fresh }]) => ({ userId, former, fresh }));
  await sql`
    update outgoing_mails o set variables = o.variables
      || case when o.variables ? 'confirmLink' then l.fresh else l.fresh - 'confirmLink' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l("userId" bigint, former text, fresh jsonb)
    where o.user_id = l."userId" and o.state in ('queued', 'waiting')
      and (o.id = any(${mailIds}::bigint[]) or o.variables -> 'secretLink' ->> 'subject' = l.former)`.execute(
    tx,
  );
}

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
