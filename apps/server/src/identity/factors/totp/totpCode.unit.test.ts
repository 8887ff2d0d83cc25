import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { drawTotpSecret, findStep, totpAddress } from './totp.ts';

// The test values of RFC 6238, appendix B, SHA-1; of the eight digits the last six.
const secret = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238 at %i seconds the code is %s', (seconds, code) => {
  expect(findStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('a code is valid one step early and one step late, and no further', () => {
  const step = 37_037_036;
  const found = [-2, -1, 0, 1, 2].map((away) => findStep(secret, '050471', at((step + 1 + away) * 30)));
  expect(found).toEqual([null, 37_037_037, 37_037_037, 37_037_037, null]);
});

test('blanks between the digits are ignored, and nothing else is a code', () => {
  expect(findStep(secret, ' 050 471 ', at(1_111_111_111))).not.toBeNull();
  for (const code of ['', '05047', '0504711', '٠٥٠٤٧١', '05o471', '050471x', '-50471'])
    expect(findStep(secret, code, at(1_111_111_111)), code).toBeNull();
});

test('a secret has 160 random bits, and apps can read its address', () => {
  const drawn = drawTotpSecret(randomBytes);
  expect(drawn).toMatch(/^[A-Z2-7]{32}$/);
  expect(drawTotpSecret(randomBytes)).not.toBe(drawn);
  const address = new URL(totpAddress(drawn, 'Université', 'zoe@etu.example.ca'));
  expect(address.href).toMatch(/^otpauth:\/\/totp\/Universit%C3%A9:zoe%40etu.example.ca\?/);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret: drawn, issuer: 'Université' });
});
