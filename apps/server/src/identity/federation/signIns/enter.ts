import type { FederatedOutcome } from '@guichet/contract/identity/federation';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext } from '../../../core/context/appContext.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { askForSecondFactor, type SignedInBy } from '../../factors/answers.service.ts';
import { type ClientInfo, openVouched } from '../../sessions/sessions.service.ts';
import { findAccount, listHeldRoles } from '../../users/users.service.ts';
import { refused } from '../client/refusal.ts';
import type { Told } from '../client/told.ts';
import { noteUse } from '../identities/identities.queries.ts';
import type { ActiveProvider } from '../providers/providers.ts';
import { bringRoles } from './bringRoles.ts';

export interface Visitor extends ClientInfo {
  readonly federation: BrowserMark;
}

interface Vouched {
  readonly provider: ActiveProvider;
  readonly userId: number;
  readonly by: SignedInBy;
  readonly told: Pick<Told, 'isMultiFactor' | 'groups'>;
}

/** Opens the session of the owner of a joined account, who may owe a second factor here. */
export async function enter(
  context: AppContext,
  grant: AnyoneGrant,
  { provider, userId, by, told }: Vouched,
  { federation: _, ...client }: Visitor,
): Promise<FederatedOutcome> {
  const { read } = context.database;
  await bringRoles(context, provider, by.subject, told);
  const account = await findAccount(read, userId);
  if (!account) return refused('noAccess');
  const held = await listHeldRoles(read, userId);
  const { systemIds } = provider;
  const isOfSystem = (systemId: number | null) => systemId === null || systemIds?.includes(systemId);
  if (systemIds && held.length > 0 && !held.some((role) => isOfSystem(role.systemId)))
    return refused('otherSystem');
  const isTrusted = provider.trustsFactor && told.isMultiFactor;
  const mayOpen = !account.deactivatedAt && held.length > 0 && !account.linkDueSince;
  const needed = mayOpen && !isTrusted ? await askForSecondFactor(context, userId, by) : null;
  if (needed) return { outcome: 'secondFactorNeeded', needed };
  const factor = isTrusted ? ({ kind: 'provider', take: async () => true } as const) : null;
  const opened = await openVouched(context, grant, account, client, factor, by);
  if (opened.outcome !== 'signedIn') return refused(opened.outcome === 'linkDue' ? 'linkDue' : 'noAccess');
  await systemTransaction(context, (tx) => noteUse(tx, by, context.clock.now()));
  return opened;
}
