import { record, unchanged, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { machineGrant } from '../../access/access.service.ts';
import { hasOtherGroupRoles, setGroupRoles } from '../../users/users.service.ts';
import type { Told } from '../client/told.ts';
import { findLinkedUser } from '../identities/identities.queries.ts';
import { type ActiveProvider, readRole } from '../providers/providers.ts';

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
  const wanted = groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => readRole(role));
  const source = { identityId: identity.id, issuer };
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
