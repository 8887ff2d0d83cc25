import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, ConfigError } from '../../runtime/config.ts';
import { operatorText } from '../../runtime/operatorText.ts';

/** Listens for a moment, so that a wrong HOST, PORT or METRICS_PORT is told before anything is made. @throws ConfigError */
export async function requireFreeAddresses(config: Pick<Config, 'host' | 'port' | 'metricsPort'>) {
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
    throw new ConfigError(refusalOf(error as NodeJS.ErrnoException, address));
  } finally {
    server.close();
  }
}

function refusalOf({ code = '', message }: NodeJS.ErrnoException, address: Address): string {
  const params = { ...address, message };
  if (code === 'EADDRINUSE') return operatorText('portTaken', params);
  if (code === 'EACCES') return operatorText('portForbidden', params);
  const isNoAddress = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code);
  return operatorText(isNoAddress ? 'hostUnknown' : 'portUnusable', params);
}
