import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppContext } from '../../../core/context/appContext.ts';
import { decrypt } from '../../../core/crypto/encryption.ts';
import {
  encryptionKeys,
  encryptSecret,
  isOver,
  mailToken,
  mailTokenPurposes,
  openMailToken,
} from './mailSecrets.ts';

const key = Buffer.alloc(32, 7);
const now = new Date('2027-01-11T15:00:00Z');
const soon = new Date('2027-01-11T16:00:00Z');

test('a token returns its claims, rounded to whole seconds', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...mailTokenPurposes),
      fc.stringMatching(/^[\w-]{1,64}$/),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (purpose, subject, seconds) => {
        for (const expiresAt of [new Date(now.getTime() + seconds * 1000), null]) {
          const claims = { purpose, subject, expiresAt };
          expect(openMailToken(key, mailToken(key, claims))).toEqual(claims);
        }
      },
    ),
  );
});

test('the same claims give the same token, in characters that no mail program cuts', () => {
  const claims = { purpose: 'firstPassword', subject: '42', expiresAt: soon } as const;
  expect(mailToken(key, claims)).toBe(mailToken(key, claims));
  expect(mailToken(key, claims)).toMatch(/^[\w~-]+$/);
});

test('a token expires exactly at its end', () => {
  const token = { expiresAt: soon };
  expect([isOver(token, new Date(soon.getTime() - 1)), isOver(token, soon)]).toEqual([false, true]);
  expect(isOver({ expiresAt: null }, new Date('2999-01-01T00:00:00Z'))).toBe(false);
});

test('a token with one character changed is invalid', () => {
  const token = mailToken(key, { purpose: 'firstPassword', subject: '42', expiresAt: soon });
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'a' ? 'b' : 'a';
    expect(openMailToken(key, token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
  }
});

test('a token of another installation, another purpose, or nonsense is invalid', () => {
  const token = mailToken(key, { purpose: 'firstPassword', subject: '42', expiresAt: soon });
  expect(openMailToken(Buffer.alloc(32, 8), token)).toBeNull();
  expect(openMailToken(key, token.replace('firstPassword', 'resetPassword'))).toBeNull();
  for (const text of ['', '~~~', 'x'.repeat(10_000), `${token}~`, ` ${token}`, `${token}\n`])
    expect(openMailToken(key, text)).toBeNull();
});

const contextWith = (secret: number) =>
  ({ clock: { randomBytes }, keys: { derive: () => Buffer.alloc(32, secret) } }) as unknown as AppContext;
const context = contextWith(1);
const password = 'Été#2027  &<ß';

test('an encrypted password decrypts unchanged and is not readable', () => {
  const encrypted = encryptSecret(context, password, 'zoe@etu.example.ca');
  expect(decrypt(encryptionKeys(context).encryption, encrypted, 'zoe@etu.example.ca')).toBe(password);
  expect(Buffer.from(encrypted, 'base64url').includes('2027')).toBe(false);
  expect(encryptSecret(context, password, 'zoe@etu.example.ca')).not.toBe(encrypted);
});

test('it decrypts with no other key, for no other recipient, and not when it was modified', () => {
  const encrypted = encryptSecret(context, password, 'zoe@etu.example.ca');
  const touched = Buffer.from(encrypted, 'base64url');
  touched[touched.length - 1] = (touched.at(-1) ?? 0) ^ 1;
  expect(() => decrypt(encryptionKeys(contextWith(2)).encryption, encrypted, 'zoe@etu.example.ca')).toThrow();
  expect(() => decrypt(encryptionKeys(context).encryption, encrypted, 'eve@etu.example.ca')).toThrow();
  expect(() =>
    decrypt(encryptionKeys(context).encryption, touched.toString('base64url'), 'zoe@etu.example.ca'),
  ).toThrow();
});
