import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, ConfigError } from '../../runtime/config.ts';

/** Listens for a moment, so that a wrong HOST or PORT is told before anything is made. @throws ConfigError */
export async function requireFreeAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError(
      `${refusalOf(error as NodeJS.ErrnoException, { host, port })} Nothing was changed.`,
    );
  } finally {
    server.close();
  }
}

function refusalOf(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken by another program. Set PORT to a free one.`;
  if (code === 'EACCES') return `This account may not listen on port ${port}. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return `HOST=${host} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`;
  return `The portal cannot listen on port ${port} of ${host}: ${message}.`;
}
