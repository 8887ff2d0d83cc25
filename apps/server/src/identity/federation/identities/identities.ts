import type { LinkedIdentity } from '@guichet/contract/identity/federation';
import { type AuditLine, record, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type {
  AppContext,
  MachineGrant,
  SignedInGrant,
  SystemsGrant,
  WriteTx,
} from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { queueFactorMail } from '../../factors/factors.service.ts';
import { endSessionsBy } from '../../sessions/sessions.service.ts';
import { findAccount, setGroupRoles } from '../../users/users.service.ts';
import { deleteIdentity, selectIdentities } from './identities.queries.ts';

export async function listIdentities({ database }: AppContext, userId: number): Promise<LinkedIdentity[]> {
  const rows = await selectIdentities(database.read, userId);
  return rows.map(({ labelFr, labelEn, ...row }) => ({
    ...row,
    label: labelFr !== null && labelEn !== null ? { fr: labelFr, en: labelEn } : null,
  }));
}

/**
 * Separates a provider's account from an account here, and tells its owner by mail: its sessions end but for the caller's own, and
 * roles from groups go.
 * `userId`: the owner; null: anybody. @throws AppError `federation.notLinked`
 */
export async function unlink(
  context: AppContext,
  grant: SignedInGrant | SystemsGrant,
  identityId: string,
  userId: number | null,
): Promise<true> {
  // The mail is of no system.
  return writeEverywhere(context, grant, async (tx) => {
    const [line, ...more] = await separate(context, tx, grant, identityId, userId);
    if (!line) throw new AppError('federation.notLinked');
    return record(true as const, line, ...more);
  });
}

/** The same with all providers' accounts of a person, whoever has linked them; returns the audit lines. */
export async function unlinkAll(context: AppContext, tx: WriteTx, grant: MachineGrant, userId: number) {
  const lines: AuditLine[] = [];
  for (const { id } of await selectIdentities(tx, userId))
    lines.push(...(await separate(context, tx, grant, id, userId)));
  return lines;
}

/** Returns the audit lines; none where there is no such link. */
async function separate(
  context: AppContext,
  tx: WriteTx,
  grant: SignedInGrant | SystemsGrant | MachineGrant,
  identityId: string,
  userId: number | null,
): Promise<AuditLine[]> {
  const gone = await deleteIdentity(tx, identityId, userId);
  if (!gone) return [];
  const { issuer, subject, accountName } = gone;
  const source = { identityId, issuer };
  const lines = await setGroupRoles(context, tx, grant, gone.userId, [], source);
  const when = { now: context.clock.now(), except: grant.identity?.sessionId ?? null };
  await endSessionsBy(tx, { issuer, subject, session: null, nameId: null }, when);
  const account = await findAccount(tx, gone.userId);
  if (account) await queueFactorMail(context, tx, account, 'identityUnlinked');
  const detail = { provider: issuer, accountName };
  return [{ action: 'identity.unlinked', subject: `user:${gone.userId}`, detail }, ...lines];
}
