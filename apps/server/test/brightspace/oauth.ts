import { Refusal } from './refusals.ts';
import type { BrightspaceData } from './site.ts';

/**
 * The token endpoint, https://docs.valence.desire2learn.com/basic/oauth2.html and RFC 6749 §6: a refresh token is for one use
 * (https://community.d2l.com/brightspace/kb/articles/1196).
 */
export function exchange(site: BrightspaceData, authorization: string | undefined, form: URLSearchParams) {
  const { clientId, clientSecret } = site.setup;
  const pair = Buffer.from((authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  const [id, secret] = pair.split(':').map(decodeURIComponent);
  if (id !== clientId || secret !== clientSecret) throw new Refusal(400, { error: 'invalid_client' });
  if (form.get('grant_type') !== 'refresh_token') throw new Refusal(400, { error: 'unsupported_grant_type' });
  if (!site.refreshTokens.delete(form.get('refresh_token') ?? ''))
    throw new Refusal(400, { error: 'invalid_grant', error_description: 'invalid refresh token' });
  const number = site.next++;
  site.refreshTokens.add(`refresh-token-${number}`);
  site.accessTokens.add(`access-token-${number}`);
  return {
    access_token: `access-token-${number}`,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: `refresh-token-${number}`,
    scope: site.setup.scopes.join(' '),
  };
}
