import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../runtime/config.ts';

export const oneTimeTokenCookie = 'guichet-ticket';

/** A one-time token to set as a cookie: the secret, the only path that the token opens, the lifetime. */
export interface IssuedToken {
  readonly token: string;
  readonly path: string;
  readonly seconds: number;
  readonly secure: boolean;
}

export function setOneTimeTokenCookie(reply: FastifyReply, { token, path, seconds, secure }: IssuedToken) {
  reply.setCookie(oneTimeTokenCookie, token, {
    path,
    maxAge: seconds,
    secure,
    httpOnly: true,
    sameSite: 'strict',
  });
}

export function readOneTimeToken(request: FastifyRequest): string | null {
  return request.cookies[oneTimeTokenCookie] ?? null;
}

/** The path to which a token is bound: in lower case, without query and trailing slash. */
export function oneTimeTokenPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/(?<!\/)\/+$/, '').toLowerCase();
}

/** A cookie of a browser, and how to set a new value. The content belongs to the room that reads the cookie. */
export interface BrowserMark {
  readonly shown: string | null;
  give(mark: string, seconds: number): void;
}

/** The browser's cookies by name, each with the paths that alone receive it. */
const markPaths = { device: '/api/auth', federation: '/api/federation' } as const;

/** HttpOnly, and sent only with sign-ins. */
export function bindBrowserMark(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  of: keyof typeof markPaths,
): BrowserMark {
  const secure = config.publicUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}guichet-${of}`;
  const path = markPaths[of];
  return {
    shown: request.cookies[name] ?? null,
    give: (mark, maxAge) =>
      void reply.setCookie(name, mark, { path, httpOnly: true, sameSite: 'strict', secure, maxAge }),
  };
}
