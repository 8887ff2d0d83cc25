/** Owns the metrics of the portal and who may read them. No label holds personal data. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../core/context/appContext.ts';
import { sameText } from '../../core/crypto/keys.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { signInsWaiting } from '../../identity/sessions/sessions.service.ts';
import { findUserIndex } from '../../identity/users/users.service.ts';
import { exposed, gauge, type Metric } from './exposition.ts';
import { watchQueues } from './queues.ts';
import { countRequests } from './requests.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `/metrics`: on METRICS_PORT without authentication, on the portal with METRICS_TOKEN as bearer; off by default. */
export function serveMetrics(app: FastifyInstance, context: AppContext): void {
  const { metricsPort, metricsToken, host } = context.config;
  const tell = metricsPort === null && metricsToken === null ? null : count(app, context);
  app.get('/metrics', async (request, reply) => {
    // A 404 hides that the endpoint exists; nobody takes a page of the portal for figures.
    if (!tell || !metricsToken || !sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      throw new AppError('path.notFound');
    return reply.type(contentType).send(await tell());
  });
  if (tell && metricsPort !== null) listenApart(app, { port: metricsPort, host, tell });
}

function count(app: FastifyInstance, context: AppContext): () => Promise<string> {
  const requests = countRequests(app);
  const ofProcess = watchProcess(context);
  const queues = watchQueues(context);
  return async () => exposed([...requests(), ...ofProcess(), ...(await queues())]);
}

function listenApart(
  app: FastifyInstance,
  of: { readonly port: number; readonly host: string; readonly tell: () => Promise<string> },
): void {
  const { port, host, tell } = of;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    tell().then(
      (figures) => response.writeHead(200, { 'content-type': contentType }).end(figures),
      () => response.writeHead(503).end(),
    );
  });
  app.addHook('onListen', (done) => void server.once('error', done).listen(port, host, done));
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

function watchProcess(context: AppContext): () => Metric[] {
  const { database, hashing } = context;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { open, idle, waiting } = database.connections();
    const slowest = delay.max / 1e9;
    const usual = delay.percentile(50) / 1e9;
    delay.reset();
    return [
      gauge('guichet_event_loop_delay_seconds', 'Longest delay since the last scrape.', slowest),
      gauge('guichet_event_loop_delay_median_seconds', 'Median delay since the last scrape.', usual || 0),
      gauge('guichet_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('guichet_heap_bytes', 'Memory used by JavaScript.', heapUsed),
      gauge('guichet_database_connections_used', 'Connections in use.', open - idle),
      gauge('guichet_database_connections_idle', 'Idle connections.', idle),
      gauge('guichet_database_waiting', 'Calls waiting for a connection.', waiting),
      gauge(
        'guichet_people_index_ready',
        'Whether searches are answered from memory: 0 with few people, and while the index is built.',
        Number(findUserIndex(database) !== null),
      ),
      gauge(
        'guichet_hashing_waiting',
        'Passwords waiting to be hashed, and sign-ins waiting in the queue.',
        hashing.waiting() + signInsWaiting(context),
      ),
    ];
  };
}
