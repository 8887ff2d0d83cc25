import { takeCode } from './consent.ts';
import { Refusal } from './refusals.ts';
import type { BrightspaceData } from './site.ts';

/**
 * The token endpoint, https://docs.valence.desire2learn.com/basic/oauth2.html and RFC 6749 §4.1.3, §6: a refresh token is for
 * one use (https://community.d2l.com/brightspace/kb/articles/1196), and none is given where the registration has not enabled them.
 */
export function exchange(site: BrightspaceData, authorization: string | undefined, form: URLSearchParams) {
  const { clientId, clientSecret, givesRefreshTokens } = site.setup;
  const pair = Buffer.from((authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  const [id, secret] = pair.split(':').map(decodeURIComponent);
  if (id !== clientId || secret !== clientSecret) throw new Refusal(400, { error: 'invalid_client' });
  const scopes = grantedBy(site, form);
  const number = site.next++;
  if (givesRefreshTokens) site.refreshTokens.add(`refresh-token-${number}`);
  site.accessTokens.add(`access-token-${number}`);
  return {
    access_token: `access-token-${number}`,
    token_type: 'Bearer',
    expires_in: 3600,
    ...(givesRefreshTokens && { refresh_token: `refresh-token-${number}` }),
    scope: scopes.join(' '),
  };
}

/** The scopes of the grant, which is spent. */
function grantedBy(site: BrightspaceData, form: URLSearchParams): string[] {
  if (form.get('grant_type') === 'authorization_code') return takeCode(site, form);
  if (form.get('grant_type') !== 'refresh_token') throw new Refusal(400, { error: 'unsupported_grant_type' });
  if (!site.refreshTokens.delete(form.get('refresh_token') ?? ''))
    throw new Refusal(400, { error: 'invalid_grant', error_description: 'invalid refresh token' });
  return site.setup.scopes;
}
