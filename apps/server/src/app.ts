import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import fastify, { type FastifyInstance } from 'fastify';
import { accessRoutes } from './access/access.routes.ts';
import { admit } from './access/access.service.ts';
import { accountRoutes } from './account/account.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { bannersRoutes } from './banners/banners.routes.ts';
import { candidateRoutes } from './candidate/candidate.routes.ts';
import { findStay } from './candidate/candidate.service.ts';
import { cohortsRoutes } from './cohorts/cohorts.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { initContentDefaults } from './content/content.service.ts';
import { examsRoutes } from './exams/exams.routes.ts';
import { factorsRoutes } from './factors/factors.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { importsRoutes } from './imports/imports.routes.ts';
import { invitationsRoutes } from './invitations/invitations.routes.ts';
import { builtinPlatform } from './learning/builtin/builtin.routes.ts';
import { learningRoutes } from './learning/learning.routes.ts';
import { messagesRoutes } from './messages/messages.routes.ts';
import { initMessageDefaults } from './messages/messages.service.ts';
import { serveMetrics } from './metrics/metrics.service.ts';
import { outboxRoutes } from './outbox/outbox.routes.ts';
import type { Guard } from './platform/http/admission.ts';
import { acceptJson } from './platform/http/bodies/jsonBody.ts';
import { fieldsOf } from './platform/http/bodies/requestBody.ts';
import { openVirusScan } from './platform/http/bodies/virusScan.ts';
import { guardAgainstForgery } from './platform/http/csrf.ts';
import { addErrorHandler } from './platform/http/errorHandler.ts';
import { tenantScopeOf } from './platform/http/grant.ts';
import { addReadinessHook, serveHealth } from './platform/http/health.ts';
import { serveOpenApi } from './platform/http/openapi/openapiPage.ts';
import { serveWebFiles, webDist } from './platform/http/pages/webFiles.ts';
import { readableUrl } from './platform/http/readableUrl.ts';
import { logRequests } from './platform/http/requestLog.ts';
import { protectAnswers } from './platform/http/securityHeaders.ts';
import { createServe, type Serve } from './platform/http/serve.ts';
import { addProtocolErrorHandler } from './platform/http/sockets/protocolErrors.ts';
import { leaveUnreadBodies } from './platform/http/sockets/unreadBody.ts';
import type { AppContext } from './platform/runtime/appContext.ts';
import { remindersRoutes } from './reminders/reminders.routes.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { findRights, identify, redeemTicket } from './sessions/sessions.service.ts';
import { supportRoutes } from './support/support.routes.ts';
import { systemsRoutes } from './systems/systems.routes.ts';
import { universityRoutes } from './university/university.routes.ts';
import { usersRoutes } from './users/users.routes.ts';
import { viewsRoutes } from './views/views.routes.ts';

/** One line per module, lowest layer first. */
const routesOfModules: readonly ((serve: Serve, context: AppContext) => void)[] = [
  auditRoutes,
  universityRoutes,
  outboxRoutes,
  (serve, context) => systemsRoutes(serve, context, [initContentDefaults, initMessageDefaults]),
  accessRoutes,
  contentRoutes,
  bannersRoutes,
  messagesRoutes,
  learningRoutes,
  usersRoutes,
  factorsRoutes,
  sessionsRoutes,
  accountRoutes,
  cohortsRoutes,
  examsRoutes,
  invitationsRoutes,
  remindersRoutes,
  supportRoutes,
  candidateRoutes,
  importsRoutes,
  homeRoutes,
  viewsRoutes,
];

export interface Portal {
  readonly app: FastifyInstance;
  /** All registered endpoints, for the OpenAPI document and the checks. */
  readonly served: readonly Endpoint[];
}

/** In milliseconds: limits slow senders, which hold a connection. 20 MB take 4 minutes at 700 kbit/s. */
const headersTimeout = 20_000;
const requestTimeout = 240_000;

/** Creates the HTTP application, not yet listening; tests use `app.inject`. */
export async function createPortal(context: AppContext, dist = webDist): Promise<Portal> {
  const { config, database } = context;
  const app = fastify({
    logger: false,
    genReqId: () => context.clock.uuid(),
    bodyLimit: 16 * 1024,
    trustProxy: 'loopback',
    rewriteUrl: readableUrl,
    // Paths match without regard to case (readings §3); parameters keep theirs.
    // The framework's own error for a long parameter would repeat it.
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
    within: (grant, work) => database.within(tenantScopeOf(grant), work),
  };
  const served: Endpoint[] = [];
  const scan = openVirusScan(config, context.log);
  const serve = createServe(app, config, guard, scan, served, context.lifecycle.closed);
  for (const routes of routesOfModules) routes(serve, context);

  serveHealth(app, context);
  serveMetrics(app, context);
  serveOpenApi(app, served, config.publicUrl);
  builtinPlatform(app, context, {
    findRights: (...of) => findRights(context, ...of),
    findStay: (...of) => findStay(context, ...of),
  });
  serveWebFiles(app, context, dist);
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
      done(null, fieldsOf([...new URLSearchParams(text as string)]));
    },
  );
}
