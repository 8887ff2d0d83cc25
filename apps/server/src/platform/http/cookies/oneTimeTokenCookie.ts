import type { FastifyReply, FastifyRequest } from 'fastify';

export const oneTimeTokenCookie = 'guichet-pass';

/** A one-time token to be set as a cookie: its secret, the one path that it opens, its lifetime. */
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

/** The path that a token is bound to: in lower case, without query and trailing slash. */
export function oneTimeTokenPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/\/+$/, '').toLowerCase();
}
