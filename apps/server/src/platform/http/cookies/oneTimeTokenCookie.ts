import type { FastifyReply, FastifyRequest } from 'fastify';

export const oneTimeTokenCookie = 'guichet-pass';

/** A single-use pass on its way to the browser: its secret, the one path that it opens, how long it is good. */
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

/** The path of a request as a pass names it: in lower case, without query and closing slash. */
export function oneTimeTokenPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/\/+$/, '').toLowerCase();
}
