import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Page, sendNotice, sendPage } from './answers.ts';
import { serveAssets } from './assets.ts';
import { drawCourse, drawFront, findCourseFor } from './content.ts';
import { mayGradeNow, saveGrades } from './grading.ts';
import type { Portal } from './pages/portal.ts';
import { courseAddress, frontAddress, type InnerView, organisationPath } from './pages/view.ts';
import type { Organisation, Surroundings } from './surroundings.ts';
import { sameText } from './visits/crypto.ts';
import { enter, leave, makeFormToken } from './visits/entry.ts';
import {
  findOrganisation,
  openView,
  openVisitorView,
  readVisitToken,
  setVisitToken,
} from './visits/visits.ts';

/** Serves the pages of the platform. A visit ends with the portal session that opened it. */
export function mount(app: FastifyInstance, context: Surroundings, portal: Portal): void {
  app.register(
    async (scope) => {
      serveAssets(scope);
      addErrorHandler(scope, context);
      servePages(scope, context, portal);
    },
    { prefix: '/learning' },
  );
}

type Answer = (request: FastifyRequest, reply: FastifyReply, organisation: Organisation) => Promise<unknown>;

function servePages(scope: FastifyInstance, context: Surroundings, portal: Portal): void {
  const of = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
    const organisation = await findOrganisation(context, request);
    if (!organisation) return sendNotice(reply, await openView(context, request, null), 'unknown');
    return answer(request, reply, organisation);
  };
  const inside = (draw: (view: InnerView, request: FastifyRequest) => Promise<Page | null>) =>
    of(async (request, reply, organisation) => {
      // The cookie is bound to the path with the slug.
      const path = request.url.replace(/^\/learning\/[^/?]+/i, organisationPath(organisation));
      if (path !== request.url) return reply.redirect(path);
      const view = await openVisitorView(context, portal, request, organisation);
      if (!view) return sendNotice(reply, await openView(context, request, organisation), 'ended');
      const page = await draw(view, request);
      return page ? sendPage(reply, view, page) : sendNotice(reply, view, 'unknown');
    });

  scope.get(
    '/:organisation',
    inside((view) => drawFront(context, view)),
  );
  scope.get(
    '/:organisation/exams/:code',
    inside((view, request) => drawCourse(context, view, z.parse(Code, request.params).code)),
  );
  // The form posts to the page's own address, so that a page with a refused form has the same links.
  scope.post(
    '/:organisation/exams/:code',
    { bodyLimit: gradeFormBytes },
    of((...of) => takeGrades(context, portal, ...of)),
  );
  // No HEAD: a link preview must not use the ticket up.
  scope.get(
    '/:organisation/enter',
    { exposeHeadRoute: false },
    of((...of) => letIn(context, ...of)),
  );
  scope.post(
    '/:organisation/leave',
    of((...of) => letOut(context, ...of)),
  );
}

const Code = z.object({ code: z.string() });
const Ticket = z.object({ ticket: z.catch(z.string(), '') });
const Form = z.object({ token: z.string() });
const GradeForm = z.looseObject({ token: z.string() });
/** Enough for a page of people with two short fields each. */
const gradeFormBytes = 64 * 1024;

async function letIn(context: Surroundings, ...[request, reply, organisation]: Parameters<Answer>) {
  const { ticket } = z.parse(Ticket, request.query);
  const oldToken = readVisitToken(request, context.config);
  const entered = await enter(context, organisation.id, ticket, oldToken);
  if (!entered) return sendNotice(reply, await openView(context, request, organisation), 'spent');
  const { token, visitor, courseCode, language } = entered;
  setVisitToken(reply, context.config, organisation, token);
  const course =
    courseCode === null ? undefined : await findCourseFor(context, organisation.id, visitor, courseCode);
  // A course that has not been synchronised yet leads to the front page instead of an error.
  const address = course
    ? courseAddress(organisation, course.code, language)
    : frontAddress(organisation, language);
  return reply.redirect(address, 303);
}

async function takeGrades(
  context: Surroundings,
  portal: Portal,
  ...[request, reply, organisation]: Parameters<Answer>
) {
  const view = await openVisitorView(context, portal, request, organisation);
  if (!view) return sendNotice(reply, await openView(context, request, organisation), 'ended');
  const { code } = z.parse(Code, request.params);
  const course = await findCourseFor(context, organisation.id, view.visitor, code);
  if (!course || !mayGradeNow(view, course)) return sendNotice(reply, view, 'unknown');
  const there = courseAddress(organisation, code, view.language, view.page);
  const form = z.safeParse(GradeForm, request.body);
  if (!form.success || !sameText(form.data.token, view.formToken ?? '')) return reply.redirect(there, 303);
  const result = await saveGrades(context, view, course.id, form.data);
  if ('saved' in result) return reply.redirect(`${there}&saved=${result.saved}`, 303);
  const page = await drawCourse(context, view, code, result.refused);
  return page ? sendPage(reply.code(422), view, page) : sendNotice(reply, view, 'unknown');
}

/** Ends the visit, then redirects to the portal, which ends its own session. */
async function letOut(context: Surroundings, ...[request, reply, organisation]: Parameters<Answer>) {
  const token = readVisitToken(request, context.config);
  if (token !== null) {
    const form = z.safeParse(Form, request.body);
    const isOurs = form.success && sameText(form.data.token, makeFormToken(context, token));
    if (!isOurs) return reply.redirect(organisationPath(organisation), 303);
    await leave(context, token);
    setVisitToken(reply, context.config, organisation, null);
  }
  return reply.redirect(`/logoutfrombs/${organisation.id}`, 303);
}

function addErrorHandler(scope: FastifyInstance, context: Surroundings): void {
  scope.setNotFoundHandler(async (request, reply) =>
    sendNotice(reply, await openView(context, request, null), 'unknown'),
  );
  scope.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
    const view = await openView(context, request, null);
    if (error.statusCode && error.statusCode < 500) return sendNotice(reply, view, 'unknown');
    const { name, message, stack } = error;
    context.log.error({ requestId: request.id, error: { name, message, stack } }, 'bug');
    return sendNotice(reply, view, 'broken');
  });
}
