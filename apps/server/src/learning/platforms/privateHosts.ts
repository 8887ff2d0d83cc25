import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Config } from '../../platform/runtime/config.ts';
import { ConnectorError, remarkOf } from '../learning.service.ts';

type Settings = Pick<Config, 'learningPrivateHosts'>;

/** Networks that the internet does not route (IANA's special-purpose registries), this machine's own among them. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6');

/** Whether the host is one of this machine or of a private network that the operator has not allowed, as far as its name says. */
export function isRefusedHost({ learningPrivateHosts }: Settings, hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (learningPrivateHosts.includes(host)) return false;
  return /(?:^|\.)localhost\.?$/.test(host) || isPrivate(host);
}

function isPrivate(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * `fetch`, except that it opens no connection into private networks unless the operator allows the host: what a name
 * resolves to counts at each connection. Rejects with a ConnectorError, or one as its error's cause.
 */
export function fetchOutside(settings: Settings): typeof fetch {
  let opening: Promise<typeof fetch> | undefined;
  return async (url, init) => {
    const { hostname } = new URL(String(url));
    // An address is not looked up.
    if (isRefusedHost(settings, hostname)) throw refusalOf(hostname);
    opening ??= openFetch(settings);
    return (await opening)(url, init);
  };
}

/** Loaded with the first call: most portals have no registered platform. */
async function openFetch(settings: Settings): Promise<typeof fetch> {
  const { Agent, fetch: fetchBy } = await import('undici');
  const dispatcher = new Agent({ connect: { lookup: lookupOutside(settings) } });
  return ((url: string, init: object) => fetchBy(url, { ...init, dispatcher })) as unknown as typeof fetch;
}

function lookupOutside({ learningPrivateHosts }: Settings): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const isAllowed = learningPrivateHosts.includes(hostname.toLowerCase());
      if (!isAllowed && addresses.some(({ address }) => isPrivate(address)))
        return done(refusalOf(hostname), []);
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      done(null, first?.address ?? '', first?.family);
    });
}

export function refusalOf(hostname: string): ConnectorError {
  return new ConnectorError(
    remarkOf(
      'privateHost',
      `${hostname} is in a private network: the operator allows it with LEARNING_PRIVATE_HOSTS`,
      { host: hostname },
    ),
    'later',
  );
}
