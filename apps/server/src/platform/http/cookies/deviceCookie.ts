import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../runtime/config.ts';

/** The device cookie of a browser, and how to set it anew. Its content belongs to the sessions module. */
export interface DeviceMark {
  readonly shown: string | null;
  give(mark: string, seconds: number): void;
}

/** Sent with sign-ins only, HttpOnly. */
export function deviceMarkOf(request: FastifyRequest, reply: FastifyReply, config: Config): DeviceMark {
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
