import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context/appContext.ts';
import { whileServing } from '../runtime/log.ts';
import { healthPaths } from './health.ts';

/** Logs a line for each API call: route pattern and outcome, never the URL, which may hold secrets. All lines of a request bear its id. */
export function logRequests(app: FastifyInstance, { log }: AppContext): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (healthPaths.includes(request.routeOptions.url)) done();
    else whileServing(request.id, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route?.startsWith('/api/') && !healthPaths.includes(route))
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'call',
      );
    done();
  });
}
