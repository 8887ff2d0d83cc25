import type { FastifyInstance } from 'fastify';
import type { House } from './house.ts';

/** For load balancers: 200, or 503 with what is wrong. */
export function serveHealth(app: FastifyInstance, { database, log }: House): void {
  app.get('/api/valid/health', async (_request, reply) => {
    try {
      await database.ping();
      return { status: 'ok' };
    } catch (error) {
      log.error({ error: (error as Error).message }, 'the database does not answer');
      return reply.code(503).send({ status: 'failing', failing: ['database'] });
    }
  });
}
