import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { headerOf, type Line, type Reply, type Request } from '../measure/httpLine.ts';
import type { SignedIn } from './signInAs.ts';

/** A person who is signed in at the portal, in a browser that no application has been opened in. */
export interface Visitor {
  readonly headers: SignedIn['headers'];
  /** The address of the person's network. */
  readonly network: string;
}

/** Signs a person on to an application: every redirect, the portal's page with its call, and what the application itself asks. */
export type SignOn = (line: Line, visitor: Visitor) => Promise<void>;

const common = { rolesOf: null, scopes: ['profile', 'email'] };
const service = 'https://outil.example.ca';

/** Registers an application that speaks OpenID Connect, with PKCE and a secret. */
export async function registerOpenId(admin: SignedIn): Promise<SignOn> {
  const redirectUris = [`${service}/retour`];
  const { id, secret } = (await admin.post('/api/openid/clients', {
    ...common,
    kind: 'openid',
    name: 'Outil OpenID',
    secretIn: 'header',
    requiresPkce: true,
    redirectUris,
    signOutUris: [],
    logoutUri: null,
  })) as { id: string; secret: string };
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  return async (line, visitor) => {
    const browser = openBrowser(line, visitor);
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      redirect_uri: redirectUris[0] ?? '',
      scope: 'openid profile email',
      state: randomUUID(),
      nonce: randomUUID(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const back = await browser.follow(await browser.answer(`/oidc/auth?${query}`));
    const tokens = await line.ask({
      method: 'POST',
      path: '/oidc/token',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirectUris[0] ?? '',
        code_verifier: verifier,
      }).toString(),
    });
    requireText(tokens, '"id_token"');
  };
}

/** Registers an application that speaks SAML, with requests by redirect that are not signed. */
export async function registerSaml(admin: SignedIn): Promise<SignOn> {
  const entityId = `${service}/saml`;
  const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
  const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
  await admin.post('/api/openid/clients', {
    ...common,
    kind: 'saml',
    name: 'Outil SAML',
    entityId,
    metadata: `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><SPSSODescriptor protocolSupportEnumeration="${protocol}"><AssertionConsumerService Binding="${post}" Location="${service}/acs" index="0"/></SPSSODescriptor></EntityDescriptor>`,
    startsHere: false,
    namesByKey: false,
  });
  return async (line, visitor) => {
    const browser = openBrowser(line, visitor);
    const request = `<samlp:AuthnRequest xmlns:samlp="${protocol}" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:Issuer>${entityId}</saml:Issuer></samlp:AuthnRequest>`;
    const query = new URLSearchParams({ SAMLRequest: deflateRawSync(request).toString('base64') });
    requireText(
      await browser.go({ method: 'GET', path: await browser.answer(`/saml/sign-in?${query}`) }),
      'name="SAMLResponse"',
    );
  };
}

/** A browser of one sign-on: it keeps cookies by path. */
function openBrowser(line: Line, { headers, network }: Visitor) {
  const jar = new Map<string, { readonly value: string; readonly path: string }>();

  async function go(request: Request): Promise<Reply> {
    const cookies = [...jar].filter(([, { path }]) => request.path.startsWith(path));
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const reply = await line.ask({
      ...request,
      headers: { ...request.headers, 'x-forwarded-for': network, ...(cookie && { cookie }) },
    });
    for (const [, name = '', value = '', more = ''] of reply.head.matchAll(
      /^set-cookie: ([^=\r]+)=([^;\r]*)([^\r]*)/gim,
    ))
      jar.set(name, { value, path: /; ?path=([^;]+)/i.exec(more)?.[1] ?? '/' });
    return reply;
  }

  /** Follows redirects to the address that begins with `until`, which another server has. */
  async function follow(path: string, until = service): Promise<URL> {
    const reply = await go({ method: 'GET', path });
    const target = headerOf(reply, 'location');
    if (target === null)
      throw new Error(`${path} answered ${reply.status}: ${reply.body.toString('utf8', 0, 300)}`);
    const next = new URL(target, 'http://localhost');
    return `${next.origin}${next.pathname}`.includes(until)
      ? next
      : follow(next.pathname + next.search, until);
  }

  /** Opens a request of an application, and answers it with the person's session; returns the path that goes on. */
  async function answer(path: string): Promise<string> {
    const page = await follow(path, '/account/application');
    requireText(await go({ method: 'GET', path: page.pathname + page.search }), '<html');
    const request = page.searchParams.get('request') ?? '';
    const forgery = { 'x-xsrf-token': decodeURIComponent(jar.get('XSRF-TOKEN')?.value ?? '') };
    const reply = await go({
      method: 'POST',
      path: `/api/openid/sign-ins/${request}`,
      headers: { ...headers, ...forgery },
    });
    requireText(reply, '"goesOn"');
    const { address } = JSON.parse(reply.body.toString()) as { address: string };
    const next = new URL(address, 'http://localhost');
    return next.pathname + next.search;
  }

  return { go, follow, answer };
}

function requireText({ status, body }: Reply, text: string): void {
  if (status !== 200 || !body.includes(text))
    throw new Error(`answered ${status} without ${text}: ${body.toString('utf8', 0, 300)}`);
}
