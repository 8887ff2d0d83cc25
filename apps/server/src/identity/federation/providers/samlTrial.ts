import { escapeHtml } from '@guichet/contract/core/html';
import type { TrialResult } from '@guichet/contract/identity/federation.providers';
import type { AppContext } from '../../../core/context/appContext.ts';
import * as saml from '../../saml/saml.service.ts';
import { returnAddress } from '../client/client.ts';
import { checkMetadata, findMetadata, openSaml, type SamlFacts } from '../client/saml.ts';
import { findIn } from './findings.ts';

/** Tries a provider that speaks SAML, as far as it can be tried with nobody signing in. @throws AppError `request.invalid` */
export async function trySaml(context: AppContext, provider: SamlFacts): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  const note = (check: TrialResult['check'], found: saml.Found) => results.push({ check, ...found });
  checkMetadata(provider);
  let metadata: saml.Metadata;
  try {
    metadata = await findMetadata(context, provider, { fresh: true });
  } catch (error) {
    note(
      'address',
      error instanceof saml.XmlFault ? saml.bad(error.message) : findIn(context, provider.issuer, error),
    );
    return results;
  }
  const { entityId, signIn, certificates } = metadata;
  note('address', saml.good);
  note('issuer', entityId === provider.issuer ? saml.good : saml.bad(entityId));
  note('endpoints', signIn === null ? saml.bad('SingleSignOnService, HTTP-Redirect') : saml.good);
  note('keys', certificates.length === 0 ? saml.bad(null) : saml.good);
  if (results.every(({ state }) => state === 'good'))
    note('returnAddress', await tryReturnAddress(context, provider, metadata));
  return results;
}

/** Asks for a sign-in that must not show a page: a provider that knows the portal's metadata sends a form back to it. */
async function tryReturnAddress(
  context: AppContext,
  provider: SamlFacts,
  metadata: saml.Metadata,
): Promise<saml.Found> {
  const library = await openSaml(context, provider, metadata, `_${context.clock.uuid()}`, { passive: true });
  try {
    const response = await saml.fetchPage(context, await library.getAuthorizeUrlAsync('', undefined, {}));
    if (response.status >= 400) return saml.bad(String(response.status));
    const here = returnAddress(context, provider.id);
    const text = (await response.text()).replaceAll('&#x2F;', '/').replaceAll('&#x3a;', ':');
    // An error page may name the portal too; only the form has its address alone.
    return text.includes(`action="${here}"`) || text.includes(`action="${escapeHtml(here)}"`)
      ? saml.good
      : saml.unsure(null);
  } catch (error) {
    return findIn(context, provider.issuer, error, 'unsure');
  }
}
