import type { AppContext } from '../../../core/context/appContext.ts';
import { withDeadline } from '../../../core/runtime/concurrency/deadline.ts';
import type { SignedInBy } from '../../factors/answers.service.ts';
import { openClient, type ProviderFacts } from './client.ts';
import { readRefusal } from './refusal.ts';
import { findMetadata, openSaml, type SamlFacts } from './saml.ts';

type Provider =
  | (ProviderFacts & { readonly kind: 'openid' })
  | (SamlFacts & { readonly kind: 'saml' })
  | { readonly kind: 'lti'; readonly issuer: string };
type Account = Pick<SignedInBy, 'session' | 'nameId'>;

/** The page that asks waits 0.8 seconds, and tells of the provider also without an address. */
const timeoutMilliseconds = 300;

/** The address at which a browser signs out of an account at a provider; null where it offers none, or is slow. */
export function findSignOutAddress(
  context: AppContext,
  provider: Provider,
  by: Account,
): Promise<string | null> {
  const found = findAddress(context, provider, by).catch((error: unknown) => {
    readRefusal(context, provider.issuer, error);
    return null;
  });
  return withDeadline(timeoutMilliseconds, found, () => null);
}

async function findAddress(context: AppContext, provider: Provider, by: Account) {
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
