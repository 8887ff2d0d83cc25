import { brightspaceScopes } from '@guichet/contract/learning/learning.consents';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import { ConnectorError, makeRemark } from '../../connector.ts';
import { parseJson, sendRequest } from '../../http.ts';
import { maskSecrets } from '../../maskSecrets.ts';

const tokenSeconds = 20;

/** The portal's registration with the sign-in service. */
interface TokenClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const text = z.string().check(z.minLength(1));
/** RFC 6749 §5.1; each answer to a refresh token contains the next refresh token. */
const Tokens = z.object({
  access_token: text,
  refresh_token: text,
  expires_in: z._default(z.number(), 3600),
});
/** Without a refresh token where the registration has none; without `scope` where it is as asked for. */
const FirstTokens = z.object({
  access_token: text,
  refresh_token: z.optional(z.nullable(z.string())),
  scope: z.optional(z.nullable(z.string())),
});
/** RFC 6749 §5.2. */
const Refused = z.object({ error: z.string() });

/** The refresh token or the code was used before, was revoked, or has expired. */
export class TokenRefused extends Error {}

/**
 * Exchanges a refresh token for an access token and the next refresh token.
 * @throws TokenRefused; ConnectorError without a readable answer: the refresh token may be spent all the same
 */
export async function requestTokens(fetchSite: typeof fetch, client: TokenClient, refreshToken: string) {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const tokens = await ask(fetchSite, client, grant, Tokens);
  const { access_token: accessToken, refresh_token: next, expires_in: seconds } = tokens;
  return { accessToken, refreshToken: next, seconds };
}

/** Exchanges the code of a consent (RFC 6749 §4.1.3); null `scopes`: none named. @throws TokenRefused */
async function requestFirstTokens(
  fetchSite: typeof fetch,
  client: TokenClient,
  { code, redirectUri }: { readonly code: string; readonly redirectUri: string },
) {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const tokens = await ask(fetchSite, client, grant, FirstTokens);
  return { refreshToken: tokens.refresh_token || null, scopes: tokens.scope?.split(/\s+/) ?? null };
}

async function ask<S extends z.core.$ZodType>(
  fetchSite: typeof fetch,
  { tokenUrl, clientId, clientSecret }: TokenClient,
  grant: Record<string, string>,
  answers: S,
): Promise<z.output<S>> {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const credentials = Buffer.from(pair).toString('base64');
  const reply = await sendRequest(
    fetchSite,
    tokenUrl,
    {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
      body: new URLSearchParams(grant),
    },
    { seconds: tokenSeconds },
  );
  const answer = parseJson(reply.text);
  if (reply.status === 200) {
    const tokens = z.safeParse(answers, answer);
    if (tokens.success) return tokens.data;
    throw new ConnectorError('notData', 'later');
  }
  const refused = Refused.safeParse(answer);
  const { code: consent = '', refresh_token: refreshToken = '' } = grant;
  const said = refused.success ? refused.data.error : `status ${reply.status}`;
  const code = maskSecrets(said, [clientSecret, credentials, consent, refreshToken]);
  if (code === 'invalid_grant') throw new TokenRefused();
  throw signInRefusal(code);
}

/** Why the sign-in service gives no token, by its error code (RFC 6749 §4.1.2.1 and §5.2). */
function signInRefusal(code: string): ConnectorError {
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return new ConnectorError(makeRemark('unknownApplication', { code }), 'later');
  return new ConnectorError(makeRemark('signInRefused', { said: code }), 'later');
}

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
  return makeRemark('scopesMissing', { names });
}
