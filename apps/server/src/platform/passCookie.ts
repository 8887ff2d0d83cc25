import type { FastifyReply, FastifyRequest } from 'fastify';

export const passCookie = 'guichet-pass';

/** A single-use pass on its way to the browser: its secret, the one path that it opens, how long it is good. */
export interface GivenPass {
  readonly token: string;
  readonly path: string;
  readonly seconds: number;
  readonly secure: boolean;
}

export function givePass(reply: FastifyReply, { token, path, seconds, secure }: GivenPass): void {
  reply.setCookie(passCookie, token, { path, maxAge: seconds, secure, httpOnly: true, sameSite: 'strict' });
}

export function readPass(request: FastifyRequest): string | null {
  return request.cookies[passCookie] ?? null;
}

/** The path of a request as a pass names it: in lower case, without query and closing slash. */
export function passPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/\/+$/, '').toLowerCase();
}
