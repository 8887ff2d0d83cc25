import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser } from '../../apps/server/src/identity/provider/fixtures/browser.ts';
import type { Testbed } from '../places/testbed.ts';

const returnAddress = 'https://outil.example.ca/retour';
const json = { 'content-type': 'application/json' };

/** A sign-on as its application knows it. */
export interface SignOn {
  readonly code: string;
  readonly verifier: string;
  /** When the code was given, in milliseconds: it lives for a minute. */
  readonly givenAt: number;
  /** Null: the application has no answer for its code. */
  tokens: Tokens | null;
}

export interface Tokens {
  readonly sid: string;
  readonly accessToken: string;
}

/** Registers an application that speaks OpenID Connect and takes sign-outs. */
export async function openApplication({ client, portal: { url } }: Testbed) {
  /** The sessions whose end it was told of. */
  const ended = new Set<string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      ended.add(readClaims(new URLSearchParams(body).get('logout_token') ?? '').sid);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const registered = await client.post('/api/openid/clients', {
    kind: 'openid',
    name: 'Outil',
    rolesOf: null,
    scopes: ['profile'],
    secretIn: 'header',
    requiresPkce: true,
    redirectUris: [returnAddress],
    signOutUris: [],
    logoutUri: `http://127.0.0.1:${port}/logout`,
  });
  if (registered.status !== 200) throw new Error(JSON.stringify(registered));
  const { id, secret } = registered.body as { id: string; secret: string };
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

  /** Goes from the application's link to its code, with a session of the portal. @throws Error when the portal is away */
  async function askForCode(browser: Browser, session: string): Promise<SignOn> {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      redirect_uri: returnAddress,
      scope: 'openid profile',
      state: randomUUID(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const met = await browser.follow(`${url}/oidc/auth?${query}`, [returnAddress, `${url}/account`]);
    const request = met.searchParams.get('request');
    const back = request === null ? met : await answer(browser, session, request);
    return { code: back.searchParams.get('code') ?? '', verifier, givenAt: Date.now(), tokens: null };
  }

  /** Answers the request as the portal's page does. */
  async function answer(browser: Browser, session: string, request: string): Promise<URL> {
    const cookie = `guichet-openid-request=${browser.cookieOf('guichet-openid-request')}`;
    const reply = await fetch(`${url}/api/openid/sign-ins/${request}`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${session}`, cookie },
      body: '{}',
    });
    const { address } = (await reply.json()) as { address?: string };
    if (!address) throw new Error(`the request was answered ${reply.status}`);
    return browser.follow(address, [returnAddress]);
  }

  /** Redeems a code; null when the portal does not answer. */
  async function redeem({ code, verifier }: SignOn): Promise<Tokens | 'refused' | null> {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: returnAddress };
    const reply = await fetch(`${url}/oidc/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ ...fields, code_verifier: verifier }),
    }).catch(() => null);
    if (reply?.status === 400) return 'refused';
    const told = reply?.status === 200 ? await reply.json().catch(() => null) : null;
    return told && { sid: readClaims(told.id_token).sid, accessToken: told.access_token };
  }

  /** Whether an access token counts. */
  async function isTaken({ accessToken }: Tokens): Promise<boolean> {
    const headers = { authorization: `Bearer ${accessToken}` };
    return (await fetch(`${url}/oidc/me`, { headers })).status === 200;
  }

  return { ended, askForCode, redeem, isTaken, close: () => server.close() };
}

export type Application = Awaited<ReturnType<typeof openApplication>>;

/** The claims of a token from the portal itself, unverified. */
function readClaims(token: string): { readonly sid: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
