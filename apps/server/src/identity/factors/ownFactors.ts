import type { AuditDetail } from '@guichet/contract/core/audit.details';
import { record, writeEverywhere } from '../../core/audit/audit.service.ts';
import type { AppContext, Identity, SignedInGrant, WriteTx } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { mailPeople, makeMailing } from '../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../mail/texts/texts.service.ts';
import { type Account, findAccountSender, getOwnAccount, lockAccount } from '../users/users.service.ts';
import { deleteFactors, hasFactor } from './factors.queries.ts';

type OwnChange = 'totpAdded' | 'totpRemoved' | 'passkeyAdded' | 'passkeyRemoved' | 'recoveryCodesMade';

/**
 * A change of the caller's own factors: serialised, audited, and reported to them by mail.
 * @param work makes the change; throws to change nothing
 * @throws AppError `session.missing`
 */
export async function changeOwnFactors<T>(
  context: AppContext,
  grant: SignedInGrant,
  change: OwnChange,
  work: (tx: WriteTx) => Promise<{ result: T; detail?: { readonly [K in AuditDetail]?: unknown } }>,
): Promise<T> {
  const account = await getOwnAccount(context, grant);
  return writeEverywhere(context, grant, async (tx) => {
    await lockAccount(tx, account.id);
    const { result, detail = {} } = await work(tx);
    await queueFactorMail(context, tx, account, change);
    return record(result, { action: `account.${change}`, subject: `user:${account.id}`, detail });
  });
}

/** Whether one of the roles held requires a second factor (setting REQUIRE_SECOND_FACTOR). */
export function isRequired({ config }: Pick<AppContext, 'config'>, { roles }: Pick<Identity, 'roles'>) {
  return roles.some(({ role }) => config.requireSecondFactor.includes(role));
}

/**
 * Removes a factor of the caller: the last factor must not be required, and the recovery codes are deleted with it.
 * @param remove returns what the audit log says of the factor; null when there is no such factor
 * @throws AppError `factor.notFound`, `factor.lastRequired`
 */
export function removeOwnFactor(
  context: AppContext,
  grant: SignedInGrant,
  change: OwnChange,
  remove: (tx: WriteTx) => Promise<{ readonly passkey?: string } | null>,
) {
  const { identity } = grant;
  return changeOwnFactors(context, grant, change, async (tx) => {
    const detail = await remove(tx);
    if (!detail) throw new AppError('factor.notFound');
    if (!(await hasFactor(tx, identity.userId))) {
      if (isRequired(context, identity)) throw new AppError('factor.lastRequired');
      await deleteFactors(tx, identity.userId);
    }
    return { result: { outcome: 'removed' as const }, detail };
  });
}

/**
 * Mails a person about a change of their factors, password or linked accounts; no administrators see the mail. `actingId`:
 * the system whose administrators made it.
 */
export async function queueFactorMail(
  context: AppContext,
  tx: WriteTx,
  account: Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'language'>,
  purpose:
    | OwnChange
    | 'recoveryCodeUsed'
    | 'factorsReset'
    | 'factorsEnded'
    | 'passwordChanged'
    | 'identityLinked'
    | 'identityUnlinked',
  actingId: number | null = null,
): Promise<void> {
  await mailPeople(context, tx, [account], {
    text: async (language) => {
      const from = await findAccountSender(context, tx, account, language, actingId);
      const { closing, resetClosing } = mailWords[language].factors;
      const end = purpose === 'factorsReset' ? resetClosing : closing;
      const written = mailText(purpose, language, end);
      return { ...makeMailing(from, { purpose, language }, written), systemId: null };
    },
    key: () => `${purpose}:${context.clock.uuid()}`,
    own: { asksForLink: true },
    urgent: true,
  });
}
