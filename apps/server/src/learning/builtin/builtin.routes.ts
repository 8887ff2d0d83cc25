import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { sameText } from '../../platform/crypto/keys.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { type Page, sendNotice, sendPage } from './answers.ts';
import { serveAssets } from './assets.ts';
import { drawCourse, drawFront, mayOpen } from './content.ts';
import type { Organisation } from './organisations.queries.ts';
import { courseAddress, frontAddress } from './pages/addresses.ts';
import type { Assets } from './pages/frame.ts';
import type { InnerView } from './pages/view.ts';
import { enter, formTokenOf, type IsOpen, leave } from './platformEntry.ts';
import { clearVisitToken, readVisitToken, setVisitToken } from './visits/visitCookie.ts';
import { findOrganisation, innerViewOf, viewOf } from './visits/visits.ts';

/**
 * Serves the pages of the built-in learning platform, under a path of their own. `isOpen` tells whether a portal session
 * is still open; a visit ends with its session.
 */
export function builtinPlatform(app: FastifyInstance, context: AppContext, isOpen: IsOpen): void {
  app.register(async (scope) => drawPages(scope, context, isOpen), { prefix: '/learning' });
}

type Answer = (request: FastifyRequest, reply: FastifyReply, organisation: Organisation) => Promise<unknown>;

function drawPages(scope: FastifyInstance, context: AppContext, isOpen: IsOpen): void {
  const assets = serveAssets(scope);
  addErrorHandler(scope, context, assets);
  const of = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
    const organisation = await findOrganisation(context, request);
    if (!organisation) return sendNotice(reply, assets, viewOf(context, request, null), 'unknown');
    return answer(request, reply, organisation);
  };
  const inside = (draw: (view: InnerView, request: FastifyRequest) => Promise<Page | null>) =>
    of(async (request, reply, organisation) => {
      const path = properPath(request.url, organisation.slug);
      if (path !== null) return reply.redirect(path);
      const view = await innerViewOf(context, isOpen, request, organisation);
      if (!view) return sendNotice(reply, assets, viewOf(context, request, organisation), 'ended');
      const page = await draw(view, request);
      return page ? sendPage(reply, assets, view, page) : sendNotice(reply, assets, view, 'unknown');
    });

  scope.get(
    '/:organisation',
    inside((view) => drawFront(context, view)),
  );
  scope.get(
    '/:organisation/exams/:code',
    inside((view, request) => drawCourse(context, view, z.parse(Code, request.params).code)),
  );
  // No HEAD: a link preview must not use the ticket up.
  scope.get(
    '/:organisation/enter',
    { exposeHeadRoute: false },
    of((request, reply, organisation) => letIn(context, assets, request, reply, organisation)),
  );
  scope.post(
    '/:organisation/leave',
    of((request, reply, organisation) => letOut(context, request, reply, organisation)),
  );
}

const Code = z.object({ code: z.string() });
const Ticket = z.object({ ticket: z.catch(z.string(), '') });
const Form = z.object({ token: z.string() });

async function letIn(
  context: AppContext,
  assets: Assets,
  request: FastifyRequest,
  reply: FastifyReply,
  organisation: Organisation,
): Promise<FastifyReply> {
  const { ticket } = z.parse(Ticket, request.query);
  const oldToken = readVisitToken(request, context.config);
  const entered = await enter(context, organisation.id, ticket, oldToken);
  if (!entered) return sendNotice(reply, assets, viewOf(context, request, organisation), 'spent');
  const { token, visitor, courseCode, language } = entered;
  setVisitToken(reply, context.config, organisation.slug, token);
  // A course that has not been synchronised yet leads to the front page instead of an error.
  const isThere = courseCode !== null && (await mayOpen(context, organisation.id, visitor, courseCode));
  const { slug } = organisation;
  return reply.redirect(
    isThere ? courseAddress(slug, courseCode, language) : frontAddress(slug, language),
    303,
  );
}

/** Ends the visit, then redirects to the portal, which ends its own session. */
async function letOut(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  organisation: Organisation,
): Promise<FastifyReply> {
  const token = readVisitToken(request, context.config);
  if (token !== null) {
    const form = z.safeParse(Form, request.body);
    const isOurs = form.success && sameText(form.data.token, formTokenOf(context, token));
    if (!isOurs) return reply.redirect(`/learning/${encodeURIComponent(organisation.slug)}`, 303);
    await leave(context, token);
    clearVisitToken(reply, context.config, organisation.slug);
  }
  return reply.redirect(`/logoutfrombs/${organisation.id}`, 303);
}

/** The path under the organisation's slug, to which the cookie is bound; null when `url` has it already. */
function properPath(url: string, slug: string): string | null {
  const proper = url.replace(/^\/learning\/[^/?]+/i, `/learning/${encodeURIComponent(slug)}`);
  return proper === url ? null : proper;
}

function addErrorHandler(scope: FastifyInstance, context: AppContext, assets: Assets): void {
  scope.setNotFoundHandler((request, reply) =>
    sendNotice(reply, assets, viewOf(context, request, null), 'unknown'),
  );
  scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const view = viewOf(context, request, null);
    if (error.statusCode && error.statusCode < 500) return sendNotice(reply, assets, view, 'unknown');
    const { name, message, stack } = error;
    context.log.error({ requestId: request.id, error: { name, message, stack } }, 'bug');
    return sendNotice(reply, assets, view, 'broken');
  });
}
