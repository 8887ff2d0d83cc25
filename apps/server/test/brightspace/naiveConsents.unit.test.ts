import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BrightspaceServer, openBrightspaceServer } from './brightspaceServer.ts';
import { decide } from './consent.ts';

const redirectUri = 'https://guichet.example.ca/callback';

let brightspace: BrightspaceServer;
beforeEach(async () => {
  brightspace = await openBrightspaceServer({ redirectUri });
});
afterEach(() => brightspace.close());

function addressWith(more: Record<string, string> = {}): string {
  const asked = {
    response_type: 'code',
    client_id: 'the-client',
    redirect_uri: redirectUri,
    scope: 'core:*:*',
    state: 'a state',
  };
  return `${brightspace.authorizationUrl}?${new URLSearchParams({ ...asked, ...more })}`;
}

async function exchange(code: string | null, redirect_uri = redirectUri) {
  const { clientId, clientSecret } = brightspace.site.setup;
  const pair = Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64');
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: code ?? '', redirect_uri });
  const headers = { authorization: `Basic ${pair}` };
  const response = await fetch(brightspace.tokenUrl, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const codeOf = async () => (await decide(addressWith(), 'agree')).searchParams.get('code');
const refused = { status: 400, body: { error: 'invalid_grant' } };

describe('a client of the consent that', () => {
  it('exchanges a code, and then once more', async () => {
    const code = await codeOf();
    const { status, body } = await exchange(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: 'core:*:*', refresh_token: expect.any(String) });
    expect(await exchange(code)).toEqual(refused);
  });

  it('takes its time', async () => {
    const code = await codeOf();
    for (const given of brightspace.site.codes.values()) given.until = Date.now() - 1;
    expect(await exchange(code)).toEqual(refused);
  });

  it('exchanges it without the redirect URI of the request', async () => {
    expect(await exchange(await codeOf(), `${redirectUri}/`)).toEqual(refused);
  });

  it('asks for a redirect URI that is not registered: the person stays there', async () => {
    const shown = await fetch(addressWith({ redirect_uri: 'https://elsewhere.example.ca/' }), {
      redirect: 'manual',
    });
    expect([shown.status, shown.headers.get('location')]).toEqual([400, null]);
  });

  it('expects a code in every answer', async () => {
    const { searchParams: declined } = await decide(addressWith(), 'decline');
    expect(Object.fromEntries(declined)).toEqual({ error: 'access_denied', state: 'a state' });
    const { searchParams: tooMuch } = await decide(addressWith({ scope: 'core:*:* more:*:*' }), 'agree');
    expect(Object.fromEntries(tooMuch)).toEqual({ error: 'invalid_scope', state: 'a state' });
  });
});
