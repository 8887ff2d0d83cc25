import type { Language } from '@guichet/contract/core/language';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { readerLanguage } from '../../../platform/http/serve.ts';
import type { AppContext } from '../../../platform/runtime/appContext.ts';
import { type Organisation, selectOrganisation } from '../organisations.queries.ts';
import type { InnerView, View } from '../pages/view.ts';
import { findVisitor, formTokenOf, type IsOpen } from '../platformEntry.ts';
import { readVisitToken } from './visitCookie.ts';

const Params = z.object({ organisation: z.string() });
const Query = z.object({
  lang: z.catch(z.optional(z.enum(['fr', 'en'])), undefined),
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1), 1),
});

/** The organisation in the path, by slug or id; null when there is none. */
export async function findOrganisation(
  context: AppContext,
  request: FastifyRequest,
): Promise<Organisation | null> {
  const { organisation } = z.parse(Params, request.params);
  const isNumber = /^\d{1,9}$/.test(organisation);
  const by = isNumber ? { id: Number(organisation) } : { slug: organisation.toLowerCase() };
  return selectOrganisation(context.database.read, by);
}

/** The view of a page for this request, signed in or not. */
export function viewOf(
  context: AppContext,
  request: FastifyRequest,
  organisation: Organisation | null,
  chosen?: Language,
): View {
  const { lang, page } = z.parse(Query, request.query);
  const language = chosen ?? lang ?? readerLanguage(request);
  const path = request.url.split('?', 1)[0] ?? '/learning';
  const universityName = context.config.universityName[language];
  return { language, universityName, today: context.clock.today(), organisation, path, page };
}

/** The view for a signed-in visitor; null for everybody else. */
export async function innerViewOf(
  context: AppContext,
  isOpen: IsOpen,
  request: FastifyRequest,
  organisation: Organisation,
): Promise<InnerView | null> {
  const token = readVisitToken(request, context.config);
  const visitor = token === null ? null : await findVisitor(context, isOpen, organisation.id, token);
  if (!visitor || token === null) return null;
  return {
    ...viewOf(context, request, organisation),
    organisation,
    visitor,
    formToken: formTokenOf(context, token),
  };
}
