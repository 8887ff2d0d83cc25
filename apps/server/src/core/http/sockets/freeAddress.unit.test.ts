import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requireFreeAddresses } from './freeAddress.ts';

describe('the address that the portal listens on', () => {
  it('is free again after the look', async () => {
    await requireFreeAddresses({ host: '127.0.0.1', port: 0, metricsPort: null });
    const other = createServer().listen({ host: '127.0.0.1', port: 0 });
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(requireFreeAddresses({ host: '127.0.0.1', port, metricsPort: null })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program. Set PORT to a free one. Nothing was changed.`,
    );
    await expect(requireFreeAddresses({ host: '127.0.0.1', port: 0, metricsPort: port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program. Set METRICS_PORT to a free one. Nothing was changed.`,
    );
    other.close();
    await once(other, 'close');
    await requireFreeAddresses({ host: '127.0.0.1', port, metricsPort: null });
    await requireFreeAddresses({ host: '127.0.0.1', port, metricsPort: null });
  });

  it.each(['192.0.2.55', 'no-such-host.invalid'])(
    'is refused where HOST is not of this machine: %s',
    async (host) => {
      await expect(requireFreeAddresses({ host, port: 0, metricsPort: null })).rejects.toThrow(
        `HOST=${host} is not an address of this machine.`,
      );
    },
  );
});
