import { lookup } from 'node:dns';
import { BlockList, type IPVersion, isIP, type LookupFunction } from 'node:net';
import { withDeadline } from '../../core/runtime/concurrency/deadline.ts';
import type { Config } from '../../core/runtime/config.ts';
import { ConnectorError, makeRemark } from '../learning.service.ts';

type Settings = Pick<Config, 'learningPrivateHosts'>;

/** How long a form waits for a name server. */
const lookMilliseconds = 3000;

/** Networks that the internet does not route (IANA's special-purpose registries), this machine included. */
const privateNetworks = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);
/** The range that IANA assigns for routing. Others may contain an IPv4 address: mapped, NAT64, compatible. */
const globalUnicast = blockList('ipv6', [['2000::', 3]]);
/** Exceptions in this range: protocols, tunnels (Teredo and 6to4 contain an IPv4 address), and examples. */
const notRouted = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

function blockList(family: IPVersion, networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}

/** Whether the host, by its name alone, is private or this machine, and the operator has not allowed it. */
export function isRefusedHost({ learningPrivateHosts }: Settings, hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (learningPrivateHosts.includes(host)) return false;
  return /(?:^|\.)localhost\.?$/.test(host) || isPrivate(host);
}

/** The same by the addresses to which its name resolves now; a name that cannot be looked up is not refused. */
export async function resolvesToRefused(settings: Settings, hostname: string): Promise<boolean> {
  if (isRefusedHost(settings, hostname)) return true;
  const look = lookupOutside(settings);
  const looked = new Promise<Error | null>((resolve) => look(hostname, {}, (error) => resolve(error)));
  const refusal = await withDeadline(lookMilliseconds, looked, () => null);
  return refusal instanceof ConnectorError;
}

function isPrivate(address: string): boolean {
  const [bare = ''] = address.split('%', 1);
  switch (isIP(bare)) {
    case 4:
      return privateNetworks.check(bare);
    case 6:
      return !globalUnicast.check(bare, 'ipv6') || notRouted.check(bare, 'ipv6');
    default:
      return false;
  }
}

/**
 * `fetch` that opens no connection into private networks unless the operator allows the host; at each
 * connection, the addresses to which a name resolves are checked. Rejects with a ConnectorError, or with an
 * error whose cause is a ConnectorError.
 */
export function fetchOutside(settings: Settings): typeof fetch {
  let opening: Promise<typeof fetch> | undefined;
  return async (url, init) => {
    const { hostname } = new URL(String(url));
    // A host given as an address is not looked up, so it is checked here.
    if (isRefusedHost(settings, hostname)) throw refuseHost(hostname);
    opening ??= openFetch(settings);
    return (await opening)(url, init);
  };
}

/** The package is loaded at the first call: most portals have no registered platform. */
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
        return done(refuseHost(hostname), []);
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      done(null, first?.address ?? '', first?.family);
    });
}

export function refuseHost(hostname: string): ConnectorError {
  return new ConnectorError(makeRemark('privateHost', { host: hostname }), 'later');
}
