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

export function setOneTimeTokenCookie(
  reply: FastifyReply,
  { token, path, seconds, secure }: IssuedToken,
): void {
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

/** The device cookie of a browser, and how to set it again. Its content belongs to the room sessions. */
export interface DeviceMark {
  readonly shown: string | null;
  give(mark: string, seconds: number): void;
}

/** HttpOnly, and sent only with sign-ins. */
export function bindDeviceMark(request: FastifyRequest, reply: FastifyReply, config: Config): DeviceMark {
  const secure = config.publicUrl.startsWith('https:');
  const name = secure ? '__Secure-guichet-device' : 'guichet-device';
  return {
    shown: request.cookies[name] ?? null,
    give: (mark, maxAge) =>
      void reply.setCookie(name, mark, {
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge,
      }),
  };
}
