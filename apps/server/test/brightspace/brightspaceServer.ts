import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorize } from './consent.ts';
import { exchange } from './oauth.ts';
import { insufficientScope, invalidToken, notAuthorized, page, Refusal } from './refusals.ts';
import { findRoute } from './routes.ts';
import { type BrightspaceData, ids, newSite, type Setup } from './site.ts';

export interface BrightspaceCall {
  /** `POST lp/courses/`; of the token endpoint `token`, of the authorization endpoint `authorize`. */
  readonly name: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * A small Brightspace for tests, on loopback and in memory: the routes that the portal needs and their token endpoint, after
 * the public documents; each answer names its page. No real one has been met.
 */
export interface BrightspaceServer {
  readonly url: string;
  readonly tokenUrl: string;
  readonly authorizationUrl: string;
  readonly site: BrightspaceData;
  /** The names of the calls, in order. */
  readonly calls: string[];
  /** Called before a route runs: may wait, answer by itself, or destroy the connection. */
  before: (call: BrightspaceCall) => void | Promise<void>;
  /** Called when a route has run, before its answer is sent. */
  after: (call: BrightspaceCall) => void | Promise<void>;
  /** Whether a web server without Brightspace answers at its address. */
  isReplaced: boolean;
  close(): Promise<void>;
}

export async function openBrightspaceServer(setup: Partial<Setup> = {}): Promise<BrightspaceServer> {
  const site = newSite(setup);
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const body = await bodyOf(request);
    if (brightspace.isReplaced) return send(response, 404, '<html>404 Not Found, nginx</html>');
    if (pathname === '/d2l/api/versions/') return send(response, 200, shownVersions(site));
    const name = nameOf(site, request.method ?? '', pathname);
    const call = { name, request, response };
    brightspace.calls.push(findRoute(name)?.name ?? name);
    await brightspace.before(call);
    if (response.writableEnded || response.destroyed) return;
    const reply = await run(request, name, searchParams, body);
    await brightspace.after(call);
    if (response.writableEnded || response.destroyed) return;
    send(response, reply.status, reply.body, reply.headers);
  }

  async function run(request: IncomingMessage, name: string, query: URLSearchParams, body: string) {
    try {
      const { authorization } = request.headers;
      if (name === 'authorize') return authorize(site, query);
      if (name === 'token') {
        const tokens = exchange(site, authorization, new URLSearchParams(body));
        return { status: 200, body: tokens, headers: {} };
      }
      const { route, ids: given } = requireAccess(site, name, authorization);
      const asked = { ids: given, query, body: body === '' ? null : JSON.parse(body) };
      const found = await route(site, asked);
      return { status: 200, body: found, headers: { 'x-request-cost': '10' } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error;
    }
  }

  const brightspace: BrightspaceServer = {
    url,
    tokenUrl: `${url}/core/connect/token`,
    authorizationUrl: `${url}/oauth2/auth`,
    site,
    calls: [],
    before: () => {},
    after: () => {},
    isReplaced: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return brightspace;
}

/** https://docs.valence.desire2learn.com/basic/apicall.html : product, version, route. */
function nameOf({ setup }: BrightspaceData, method: string, pathname: string): string {
  if (pathname === '/core/connect/token') return 'token';
  if (pathname === '/oauth2/auth') return 'authorize';
  const [, product = '', version = '', path = ''] =
    /^\/d2l\/api\/(lp|le)\/([\d.]+)\/(.*)$/.exec(pathname) ?? [];
  const isKnown = setup.versions[product as 'lp' | 'le']?.includes(version);
  return isKnown ? `${method} ${product}/${path}` : `${method} ${pathname}`;
}

function requireAccess(site: BrightspaceData, name: string, authorization: string | undefined) {
  const { setup } = site;
  if (!site.accessTokens.has((authorization ?? '').replace(/^Bearer /, ''))) throw invalidToken();
  if (setup.callsLeft !== null) {
    // KB 1195: 429 has Retry-After only.
    if (setup.callsLeft <= 0) throw new Refusal(429, null, { 'retry-after': '17' });
    setup.callsLeft -= 1;
  }
  const route = findRoute(name);
  if (!route) throw page(404, 'The page cannot be displayed');
  if (!setup.scopes.includes(route.scope)) throw insufficientScope(route.scope);
  if (setup.denied.includes(route.name)) throw notAuthorized(ids.organization, 'Some.Permission');
  return { route: route.run, ids: route.ids };
}

/** https://docs.valence.desire2learn.com/res/apiprop.html#get--d2l-api-versions- */
function shownVersions({ setup }: BrightspaceData) {
  return Object.entries(setup.versions).map(([product, versions]) => ({
    ProductCode: product,
    LatestVersion: versions.at(-1),
    SupportedVersions: versions,
  }));
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const isPage = typeof body === 'string';
  const type = isPage ? 'text/html' : status >= 400 ? 'application/problem+json' : 'application/json';
  response.writeHead(status, { 'content-type': `${type}; charset=UTF-8`, ...headers });
  response.end(isPage ? body : body === null ? '' : JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
