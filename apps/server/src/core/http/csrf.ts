import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hmac, type Keys, sameText } from '../crypto/keys.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import { AppError } from '../runtime/errors.ts';

const tokenCookie = 'XSRF-TOKEN';
const tokenHeader = 'x-xsrf-token';

/**
 * CSRF protection by signed double submit (readings §3): every page sets an HttpOnly browser id, and the
 * signature of this id in the cookie XSRF-TOKEN; a mutating call with cookies must repeat the signature in a
 * header. Cross-site calls, and cross-site GETs that change something, are always refused.
 */
export function guardAgainstForgery(app: FastifyInstance, config: Config, keys: Keys): void {
  const names = cookieNames(config);
  const ownHost = new URL(config.publicUrl).host;
  const isForged = (request: FastifyRequest): boolean => {
    const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isReading && !request.routeOptions.config.isStateChanging) return false;
    if (!request.url.toLowerCase().startsWith('/api/')) return false;
    if (comesFromElsewhere(request, ownHost)) return true;
    if (isReading) return false;
    if (request.cookies[tokenCookie] === undefined && request.cookies[names.browser] === undefined)
      return false;
    return !isGenuine(request, keys, names.browser);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    done(isForged(request) ? new AppError('request.forged') : undefined);
  });
}

/**
 * Whether a browser sent this from a page of another site; `none` means a typed address or a bookmark.
 * Without `Sec-Fetch-Site` (an old browser, or a portal without TLS), `Origin` must match the portal or the
 * `Host` header.
 */
function comesFromElsewhere({ headers }: FastifyRequest, ownHost: string): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host === null || (host !== ownHost && host !== headers.host);
}

/** Sets the two CSRF cookies with a page, unless the browser already has them. */
export function setForgeryCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  keys: Keys,
  clock: Clock,
): void {
  const names = cookieNames(config);
  const browser = request.cookies[names.browser] ?? clock.randomBytes(18).toString('base64url');
  const always = { path: '/', sameSite: 'strict', secure: names.secure } as const;
  reply.setCookie(names.browser, browser, { ...always, httpOnly: true });
  reply.setCookie(tokenCookie, signature(keys, browser), always);
}

function isGenuine(request: FastifyRequest, keys: Keys, browserCookie: string): boolean {
  const browser = request.cookies[browserCookie];
  const header = request.headers[tokenHeader];
  if (browser === undefined || typeof header !== 'string') return false;
  return sameText(header, request.cookies[tokenCookie] ?? '') && sameText(header, signature(keys, browser));
}

function signature(keys: Keys, browser: string): string {
  return hmac(keys.derive('antiforgery'), browser);
}

/** The prefix `__Host-` binds a cookie to its exact host; browsers accept this over https only. */
function cookieNames(config: Config): { browser: string; secure: boolean } {
  const secure = config.publicUrl.startsWith('https:');
  return { browser: secure ? '__Host-guichet-browser' : 'guichet-browser', secure };
}
