import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../runtime/config.ts';

/** What a browser shows of its earlier sign-ins, and the way to renew it. What it holds, the sessions know. */
export interface DeviceMark {
  readonly shown: string | null;
  give(mark: string, seconds: number): void;
}

/** Sent with sign-ins alone, never read by a script. */
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
