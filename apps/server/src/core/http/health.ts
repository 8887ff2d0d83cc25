import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../context/appContext.ts';
import { hasSpace } from '../database/diskSpace.ts';
import { AppError } from '../runtime/errors.ts';

/** Endpoints for load balancers and supervisors; they answer even while other requests are refused. */
export const healthPaths: readonly (string | undefined)[] = ['/api/valid/health', '/api/valid/ready'];

/** A shorter outage of the database needs no restart of the portal (readings §3). */
const toleratedMilliseconds = 60_000;

/**
 * `health`, for supervisors: whether a restart could help; a busy or briefly absent database does not count.
 * `ready`, for load balancers: whether to send requests; not during start and stop, nor without disk space or
 * a writable database. Answers 200, or 503 with the failing parts.
 */
export function serveHealth(app: FastifyInstance, context: AppContext): void {
  const { lifecycle, config } = context;
  const starting = () => (lifecycle.state === 'opening' ? ['starting'] : []);
  let awaySince: number | null = null;

  app.get('/api/valid/health', async (_request, reply) => {
    const failing = await failsDatabase(context);
    const now = context.clock.now().getTime();
    awaySince = failing.includes('database') ? (awaySince ?? now) : null;
    const isTolerated = awaySince !== null && now - awaySince < toleratedMilliseconds;
    return tell(reply, 'ok', [...starting(), ...(isTolerated ? [] : failing)]);
  });
  app.get('/api/valid/ready', async (_request, reply) => {
    const failing = await failsDatabase(context);
    const stopping = lifecycle.state === 'closing' ? ['stopping'] : [];
    const disk = hasSpace(config.dataDir) ? [] : ['disk'];
    const readOnly = failing.length === 0 ? await refusesWrites(context) : [];
    return tell(reply, 'ready', [...starting(), ...stopping, ...disk, ...failing, ...readOnly]);
  });
}

function tell(reply: FastifyReply, good: string, failing: readonly string[]) {
  if (failing.length === 0) return { status: good };
  return reply.code(503).send({ status: 'failing', failing });
}

async function failsDatabase({ database, log }: AppContext): Promise<string[]> {
  try {
    return (await database.isMigrated()) ? [] : ['migrations'];
  } catch (error) {
    log.error({ error: (error as Error).message }, 'the database does not answer');
    return ['database'];
  }
}

async function refusesWrites({ database }: AppContext): Promise<string[]> {
  const takesWrites = await database.takesWrites().catch(() => false);
  return takesWrites ? [] : ['readOnly'];
}

/** Refuses requests while the portal starts; while it stops, closes each connection after the answer. */
export function addReadinessHook(app: FastifyInstance, { lifecycle }: AppContext): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isTooEarly = lifecycle.state === 'opening' && !healthPaths.includes(request.routeOptions.url);
    done(isTooEarly ? new AppError('service.starting', { headers: { 'retry-after': '2' } }) : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (lifecycle.state === 'closing') reply.header('connection', 'close');
    done();
  });
}
