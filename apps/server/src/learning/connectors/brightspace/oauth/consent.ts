import { brightspaceScopes } from '@guichet/contract/learning/learning.consents';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { ConnectorError, makeRemark } from '../../connector.ts';
import { requestFirstTokens, signInRefusal, type TokenClient, TokenRefused } from './tokenEndpoint.ts';

interface ConsentRequest {
  readonly authorizationUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
}

/**
 * The address where a person agrees that the portal acts in their name (RFC 6749 §4.1.1;
 * https://docs.valence.desire2learn.com/basic/oauth2.html, which documents no PKCE).
 */
export function consentAddress({ authorizationUrl, clientId, redirectUri, state }: ConsentRequest): string {
  const address = new URL(authorizationUrl);
  address.searchParams.set('response_type', 'code');
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('redirect_uri', redirectUri);
  address.searchParams.set('scope', brightspaceScopes.join(' '));
  address.searchParams.set('state', state);
  // Blanks as %20, which every server reads.
  return address.href.replaceAll('+', '%20');
}

/** The first refresh token, and the scopes not given. @throws ConnectorError that says why none came */
export async function takeConsent(
  fetchSite: typeof fetch,
  client: TokenClient,
  answer: { readonly code?: string | undefined; readonly error?: string | undefined },
  redirectUri: string,
): Promise<{ refreshToken: string; remark: Remark | null }> {
  if (answer.error !== undefined || !answer.code) throw refusalOf(answer.error ?? 'no code');
  const { refreshToken, scopes } = await exchange(fetchSite, client, answer.code, redirectUri);
  if (refreshToken === null) throw new ConnectorError('noRefreshToken', 'never');
  const missing = scopes ? brightspaceScopes.filter((scope) => !scopes.includes(scope)) : [];
  return { refreshToken, remark: missing.length > 0 ? scopesMissing(missing.join(' ')) : null };
}

async function exchange(fetchSite: typeof fetch, client: TokenClient, code: string, redirectUri: string) {
  try {
    return await requestFirstTokens(fetchSite, client, { code, redirectUri });
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    throw new ConnectorError('codeRefused', 'never');
  }
}

/** RFC 6749 §4.1.2.1. */
function refusalOf(error: string): ConnectorError {
  if (error === 'access_denied') return new ConnectorError('consentDeclined', 'never');
  if (error === 'invalid_scope') return new ConnectorError('scopesRefused', 'never');
  return signInRefusal(error);
}

function scopesMissing(names: string): Remark {
  return makeRemark('scopesMissing', {
    names,
  });
}
