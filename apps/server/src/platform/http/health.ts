import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasSpace } from '../database/diskSpace.ts';
import type { AppContext } from '../runtime/appContext.ts';
import { AppError } from '../runtime/errors.ts';

/** Where load balancers and supervisors ask; they are answered while nobody else is. */
export const healthPaths: readonly (string | undefined)[] = ['/api/valid/health', '/api/valid/ready'];

/** A database that is back within that time needs no restart of ours (readings §3). */
const toleratedMilliseconds = 60_000;

/**
 * `health`, for supervisors: whether this process can still do its work; one that stays unhealthy is of no use, and a
 * database that is busy or away for a moment is no illness of it. `ready`, for load balancers: whether it should be sent
 * requests now; one that starts, stops, has no room left or no database that takes writes should not. 200, or 503 with
 * what is wrong.
 */
export function serveHealth(app: FastifyInstance, context: AppContext): void {
  let awaySince: number | null = null;
  async function listIllnesses(): Promise<string[]> {
    const failing = await failsDatabase(context);
    const now = context.clock.now().getTime();
    awaySince = failing.includes('database') ? (awaySince ?? now) : null;
    const isTolerated = awaySince !== null && now - awaySince < toleratedMilliseconds;
    return isTolerated ? failing.filter((what) => what !== 'database') : failing;
  }

  app.get('/api/valid/health', async (_request, reply) =>
    tell(reply, 'ok', [...isStarting(context), ...(await listIllnesses())]),
  );
  app.get('/api/valid/ready', async (_request, reply) => tell(reply, 'ready', await listObstacles(context)));
}

function tell(reply: FastifyReply, good: string, failing: readonly string[]) {
  if (failing.length === 0) return { status: good };
  return reply.code(503).send({ status: 'failing', failing });
}

async function listObstacles(context: AppContext): Promise<string[]> {
  const { lifecycle, config } = context;
  const ofDatabase = await failsDatabase(context);
  return [
    ...isStarting(context),
    ...(lifecycle.state === 'closing' ? ['stopping'] : []),
    ...(hasSpace(config.dataDir) ? [] : ['disk']),
    ...ofDatabase,
    ...(ofDatabase.length === 0 ? await refusesWrites(context) : []),
  ];
}

function isStarting({ lifecycle }: AppContext): string[] {
  return lifecycle.state === 'opening' ? ['starting'] : [];
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

/** While the portal starts it refuses, and once it stops it lets no connection be used again. */
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
