import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt } from '../platform/crypto/encryption.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { encryptionKeys, encryptSecret } from './encryptedSecrets.ts';

const contextWith = (secret: number) =>
  ({ clock: { randomBytes }, keys: { derive: () => Buffer.alloc(32, secret) } }) as unknown as AppContext;
const context = contextWith(1);
const password = 'Été#2027  &<ß';

test('a sealed password opens again, to the last sign, and does not show', () => {
  const encrypted = encryptSecret(context, password, 'zoe@etu.example.ca');
  expect(decrypt(encryptionKeys(context).encryption, encrypted, 'zoe@etu.example.ca')).toBe(password);
  expect(Buffer.from(encrypted, 'base64url').includes('2027')).toBe(false);
  expect(encryptSecret(context, password, 'zoe@etu.example.ca')).not.toBe(encrypted);
});

test('it opens with no other key, for nobody else, and not when it was touched', () => {
  const encrypted = encryptSecret(context, password, 'zoe@etu.example.ca');
  const touched = Buffer.from(encrypted, 'base64url');
  touched[touched.length - 1] = (touched.at(-1) ?? 0) ^ 1;
  expect(() => decrypt(encryptionKeys(contextWith(2)).encryption, encrypted, 'zoe@etu.example.ca')).toThrow();
  expect(() => decrypt(encryptionKeys(context).encryption, encrypted, 'eve@etu.example.ca')).toThrow();
  expect(() =>
    decrypt(encryptionKeys(context).encryption, touched.toString('base64url'), 'zoe@etu.example.ca'),
  ).toThrow();
});
