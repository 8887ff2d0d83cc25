import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { hmac, type Keys, sameText } from './keys.ts';

const tokenCookie = 'XSRF-TOKEN';
const tokenHeader = 'x-xsrf-token';

/**
 * Signed double submit (readings §3): every page sets a browser id that scripts cannot read, and its signature in
 * the cookie XSRF-TOKEN; a mutating call that carries cookies must repeat the signature in a header.
 */
export function guardAgainstForgery(app: FastifyInstance, config: Config, keys: Keys): void {
  const names = cookieNames(config);
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
    if (!request.url.toLowerCase().startsWith('/api/')) return;
    if (request.cookies[tokenCookie] === undefined && request.cookies[names.browser] === undefined) return;
    if (!isGenuine(request, keys, names.browser)) throw new AppError('request.forged');
  });
}

/** Gives the browser that loads a page its two cookies, unless it has them. */
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

/** The prefix `__Host-` binds a cookie to this very host, but browsers take it over https only. */
function cookieNames(config: Config): { browser: string; secure: boolean } {
  const secure = config.publicUrl.startsWith('https:');
  return { browser: secure ? '__Host-guichet-browser' : 'guichet-browser', secure };
}
