import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Portal } from '../pages/portal.ts';
import { type InnerView, organisationPath, type View } from '../pages/view.ts';
import type { Organisation, Surroundings } from '../surroundings.ts';
import { findVisitor, makeFormToken } from './entry.ts';

const Params = z.object({ organisation: z.string(), code: z.optional(z.string()) });
const Query = z.object({
  lang: z.catch(z.optional(z.enum(['fr', 'en'])), undefined),
  saved: z.catch(z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(0))), null), null),
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1), 1),
});

/** The organisation in the path, by slug or id; null when there is none. */
export function findOrganisation(
  context: Surroundings,
  request: FastifyRequest,
): Promise<Organisation | null> {
  const { organisation } = z.parse(Params, request.params);
  const isNumber = /^\d{1,9}$/.test(organisation);
  const by = isNumber ? { id: Number(organisation) } : { slug: organisation.toLowerCase() };
  return context.findOrganisation(by);
}

export async function openView(
  context: Surroundings,
  request: FastifyRequest,
  organisation: Organisation | null,
): Promise<View> {
  const { lang, page, saved } = z.parse(Query, request.query);
  const language = lang ?? (/^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'fr');
  const path = request.url.split('?', 1)[0] ?? '/learning';
  const universityName = (await context.findUniversityName())[language];
  const facts = { universityName, today: context.clock.today(), timeZone: context.config.timeZone };
  return { ...facts, language, organisation, path, page, saved, stay: null, formToken: null };
}

/** The view for a signed-in visitor; null for everybody else. */
export async function openVisitorView(
  context: Surroundings,
  portal: Portal,
  request: FastifyRequest,
  organisation: Organisation,
): Promise<InnerView | null> {
  const token = readVisitToken(request, context.config);
  const visitor =
    token === null ? null : await findVisitor(context, portal.findRights, organisation.id, token);
  if (!visitor || token === null) return null;
  const formToken = makeFormToken(context, token);
  const view = await openView(context, request, organisation);
  const { code = null } = z.parse(Params, request.params);
  const of = { organisation: organisation.id, code, language: view.language };
  const stay = visitor.openedBy === null ? null : await portal.findStay(visitor.openedBy, of);
  return { ...view, organisation, visitor, stay, formToken };
}

export function readVisitToken(request: FastifyRequest, config: Surroundings['config']): string | null {
  return request.cookies[cookieOf(config).name] ?? null;
}

/**
 * Sets the cookie of a visit, or clears it for a null `token`. Each organisation has its own cookie in a
 * browser, so that staff of two systems can have both open. The cookie lasts as long as the browser; the
 * server may end the visit sooner. SameSite=Lax, because the sign-on link is on the portal's origin.
 */
export function setVisitToken(
  reply: FastifyReply,
  config: Surroundings['config'],
  organisation: Organisation,
  token: string | null,
): void {
  const { name, secure } = cookieOf(config);
  const options = { path: organisationPath(organisation), httpOnly: true, sameSite: 'lax', secure } as const;
  if (token === null) reply.clearCookie(name, options);
  else reply.setCookie(name, token, options);
}

function cookieOf({ publicUrl }: Surroundings['config']): { name: string; secure: boolean } {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Secure-guichet-learning' : 'guichet-learning', secure };
}
