import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/runtime/config.ts';

/** One visit per organisation and browser: staff of two systems can have both open. */
export function readVisitToken(request: FastifyRequest, config: Config): string | null {
  return request.cookies[nameOf(config)] ?? null;
}

/** A session cookie; the server may end the visit sooner. SameSite=Lax, because the sign-on link is on the portal's origin. */
export function setVisitToken(reply: FastifyReply, config: Config, slug: string, token: string): void {
  reply.setCookie(nameOf(config), token, optionsOf(config, slug));
}

export function clearVisitToken(reply: FastifyReply, config: Config, slug: string): void {
  reply.clearCookie(nameOf(config), optionsOf(config, slug));
}

function optionsOf(config: Config, slug: string) {
  const path = `/learning/${encodeURIComponent(slug)}`;
  return { path, httpOnly: true, sameSite: 'lax', secure: isSecure(config) } as const;
}

function nameOf(config: Config): string {
  return isSecure(config) ? '__Secure-guichet-learning' : 'guichet-learning';
}

function isSecure(config: Config): boolean {
  return config.publicUrl.startsWith('https:');
}
