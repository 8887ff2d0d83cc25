import type { ProviderForm, TrialResult } from '@guichet/contract/identity/federation.providers';
import * as oidc from 'openid-client';
import type { AppContext } from '../../../core/context/appContext.ts';
import { bad, type Found, fetchPage, good, unsure } from '../../saml/saml.service.ts';
import { configure, discover, ProviderError, returnAddress } from '../client/client.ts';
import { findIn, tryKeys } from './findings.ts';
import { tryLti } from './ltiTrial.ts';
import { pickFacts } from './providers.ts';
import { trySaml } from './samlTrial.ts';

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
    const { error: code } = error as { readonly error?: string };
    const isRefused =
      error instanceof oidc.WWWAuthenticateChallengeError ||
      code === 'invalid_client' ||
      code === 'unauthorized_client';
    return findIn(context, client.serverMetadata().issuer, error, isRefused ? 'bad' : 'unsure');
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
