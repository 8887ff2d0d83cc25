import type { ProviderSignOut } from '@guichet/contract/identity/federation';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import { withDeadline } from '../../../core/runtime/concurrency/deadline.ts';
import type { SignedInBy } from '../../factors/answers.service.ts';
import { openClient } from '../client/client.ts';
import { readRefusal } from '../client/refusal.ts';
import { findMetadata, openSaml } from '../client/saml.ts';
import { type ActiveProvider, findActiveProviderBy } from '../providers/providers.ts';
import { selectSignedInBy } from '../signIns/signIns.queries.ts';

/** The page that asks waits 0.8 seconds, and tells of the provider also without an address. */
const patienceMilliseconds = 300;

/** The provider by which the caller's session was opened, whose own session stays, with its address for a sign-out; null for none. */
export async function findProviderSignOut(
  context: AppContext,
  { identity }: SignedInGrant,
): Promise<ProviderSignOut | null> {
  const row = await selectSignedInBy(context.database.read, identity.sessionId);
  const by = row?.signedInBy as SignedInBy | null | undefined;
  const provider = by ? await findActiveProviderBy(context, by.issuer) : null;
  if (!by || !provider) return null;
  const found = findAddress(context, provider, by).catch((error: unknown) => {
    readRefusal(context, provider.issuer, error);
    return null;
  });
  const address = await withDeadline(patienceMilliseconds, found, () => null);
  return { label: { fr: provider.labelFr, en: provider.labelEn }, address };
}

async function findAddress(context: AppContext, provider: ActiveProvider, by: SignedInBy) {
  // A course offers no way out of its platform, which stays open.
  if (provider.kind === 'lti') return null;
  if (provider.kind === 'openid') {
    const { end_session_endpoint: end } = (await openClient(context, provider)).serverMetadata();
    if (!end || !/^https?:/i.test(end)) return null;
    const address = new URL(end);
    address.searchParams.set('client_id', provider.clientId);
    return address.href;
  }
  const metadata = await findMetadata(context, provider);
  if (metadata.signOut === null || !by.nameId) return null;
  const library = await openSaml(
    context,
    provider,
    metadata,
    `_${context.clock.randomBytes(20).toString('hex')}`,
  );
  const { value, format, by: nameQualifier, of: spNameQualifier } = by.nameId;
  const account = {
    issuer: provider.issuer,
    nameID: value,
    nameIDFormat: format,
    ...(nameQualifier && { nameQualifier }),
    ...(spNameQualifier && { spNameQualifier }),
    ...(by.session !== null && { sessionIndex: by.session }),
  };
  return library.getLogoutUrlAsync(account, '', {});
}
