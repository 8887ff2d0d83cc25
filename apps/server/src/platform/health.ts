import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasSpace } from './database/diskSpace.ts';
import { AppError } from './errors.ts';
import type { House } from './house.ts';

/** Where load balancers and supervisors ask; they are answered while nobody else is. */
export const healthPaths: readonly (string | undefined)[] = ['/api/valid/health', '/api/valid/ready'];

/**
 * `health`: whether this process can do its work; one that stays unhealthy is of no use. `ready`: whether it should be
 * sent requests now; one that starts, stops or has no room left should not. 200, or 503 with what is wrong.
 */
export function serveHealth(app: FastifyInstance, house: House): void {
  app.get('/api/valid/health', async (_request, reply) =>
    tell(reply, 'ok', [...isStarting(house), ...(await failsDatabase(house))]),
  );
  app.get('/api/valid/ready', async (_request, reply) => tell(reply, 'ready', await listObstacles(house)));
}

function tell(reply: FastifyReply, good: string, failing: readonly string[]) {
  if (failing.length === 0) return { status: good };
  return reply.code(503).send({ status: 'failing', failing });
}

async function listObstacles(house: House): Promise<string[]> {
  const { shutter, config } = house;
  return [
    ...isStarting(house),
    ...(shutter.state === 'closing' ? ['stopping'] : []),
    ...(hasSpace(config.dataDir) ? [] : ['disk']),
    ...(await failsDatabase(house)),
  ];
}

function isStarting({ shutter }: House): string[] {
  return shutter.state === 'opening' ? ['starting'] : [];
}

async function failsDatabase({ database, log }: House): Promise<string[]> {
  try {
    return (await database.isMigrated()) ? [] : ['migrations'];
  } catch (error) {
    log.error({ error: (error as Error).message }, 'the database does not answer');
    return ['database'];
  }
}

/** While the portal starts it refuses, and once it stops it lets no connection be used again. */
export function heedShutter(app: FastifyInstance, { shutter }: House): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isTooEarly = shutter.state === 'opening' && !healthPaths.includes(request.routeOptions.url);
    done(isTooEarly ? new AppError('service.starting', { headers: { 'retry-after': '2' } }) : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (shutter.state === 'closing') reply.header('connection', 'close');
    done();
  });
}
