import type { ProviderSignOut } from '@guichet/contract/identity/federation';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import type { SignedInBy } from '../../factors/answers.service.ts';
import { findSignOutAddress } from '../client/signOutAddress.ts';
import { findActiveProviderBy } from '../providers/providers.ts';
import { selectSignedInBy } from '../signIns/signIns.queries.ts';

/** The provider by which the caller's session was opened, whose own session stays, with its address for a sign-out; null for none. */
export async function findProviderSignOut(
  context: AppContext,
  { identity }: SignedInGrant,
): Promise<ProviderSignOut | null> {
  const row = await selectSignedInBy(context.database.read, identity.sessionId);
  const by = row?.signedInBy as SignedInBy | null | undefined;
  const provider = by ? await findActiveProviderBy(context, by.issuer) : null;
  if (!by || !provider) return null;
  const address = await findSignOutAddress(context, provider, by);
  return { label: { fr: provider.labelFr, en: provider.labelEn }, address };
}
