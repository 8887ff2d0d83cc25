import * as z from 'zod/mini';
import { ConnectorError } from '../../connector.ts';
import { refusalRemark, remarkOf } from '../../platformFacts.ts';
import { parseJson, sendRequest } from '../http.ts';

const tokenSeconds = 20;

/** RFC 6749 §5.1; each answer has a new refresh token. */
const Tokens = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  expires_in: z._default(z.number(), 3600),
});
/** RFC 6749 §5.2. */
const Refused = z.object({ error: z.string() });

/** The refresh token was used before, was revoked, or has ended. */
export class TokenRefused extends Error {}

/**
 * Exchanges a refresh token for an access token and the next refresh token.
 * @throws TokenRefused; ConnectorError when there was no such answer: the refresh token may be spent all the same
 */
export async function requestTokens(
  fetchSite: typeof fetch,
  settings: { readonly tokenUrl: string; readonly clientId: string; readonly clientSecret: string },
  refreshToken: string,
) {
  const { tokenUrl, clientId, clientSecret } = settings;
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const reply = await sendRequest(
    fetchSite,
    tokenUrl,
    {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}`, accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    },
    { who: 'the sign-in service of Brightspace', seconds: tokenSeconds },
  );
  const answer = parseJson(reply.text);
  if (reply.status === 200) {
    const tokens = Tokens.safeParse(answer);
    if (!tokens.success)
      throw new ConnectorError(
        remarkOf('notData', 'the sign-in service of Brightspace answered in an unexpected form'),
        'later',
      );
    const { access_token: accessToken, refresh_token: next, expires_in: seconds } = tokens.data;
    return { accessToken, refreshToken: next, seconds };
  }
  const refused = Refused.safeParse(answer);
  const code = refused.success ? refused.data.error : `status ${reply.status}`;
  if (code === 'invalid_grant') throw new TokenRefused();
  if (code === 'invalid_client' || code === 'unauthorized_client')
    throw new ConnectorError(
      remarkOf(
        'unknownApplication',
        `Brightspace does not know the application: check client id and client secret (${code})`,
        { code },
      ),
      'later',
    );
  throw new ConnectorError(
    refusalRemark(`the sign-in service of Brightspace refuses to renew (${code})`, code, 'signInRefused'),
    'later',
  );
}
