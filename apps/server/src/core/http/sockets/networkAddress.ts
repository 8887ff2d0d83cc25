import { isIP, isIPv4 } from 'node:net';

/** A client's address without port, brackets, zone; mapped IPv4 as IPv4; other text cut to 64 characters. */
export function plainAddress(text: string): string {
  const bare = withoutPort(text.trim()).replace(/%.*/s, '').toLowerCase();
  if (isIP(bare) !== 6) return bare.slice(0, 64);
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? ipv4Of(groups[6] ?? 0, groups[7] ?? 0) : bare;
}

/** The rate limit key of an address: the IPv4 address, or a subscriber's network in IPv6, the /64. */
export function toNetwork(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const prefix = groupsOf(plain).slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The /24 or /48 around a result of `toNetwork`; mostly a single organisation. */
export function toNeighbourhood(network: string): string {
  return network.split(/[.:]/, 3).join('.');
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  const [host = '', ...ports] = text.split(':');
  return ports.length === 1 && isIPv4(host) ? host : text;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(?<![\d.])[\d.]+$/, (end) => (isIPv4(end) ? hexOf(end) : end));
  const [head = '', tail] = hex.split('::');
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return numbers(head);
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function hexOf(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
