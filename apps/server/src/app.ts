import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import fastify, { type FastifyInstance } from 'fastify';
import { mount } from '../../learning-platform/src/routes.ts';
import { auditRoutes } from './core/audit/audit.routes.ts';
import { type AppContext, readTenantScope } from './core/context/appContext.ts';
import type { Guard } from './core/http/admission.ts';
import { acceptJson } from './core/http/bodies/jsonBody.ts';
import { collectFields } from './core/http/bodies/requestBody.ts';
import { openVirusScan } from './core/http/bodies/virusScan.ts';
import { guardAgainstForgery } from './core/http/csrf.ts';
import { addErrorHandler } from './core/http/errorHandler.ts';
import { addReadinessHook, serveHealth } from './core/http/health.ts';
import { serveOpenApi } from './core/http/openapi/openapiPage.ts';
import { serveWebFiles, webDist } from './core/http/pages/webFiles.ts';
import { readableUrl } from './core/http/readableUrl.ts';
import { logRequests } from './core/http/requestLog.ts';
import { protectAnswers } from './core/http/securityHeaders.ts';
import { createServe, type Serve } from './core/http/serve.ts';
import { addProtocolErrorHandler } from './core/http/sockets/protocolErrors.ts';
import { leaveUnreadBodies } from './core/http/sockets/unreadBody.ts';
import { candidateRoutes } from './exams/candidate/candidate.routes.ts';
import { answerRequests, findStay } from './exams/candidate/candidate.service.ts';
import { enrol } from './exams/enrolments/enrolments.service.ts';
import { examsRoutes } from './exams/exam/exams.routes.ts';
import { countComingExams, findExam, getExam, isExamOver } from './exams/facts/facts.service.ts';
import { ltiRoutes } from './exams/lti/lti.routes.ts';
import { presentContent } from './exams/notices/invitations/invitations.service.ts';
import { noticesRoutes } from './exams/notices/notices.routes.ts';
import { placesRoutes } from './exams/places/places.routes.ts';
import { resultsRoutes } from './exams/results/results.routes.ts';
import { accessRoutes } from './identity/access/access.routes.ts';
import { admit } from './identity/access/access.service.ts';
import { accountRoutes } from './identity/account/account.routes.ts';
import { factorsRoutes } from './identity/factors/factors.routes.ts';
import { federationRoutes } from './identity/federation/federation.routes.ts';
import { describeButtons, mountReturns } from './identity/federation/federation.service.ts';
import { providerRoutes } from './identity/provider/provider.routes.ts';
import { mountProvider, mountSaml } from './identity/provider/provider.service.ts';
import { sessionsRoutes } from './identity/sessions/sessions.routes.ts';
import { findRights, identify, redeemTicket } from './identity/sessions/sessions.service.ts';
import { usersRoutes } from './identity/users/users.routes.ts';
import { importsRoutes } from './imports/imports.routes.ts';
import { learningRoutes } from './learning/learning.routes.ts';
import { openSurroundings } from './learning/learning.service.ts';
import { messagesRoutes } from './mail/messages/messages.routes.ts';
import { initMessageDefaults } from './mail/messages/messages.service.ts';
import { outboxRoutes } from './mail/outbox/outbox.routes.ts';
import { serveMetrics } from './operations/metrics/metrics.service.ts';
import { homeRoutes } from './overview/home/home.routes.ts';
import { supportRoutes } from './overview/support/support.routes.ts';
import { viewsRoutes } from './overview/views/views.routes.ts';
import { bannersRoutes } from './systems/banners/banners.routes.ts';
import { broadcastRoutes } from './systems/broadcast/broadcast.routes.ts';
import { findBroadcast } from './systems/broadcast/broadcast.service.ts';
import { contentRoutes } from './systems/content/content.routes.ts';
import { initContentDefaults } from './systems/content/content.service.ts';
import { systemsRoutes } from './systems/system/systems.routes.ts';
import { findOffice } from './systems/system/systems.service.ts';
import { universityRoutes } from './systems/university/university.routes.ts';

/** The routes of each room, lowest layer first. */
const routesOfRooms: readonly ((serve: Serve, context: AppContext) => void)[] = [
  auditRoutes,
  universityRoutes,
  broadcastRoutes,
  (serve, context) => outboxRoutes(serve, context, presentContent(context)),
  (serve, context) =>
    systemsRoutes(serve, context, {
      defaults: [initContentDefaults, initMessageDefaults],
      countComingExams,
    }),
  accessRoutes,
  contentRoutes,
  bannersRoutes,
  messagesRoutes,
  (serve, context) => learningRoutes(serve, context, { getExam }),
  usersRoutes,
  (serve, context) => factorsRoutes(serve, context, answerRequests),
  sessionsRoutes,
  providerRoutes,
  federationRoutes,
  (serve, context) => accountRoutes(serve, context, { enrol, findExam, isExamOver, answerRequests }),
  resultsRoutes,
  noticesRoutes,
  (serve, context) => placesRoutes(serve, context, answerRequests),
  examsRoutes,
  supportRoutes,
  candidateRoutes,
  ltiRoutes,
  importsRoutes,
  homeRoutes,
  viewsRoutes,
];

export interface Portal {
  readonly app: FastifyInstance;
  /** All registered endpoints, for the OpenAPI document and the checks. */
  readonly served: readonly Endpoint[];
}

/** The limits, in milliseconds, for slow senders, which hold a connection. 20 MB take 4 minutes at 700 kbit/s. */
const headersTimeout = 20_000;
const requestTimeout = 240_000;

/** Creates the HTTP application, not yet listening; tests use `app.inject`. */
export async function createPortal(context: AppContext, dist = webDist): Promise<Portal> {
  const { config, database } = context;
  const app = fastify({
    logger: false,
    genReqId: () => context.clock.uuid(),
    bodyLimit: 16 * 1024,
    trustProxy: ['loopback', ...config.trustedProxies],
    rewriteUrl: readableUrl,
    // Paths match without regard to case (readings §3); parameters keep their case. A long parameter passes
    // the router, since the framework's own error would repeat it.
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 32 * 1024 },
    forceCloseConnections: 'idle',
    requestTimeout,
    http: { headersTimeout, connectionsCheckingInterval: 1000, requireHostHeader: false },
    // Requests that arrive during closing are answered normally.
    return503OnClosing: false,
  });
  addErrorHandler(app, context);
  logRequests(app, context);
  leaveUnreadBodies(app);
  protectAnswers(app, config);
  addReadinessHook(app, context);
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  acceptJson(app);
  acceptForms(app);
  guardAgainstForgery(app, config, context.keys);

  const guard: Guard = {
    identify: (bearer) => identify(context, bearer),
    redeem: (token) => redeemTicket(context, token),
    admit: (identity, access, systemId) => admit(database.read, identity, access, systemId),
    within: (grant, work) => database.within(readTenantScope(grant), work),
    now: () => context.clock.now(),
  };
  const served: Endpoint[] = [];
  const scan = openVirusScan(config, context.log);
  const serve = createServe(app, config, guard, scan, served, context.lifecycle.closed);
  for (const routes of routesOfRooms) routes(serve, context);

  mountProvider(app, context);
  mountSaml(app, context);
  mountReturns(app, context);
  serveHealth(app, context);
  serveMetrics(app, context);
  serveOpenApi(app, served, config.publicUrl);
  mount(app, openSurroundings(context), {
    findRights: (...of) => findRights(context, ...of),
    findStay: (...of) => findStay(context, ...of),
  });
  serveWebFiles(app, context, dist, {
    describeButtons: () => describeButtons(context),
    findOffice: (systemId) => findOffice(context, systemId),
    findBroadcast: () => findBroadcast(context),
  });
  await app.ready();
  await addProtocolErrorHandler(app);
  return { app, served };
}

function acceptForms(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      done(null, collectFields([...new URLSearchParams(text as string)]));
    },
  );
}
