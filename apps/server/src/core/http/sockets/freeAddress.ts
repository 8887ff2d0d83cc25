import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, ConfigError } from '../../runtime/config.ts';

/** Listens for a moment, so that a wrong HOST, PORT or METRICS_PORT is told before anything is made. @throws ConfigError */
export async function requireFreeAddresses(
  config: Pick<Config, 'host' | 'port' | 'metricsPort'>,
): Promise<void> {
  const { host, port, metricsPort } = config;
  await requireFreeAddress({ host, port, name: 'PORT' });
  if (metricsPort !== null) await requireFreeAddress({ host, port: metricsPort, name: 'METRICS_PORT' });
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** The setting of the port. */
  readonly name: string;
}

async function requireFreeAddress(address: Address): Promise<void> {
  const { host, port } = address;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError(`${refusalOf(error as NodeJS.ErrnoException, address)} Nothing was changed.`);
  } finally {
    server.close();
  }
}

function refusalOf({ code, message }: NodeJS.ErrnoException, { host, port, name }: Address): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken by another program. Set ${name} to a free one.`;
  if (code === 'EACCES') return `This account may not listen on port ${port}. Set ${name} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return `HOST=${host} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`;
  return `The portal cannot listen on port ${port} of ${host}: ${message}.`;
}
