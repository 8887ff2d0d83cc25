import type { LinkedIdentity } from '@guichet/contract/identity/federation';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { SignedInGrant, SystemsGrant } from '../../../core/http/grant.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { endSessionsBy } from '../../sessions/sessions.service.ts';
import { setGroupRoles } from '../../users/users.service.ts';
import { deleteIdentity, selectIdentities } from './identities.queries.ts';

export async function listIdentities({ database }: AppContext, userId: number): Promise<LinkedIdentity[]> {
  const rows = await selectIdentities(database.read, userId);
  return rows.map(({ labelFr, labelEn, ...row }) => ({
    ...row,
    label: labelFr !== null && labelEn !== null ? { fr: labelFr, en: labelEn } : null,
  }));
}

/**
 * Separates a provider's account from an account here: its sessions end but for the caller's own, and roles from groups go.
 * `userId`: the owner; null: anybody. @throws AppError `federation.notLinked`
 */
export async function unlink(
  context: AppContext,
  grant: SignedInGrant | SystemsGrant,
  identityId: string,
  userId: number | null,
): Promise<true> {
  return write(context, grant, async (tx) => {
    const gone = await deleteIdentity(tx, identityId, userId);
    if (!gone) throw new AppError('federation.notLinked');
    const { issuer, subject, accountName } = gone;
    const source = { identityId, issuer };
    const lines = await setGroupRoles(context, tx, grant, gone.userId, [], source);
    const when = { now: context.clock.now(), except: grant.identity.sessionId };
    await endSessionsBy(tx, { issuer, subject, session: null, nameId: null }, when);
    const detail = { provider: issuer, accountName };
    const line = { action: 'identity.unlinked', subject: `user:${gone.userId}`, detail } as const;
    return record(true as const, line, ...lines);
  });
}
