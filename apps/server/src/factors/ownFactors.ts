import type { AuditAction, AuditDetail } from '@guichet/contract/audit';
import { record, writeEverywhere } from '../audit/audit.service.ts';
import type { WriteTx } from '../platform/database/database.ts';
import type { SignedInGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import type { Account } from '../users/users.service.ts';
import { lockFactors } from './factors.queries.ts';
import { queueFactorMail } from './mails/factorMail.ts';
import type { FactorMailKind } from './mails/factorMails.ts';

interface Change<T> {
  readonly action: AuditAction;
  readonly mail: FactorMailKind;
  /** Makes the change; throws to change nothing. */
  readonly work: (tx: WriteTx) => Promise<{ result: T; detail?: { readonly [K in AuditDetail]?: unknown } }>;
}

/** One change of one's own factors: serialised, audited, and reported to the owner by mail. */
export async function changeOwnFactors<T>(
  context: AppContext,
  grant: SignedInGrant,
  account: Account,
  { action, mail, work }: Change<T>,
): Promise<T> {
  const changed = await writeEverywhere(context, grant, async (tx) => {
    await lockFactors(tx, account.id);
    const { result, detail = {} } = await work(tx);
    await queueFactorMail(context, tx, account, mail);
    return record(result, { action, subject: `user:${account.id}`, detail });
  });
  context.notifier.notify('outbox');
  return changed;
}
