import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AppContext } from '../../core/context/appContext.ts';
import { findUniversityName } from '../../core/database/universityName.ts';
import { readerLanguage } from '../../core/http/serve.ts';
import type { Config } from '../../core/runtime/config.ts';
import type { Portal } from './pages/portal.ts';
import { type InnerView, pathOf, type View } from './pages/view.ts';
import { selectOrganisation } from './platformEntry.queries.ts';
import { findVisitor, formTokenOf, type Organisation } from './platformEntry.ts';

const Params = z.object({ organisation: z.string(), code: z.optional(z.string()) });
const Query = z.object({
  lang: z.catch(z.optional(z.enum(['fr', 'en'])), undefined),
  saved: z.catch(z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(0))), null), null),
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1), 1),
});

/** The organisation in the path, by slug or id; null when there is none. */
export function findOrganisation(context: AppContext, request: FastifyRequest): Promise<Organisation | null> {
  const { organisation } = z.parse(Params, request.params);
  const isNumber = /^\d{1,9}$/.test(organisation);
  const by = isNumber ? { id: Number(organisation) } : { slug: organisation.toLowerCase() };
  return selectOrganisation(context.database.read, by);
}

/** The view of a page for this request, without a visitor. */
export async function viewOf(
  context: AppContext,
  request: FastifyRequest,
  organisation: Organisation | null,
): Promise<View> {
  const { lang, page, saved } = z.parse(Query, request.query);
  const language = lang ?? readerLanguage(request);
  const path = request.url.split('?', 1)[0] ?? '/learning';
  const universityName = (await findUniversityName(context))[language];
  const today = context.clock.today();
  return { language, universityName, today, organisation, path, page, saved, stay: null, formToken: null };
}

/** The view for a signed-in visitor; null for everybody else. */
export async function innerViewOf(
  context: AppContext,
  portal: Portal,
  request: FastifyRequest,
  organisation: Organisation,
): Promise<InnerView | null> {
  const token = readVisitToken(request, context.config);
  const visitor =
    token === null ? null : await findVisitor(context, portal.findRights, organisation.id, token);
  if (!visitor || token === null) return null;
  const formToken = formTokenOf(context, token);
  const view = await viewOf(context, request, organisation);
  const { code = null } = z.parse(Params, request.params);
  const of = { organisation: organisation.id, code, language: view.language };
  const stay = visitor.openedBy === null ? null : await portal.findStay(visitor.openedBy, of);
  return { ...view, organisation, visitor, stay, formToken };
}

export function readVisitToken(request: FastifyRequest, config: Config): string | null {
  return request.cookies[cookieOf(config).name] ?? null;
}

/**
 * Sets the cookie of a visit, or clears it for a null `token`. Each organisation has its own cookie in a
 * browser, so that staff of two systems can have both open. The cookie lasts as long as the browser; the
 * server may end the visit sooner. SameSite=Lax, because the sign-on link is on the portal's origin.
 */
export function setVisitToken(
  reply: FastifyReply,
  config: Config,
  organisation: Organisation,
  token: string | null,
): void {
  const { name, secure } = cookieOf(config);
  const options = { path: pathOf(organisation), httpOnly: true, sameSite: 'lax', secure } as const;
  if (token === null) reply.clearCookie(name, options);
  else reply.setCookie(name, token, options);
}

function cookieOf({ publicUrl }: Config): { name: string; secure: boolean } {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Secure-guichet-learning' : 'guichet-learning', secure };
}
