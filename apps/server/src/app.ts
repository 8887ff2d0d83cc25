import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import fastify, { type FastifyInstance } from 'fastify';
import { accessRoutes } from './access/access.routes.ts';
import { admit } from './access/access.service.ts';
import { accountRoutes } from './account/account.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { bannersRoutes } from './banners/banners.routes.ts';
import { cohortsRoutes } from './cohorts/cohorts.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { furnishContent } from './content/content.service.ts';
import { examsRoutes } from './exams/exams.routes.ts';
import { importsRoutes } from './imports/imports.routes.ts';
import { invitationsRoutes } from './invitations/invitations.routes.ts';
import { builtinPlatform } from './learning/builtin/builtin.routes.ts';
import { learningRoutes } from './learning/learning.routes.ts';
import { messagesRoutes } from './messages/messages.routes.ts';
import { furnishMessages } from './messages/messages.service.ts';
import { outboxRoutes } from './outbox/outbox.routes.ts';
import type { Guard } from './platform/admission.ts';
import { guardAgainstForgery } from './platform/antiforgery.ts';
import { contentPolicies } from './platform/contentPolicy.ts';
import { answerFailures } from './platform/failures.ts';
import { serveHealth } from './platform/health.ts';
import type { House } from './platform/house.ts';
import { serveOpenApi } from './platform/openapiPage.ts';
import { readableUrl } from './platform/readableUrl.ts';
import { logRequests } from './platform/requestLog.ts';
import { createServe, type Serve } from './platform/serve.ts';
import { serveWebFiles, webDist } from './platform/webFiles.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { identify, redeemTicket } from './sessions/sessions.service.ts';
import { systemsRoutes } from './systems/systems.routes.ts';
import { usersRoutes } from './users/users.routes.ts';

/** One line per room, ground floor first. */
const rooms: readonly ((serve: Serve, house: House) => void)[] = [
  auditRoutes,
  outboxRoutes,
  (serve, house) => systemsRoutes(serve, house, [furnishContent, furnishMessages]),
  accessRoutes,
  contentRoutes,
  bannersRoutes,
  messagesRoutes,
  learningRoutes,
  usersRoutes,
  sessionsRoutes,
  accountRoutes,
  cohortsRoutes,
  examsRoutes,
  invitationsRoutes,
  importsRoutes,
];

export interface Portal {
  readonly app: FastifyInstance;
  /** Every endpoint that is served, for the OpenAPI document and the checks. */
  readonly served: readonly Endpoint[];
}

/** The portal over HTTP, not yet listening; tests talk to it through `app.inject`. */
export async function createPortal(house: House, dist = webDist): Promise<Portal> {
  const { config, database } = house;
  const app = fastify({
    logger: false,
    genReqId: () => house.clock.uuid(),
    bodyLimit: 1024 * 1024,
    trustProxy: 'loopback',
    rewriteUrl: readableUrl,
    // Paths match without regard to case (readings §3); parameters keep theirs.
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
  });
  answerFailures(app, house);
  logRequests(app, house);
  await app.register(helmet, securityHeaders(config.publicUrl));
  const policies = contentPolicies(config.publicUrl);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policies.plain);
  });
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  acceptForms(app);
  guardAgainstForgery(app, config, house.keys);
  keepFromCaches(app);

  const guard: Guard = {
    identify: (bearer) => identify(house, bearer),
    redeem: (pass) => redeemTicket(house, pass),
    admit: (identity, access, systemId) => admit(database.read, identity, access, systemId),
  };
  const served: Endpoint[] = [];
  const serve = createServe(app, guard, served);
  for (const routes of rooms) routes(serve, house);

  serveHealth(app, house);
  serveOpenApi(app, served, config.publicUrl);
  builtinPlatform(app, house);
  serveWebFiles(app, house, dist);
  await app.ready();
  return { app, served };
}

/** What the API answers is for one reader at one moment. */
function keepFromCaches(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.toLowerCase().startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}

/** Forms arrive as texts; a field that is repeated becomes a list. */
function acceptForms(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      const fields: Record<string, string | string[]> = {};
      const form = new URLSearchParams(text as string);
      for (const name of new Set(form.keys())) {
        const values = form.getAll(name);
        fields[name] = values.length > 1 ? values : (values[0] ?? '');
      }
      done(null, fields);
    },
  );
}

function securityHeaders(publicUrl: string) {
  return {
    // Ours, since pages with the text editor have one of their own.
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' as const },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
  };
}
