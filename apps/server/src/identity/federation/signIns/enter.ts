import type { FederatedOutcome } from '@guichet/contract/identity/federation';
import { record, systemTransaction, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AnyoneGrant, AppContext } from '../../../core/context/appContext.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { machineGrant } from '../../access/access.service.ts';
import { askForSecondFactor, type SignedInBy } from '../../factors/answers.service.ts';
import { type ClientInfo, openVouched } from '../../sessions/sessions.service.ts';
import { findAccount, hasOtherGroupRoles, listHeldRoles, setGroupRoles } from '../../users/users.service.ts';
import { refused } from '../client/refusal.ts';
import type { Told } from '../client/told.ts';
import { findLinkedUser, noteUse } from '../identities/identities.queries.ts';
import { type ActiveProvider, readRole } from '../providers/providers.ts';

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
  // A second factor may follow, in a call that knows no provider.
  if (mayOpen) await systemTransaction(context, (tx) => noteUse(tx, by, context.clock.now()));
  const needed = mayOpen && !isTrusted ? await askForSecondFactor(context, userId, by) : null;
  if (needed) return { outcome: 'secondFactorNeeded', needed };
  const factor = isTrusted ? ({ kind: 'provider', take: async () => true } as const) : null;
  const opened = await openVouched(context, grant, account, client, factor, by);
  if (opened.outcome !== 'signedIn') return refused(opened.outcome === 'linkDue' ? 'linkDue' : 'noAccess');
  return opened;
}

/** Brings the roles of a joined account in line with the groups that the provider tells of. */
export async function bringRoles(
  context: AppContext,
  { issuer, groupRoles }: ActiveProvider,
  subject: string,
  { groups }: Pick<Told, 'groups'>,
): Promise<void> {
  const { read } = context.database;
  const identity = groups && (await findLinkedUser(read, issuer, subject));
  if (!identity) return;
  const table = groupRoles.map(({ group, role }) => ({
    ...readRole(role),
    group,
    has: groups.includes(group),
  }));
  const wanted = table.filter(({ has }) => has).map(({ role, systemId }) => ({ role, systemId }));
  const source = { identityId: identity.id, issuer, table };
  if (!(await hasOtherGroupRoles(read, identity.userId, wanted, source))) return;
  await writeEverywhere(context, machineGrant('groups of a provider'), async (tx) => {
    const lines = await setGroupRoles(
      context,
      tx,
      machineGrant('groups of a provider'),
      identity.userId,
      wanted,
      source,
    );
    const [first, ...more] = lines;
    return first ? record(null, first, ...more) : unchanged(null);
  });
}
