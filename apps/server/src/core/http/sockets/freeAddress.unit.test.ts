import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requireFreeAddress } from './freeAddress.ts';

describe('the address that the portal listens on', () => {
  it('is free again after the look', async () => {
    await requireFreeAddress({ host: '127.0.0.1', port: 0 });
    const other = createServer().listen({ host: '127.0.0.1', port: 0 });
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(requireFreeAddress({ host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program. Set PORT to a free one. Nothing was changed.`,
    );
    other.close();
    await once(other, 'close');
    await requireFreeAddress({ host: '127.0.0.1', port });
    await requireFreeAddress({ host: '127.0.0.1', port });
  });

  it.each(['192.0.2.55', 'no-such-host.invalid'])(
    'is refused where HOST is not of this machine: %s',
    async (host) => {
      await expect(requireFreeAddress({ host, port: 0 })).rejects.toThrow(
        `HOST=${host} is not an address of this machine.`,
      );
    },
  );
});
