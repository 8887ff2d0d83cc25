import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context/appContext.ts';
import { healthPaths } from './health.ts';

/** Logs a line for each API call: route pattern and outcome, never the URL, which may hold secrets. */
export function logRequests(app: FastifyInstance, { log }: AppContext): void {
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
