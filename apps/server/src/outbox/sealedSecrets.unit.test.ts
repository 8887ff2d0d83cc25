import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AppContext } from '../platform/appContext.ts';
import { unseal } from '../platform/seal.ts';
import { mailKeys, sealSecret } from './sealedSecrets.ts';

const contextWith = (secret: number) =>
  ({ clock: { randomBytes }, keys: { derive: () => Buffer.alloc(32, secret) } }) as unknown as AppContext;
const context = contextWith(1);
const password = 'Été#2027  &<ß';

test('a sealed password opens again, to the last sign, and does not show', () => {
  const sealed = sealSecret(context, password, 'zoe@etu.example.ca');
  expect(unseal(mailKeys(context).seals, sealed, 'zoe@etu.example.ca')).toBe(password);
  expect(Buffer.from(sealed, 'base64url').includes('2027')).toBe(false);
  expect(sealSecret(context, password, 'zoe@etu.example.ca')).not.toBe(sealed);
});

test('it opens with no other key, for nobody else, and not when it was touched', () => {
  const sealed = sealSecret(context, password, 'zoe@etu.example.ca');
  const touched = Buffer.from(sealed, 'base64url');
  touched[touched.length - 1] = (touched.at(-1) ?? 0) ^ 1;
  expect(() => unseal(mailKeys(contextWith(2)).seals, sealed, 'zoe@etu.example.ca')).toThrow();
  expect(() => unseal(mailKeys(context).seals, sealed, 'eve@etu.example.ca')).toThrow();
  expect(() =>
    unseal(mailKeys(context).seals, touched.toString('base64url'), 'zoe@etu.example.ca'),
  ).toThrow();
});
