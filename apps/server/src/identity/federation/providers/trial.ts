import { escapeHtml } from '@guichet/contract/core/html';
import type { ProviderForm, TrialResult } from '@guichet/contract/identity/federation.providers';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import * as oidc from 'openid-client';
import type { AppContext } from '../../../core/context/appContext.ts';
import * as saml from '../../saml/saml.service.ts';
import { bad, type Found, fetchPage, findFault, good, unsure } from '../../saml/saml.service.ts';
import { configure, discover, ProviderError, returnAddress } from '../client/client.ts';
import type { LtiFacts } from '../client/lti.ts';
import { askForToken } from '../client/members.ts';
import { judge, ProviderRefusal, readRefusal } from '../client/refusal.ts';
import { checkMetadata, findMetadata, openSaml, type SamlFacts } from '../client/saml.ts';
import { pickFacts } from './providers.ts';

/**
 * Tries a provider as a form states it, without storing anything: each check as far as it can be made with nobody
 * signing in. Stops at the first without which the next ones say nothing. @throws AppError `request.invalid`
 */
export async function tryOut(context: AppContext, id: string, form: ProviderForm): Promise<TrialResult[]> {
  if (form.kind === 'saml') return trySaml(context, { ...form, id });
  if (form.kind === 'lti') return tryLti(context, { ...form, id });
  const provider = await pickFacts(context, id, form);
  const results: TrialResult[] = [];
  const note = (check: TrialResult['check'], found: Found) => results.push({ check, ...found });
  let metadata: oidc.ServerMetadata;
  try {
    metadata = await discover(context, provider);
  } catch (error) {
    const isIssuer = error instanceof ProviderError || isOtherIssuer(error);
    if (isIssuer) note('address', good);
    const found =
      error instanceof ProviderError ? bad(error.message) : findIn(context, provider.issuer, error);
    note(isIssuer ? 'issuer' : 'address', found);
    return results;
  }
  note('address', good);
  note('issuer', good);
  const missing = missingIn(metadata);
  note('endpoints', missing.length === 0 ? good : bad(missing.join(', ')));
  if (missing.length > 0) return results;
  const client = configure(context, provider, metadata);
  note('keys', await tryKeys(context, { issuer: metadata.issuer, keysAddress: metadata.jwks_uri ?? '' }));
  note('pkce', metadata.code_challenge_methods_supported?.includes('S256') ? good : unsure(null));
  note('client', await tryClient(context, client, id));
  note('returnAddress', await tryReturnAddress(context, client, id));
  return results;
}

function isOtherIssuer(error: unknown): boolean {
  return (error as { readonly code?: string }).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
}

function missingIn(metadata: oidc.ServerMetadata): string[] {
  const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  return needed.filter((name) => !URL.canParse(metadata[name] ?? ''));
}

/** Redeems a code that nobody was given: a provider that knows the client refuses the code, another one the client. */
async function tryClient(context: AppContext, client: oidc.Configuration, id: string): Promise<Found> {
  const parameters = {
    code: context.clock.randomBytes(24).toString('base64url'),
    redirect_uri: returnAddress(context, id),
    code_verifier: oidc.randomPKCECodeVerifier(),
  };
  try {
    await oidc.genericGrantRequest(client, 'authorization_code', parameters);
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return good;
    const { issuer } = client.serverMetadata();
    const isRefused = judge(error).why === 'clientRefused';
    return findIn(context, issuer, error, isRefused ? 'bad' : 'unsure');
  }
  return unsure(null);
}

/** Asks for a sign-in that must not show a page: a provider that knows the return address comes back with an error. */
async function tryReturnAddress(context: AppContext, client: oidc.Configuration, id: string): Promise<Found> {
  const back = returnAddress(context, id);
  const { href } = oidc.buildAuthorizationUrl(client, {
    redirect_uri: back,
    scope: 'openid',
    prompt: 'none',
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  try {
    const response = await fetchPage(context, href);
    const target = response.headers.get('location') ?? '';
    if (target.startsWith(`${back}?`)) return good;
    return response.status >= 400 ? bad(String(response.status)) : unsure(null);
  } catch (error) {
    return findIn(context, client.serverMetadata().issuer, error, 'unsure');
  }
}

/** The finding of a check that has thrown. */
export function findIn(
  context: AppContext,
  issuer: string,
  error: unknown,
  state: Found['state'] = 'bad',
): Found {
  const { reason } = readRefusal(context, issuer, error);
  return { state, ...(findFault(error) ?? { fault: null, detail: reason }) };
}

/** Whether a key of the set can check the signature of a token. */
async function tryKeys(
  context: AppContext,
  { issuer, keysAddress }: { readonly issuer: string; readonly keysAddress: string },
): Promise<Found> {
  try {
    const response = await fetchPage(context, keysAddress);
    const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet).jwks().keys;
    const isSigning = ({ kty, use }: { kty?: string; use?: string }) =>
      kty !== undefined && kty !== 'oct' && (use === undefined || use === 'sig');
    if (!keys.some(isSigning)) return bad(null);
  } catch (error) {
    return findIn(context, issuer, error);
  }
  return good;
}

/** Tries a learning platform, as far as it can be tried without a course. */
async function tryLti(context: AppContext, platform: LtiFacts): Promise<TrialResult[]> {
  const [keys, endpoints, client] = await Promise.all([
    tryKeys(context, platform),
    tryPage(context, platform),
    tryToken(context, platform),
  ]);
  return [
    { check: 'keys', ...keys },
    { check: 'endpoints', ...endpoints },
    { check: 'client', ...client },
  ];
}

/** A sign-in without a launch is refused in the platform's own way; only a page that is not there is none. */
async function tryPage(context: AppContext, { issuer, signInAddress }: LtiFacts): Promise<Found> {
  try {
    const { status } = await fetchPage(context, signInAddress);
    return status === 404 || status === 410 ? bad(String(status)) : good;
  } catch (error) {
    return findIn(context, issuer, error);
  }
}

/** A platform that knows the client and our keys gives a token, unless the members of courses are not for the portal. */
async function tryToken(context: AppContext, platform: LtiFacts): Promise<Found> {
  try {
    await askForToken(context, platform);
    return good;
  } catch (error) {
    const isOfScope = error instanceof ProviderRefusal && error.message.includes('invalid_scope');
    return isOfScope ? unsure(error.message) : findIn(context, platform.issuer, error);
  }
}

/** Tries a provider that speaks SAML, as far as it can be tried with nobody signing in. @throws AppError `request.invalid` */
async function trySaml(context: AppContext, provider: SamlFacts): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  const note = (check: TrialResult['check'], found: Found) => results.push({ check, ...found });
  checkMetadata(provider);
  let metadata: saml.Metadata;
  try {
    metadata = await findMetadata(context, provider, { fresh: true });
  } catch (error) {
    note(
      'address',
      error instanceof saml.XmlFault ? bad(error.message) : findIn(context, provider.issuer, error),
    );
    return results;
  }
  const { entityId, signIn, certificates } = metadata;
  note('address', good);
  note('issuer', entityId === provider.issuer ? good : bad(entityId));
  note('endpoints', signIn === null ? bad('SingleSignOnService, HTTP-Redirect') : good);
  note('keys', certificates.length === 0 ? bad(null) : good);
  if (results.every(({ state }) => state === 'good'))
    note('returnAddress', await trySilently(context, provider, metadata));
  return results;
}

/** Asks for a sign-in that must not show a page: a provider that knows the portal's metadata sends a form back to it. */
async function trySilently(
  context: AppContext,
  provider: SamlFacts,
  metadata: saml.Metadata,
): Promise<Found> {
  const library = await openSaml(context, provider, metadata, `_${context.clock.uuid()}`, { passive: true });
  try {
    const response = await fetchPage(context, await library.getAuthorizeUrlAsync('', undefined, {}));
    if (response.status >= 400) return bad(String(response.status));
    const here = returnAddress(context, provider.id);
    const text = (await response.text()).replaceAll('&#x2F;', '/').replaceAll('&#x3a;', ':');
    // An error page may name the portal too; only the form has its address alone.
    return text.includes(`action="${here}"`) || text.includes(`action="${escapeHtml(here)}"`)
      ? good
      : unsure(null);
  } catch (error) {
    return findIn(context, provider.issuer, error, 'unsure');
  }
}
