import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainAddress, toNetwork } from './networkAddress.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['unknown', 'unknown'],
  ['', ''],
])('the address in "%s" is %s', (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['[2001:0db8:0001:0002:ffff::1]:8080', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['198.51.100.4:9', '198.51.100.4'],
  ['::ffff:198.51.100.4', '198.51.100.4'],
])('limits count %s as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

it('the addresses of a /64 share a key', () => {
  const low = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
  const text = (groups: number[]) => groups.map((group) => group.toString(16)).join(':');
  fc.assert(
    fc.property(low, low, low, (prefix, one, other) => {
      const known = toNetwork(text([0x2001, ...prefix.slice(1), ...one]));
      expect(toNetwork(`[${text([0x2001, ...prefix.slice(1), ...other])}]:1234`)).toBe(known);
      const [, second = 0] = prefix;
      expect(toNetwork(text([0x2001, second ^ 1, ...prefix.slice(2), ...one]))).not.toBe(known);
    }),
  );
});

it('long text becomes a short key', () => {
  expect(toNetwork('x'.repeat(5000))).toHaveLength(64);
});
