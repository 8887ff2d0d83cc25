import { expect, it } from 'vitest';
import { requestTokens } from './tokenEndpoint.ts';

it('a sign-in service that repeats the request is told without its credentials', async () => {
  const client = { tokenUrl: 'https://auth.test/token', clientId: 'app', clientSecret: 'secret of the app' };
  const repeat = async (_url: unknown, { headers, body }: RequestInit = {}) =>
    Response.json({ error: `${new Headers(headers).get('authorization')} ${body}` }, { status: 400 });
  const refused = await requestTokens(repeat as typeof fetch, client, 'refresh token 1').catch(
    (error) => error,
  );
  expect(refused.message).toContain('Basic «…» grant_type=refresh_token&refresh_token=«…»');
});
