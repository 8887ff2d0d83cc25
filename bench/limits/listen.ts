import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listens on a free port and reports it to the parent process. */
export async function listen(app: FastifyInstance): Promise<void> {
  await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' });
  process.send?.((app.server.address() as AddressInfo).port);
}
