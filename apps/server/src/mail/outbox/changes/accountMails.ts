import type { ErrorCode } from '@guichet/contract/core/errors';
import type { AppContext, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import type { MailRow } from '../outbox.queries.ts';
import { type NewLinks, selectLinksToRenew } from './accountMails.queries.ts';
import { selectUsedKeys } from './readdress.queries.ts';
import { makeCopyKey } from './readdress.ts';

/** Handed in by the room of accounts: whether a first link may be sent again, and the link. */
export interface AccountLinks {
  /** Locks these people; returns why, for each person to whom no link may be sent. */
  findRefusals(
    tx: WriteTx,
    grant: SystemsGrant,
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, ErrorCode>>;
  /** Makes links of full lifetime, by person; the former links end. */
  renew(tx: WriteTx, userIds: readonly number[]): Promise<ReadonlyMap<number, NewLinks>>;
}

export function isAccountMail({ purpose }: Pick<MailRow, 'purpose'>): boolean {
  return purpose === 'newAccount';
}

/** Why mails of new accounts may not be sent again, by id of the mail; a mail without a code may be sent. */
export async function refuseAccountMails(
  tx: WriteTx,
  grant: SystemsGrant,
  rows: readonly MailRow[],
  links: AccountLinks,
): Promise<ReadonlyMap<number, ErrorCode>> {
  const mails = rows.filter(isAccountMail);
  const userIds = [...new Set(mails.flatMap(({ userId }) => userId ?? []))];
  const refusals = userIds.length > 0 ? await links.findRefusals(tx, grant, userIds) : new Map();
  return new Map(
    mails.flatMap(({ id, userId }) => {
      const code = userId === null ? 'mail.accountClosed' : refusals.get(userId);
      return code ? [[id, code] as const] : [];
    }),
  );
}

/** New links, by person, for account mails to be sent again; `refuseAccountMails` has locked the people. */
export async function renewLinks(
  context: AppContext,
  tx: WriteTx,
  of: { readonly mailIds: readonly number[]; readonly alsoArrived: boolean },
  links: AccountLinks,
): Promise<ReadonlyMap<number, NewLinks>> {
  const mails = await selectLinksToRenew(tx, of);
  if (mails.length === 0) return new Map();
  // A mail that has a copy already is not sent again: the copy keeps its link.
  const keyed = mails.map((mail) => ({ userId: mail.userId, key: makeCopyKey(context, mail) }));
  const used = await selectUsedKeys(
    tx,
    keyed.map(({ key }) => key),
  );
  const open = keyed.filter(({ key }) => !used.has(key)).map(({ userId }) => userId);
  return links.renew(tx, [...new Set(open)]);
}
