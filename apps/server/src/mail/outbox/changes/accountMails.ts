import type { ErrorCode } from '@guichet/contract/core/errors';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import type { MailRow } from '../outbox.queries.ts';
import { type NewLinks, selectLinksToRenew } from './accountMails.queries.ts';
import { selectUsedKeys } from './readdress.queries.ts';
import { copyKeyOf } from './readdress.ts';

/** What the outbox does not know of an account: whether a link to its first password may be sent again, and that link. */
export interface AccountLinks {
  /** Locks these people; for those to whom none may be sent, why. */
  findRefusals(
    tx: WriteTx,
    grant: SystemsGrant,
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, ErrorCode>>;
  /** Links of full lifetime, by person; the former ones end. */
  renew(tx: WriteTx, userIds: readonly number[]): Promise<ReadonlyMap<number, NewLinks>>;
}

export function isAccountMail({ purpose }: Pick<MailRow, 'purpose'>): boolean {
  return purpose === 'newAccount';
}

/** Why mails of new accounts may not be sent again, by mail; the others of these may, as far as their accounts go. */
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

/** New links, by person, for the mails of new accounts that are about to be sent again; locked before by `refuseAccountMails`. */
export async function renewLinks(
  context: AppContext,
  tx: WriteTx,
  of: { readonly mailIds: readonly number[]; readonly alsoArrived: boolean },
  links: AccountLinks,
): Promise<ReadonlyMap<number, NewLinks>> {
  const mails = await selectLinksToRenew(tx, of);
  if (mails.length === 0) return new Map();
  // One that was sent again before is not once more: its copy keeps the link that it has.
  const keyed = mails.map((mail) => ({ userId: mail.userId, key: copyKeyOf(context, mail) }));
  const used = await selectUsedKeys(
    tx,
    keyed.map(({ key }) => key),
  );
  const open = keyed.filter(({ key }) => !used.has(key)).map(({ userId }) => userId);
  return links.renew(tx, [...new Set(open)]);
}
