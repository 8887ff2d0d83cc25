import { expect, test } from 'vitest';
import { findDoubtfulDomains } from './doubtfulDomains.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Long domains, all different or nearly alike; each occurs five times. */
const unlike = (n: number) => `${letters[n % 26]}${letters[(n * 7) % 26]}${'xy'.repeat(45)}${n}.ca`;
const near = (n: number) => `a${letters[n % 26]}${'b'.repeat(60)}${letters[(n * 7) % 26]}${n % 10}.ca`;

test.each([
  ['unlike', unlike],
  ['near', near],
])('2,000 long and %s domains are held against each other in time', (_what, name) => {
  const domains = Array.from({ length: 2000 }, (_, n) => ({ domain: name(n), addresses: n < 50 ? 50 : 1 }));
  const began = performance.now();
  findDoubtfulDomains(domains);
  expect(performance.now() - began).toBeLessThan(1500);
});
