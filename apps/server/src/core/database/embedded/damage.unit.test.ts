import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import { refuseDamage } from './damage.ts';

it('a full disk is told with its folder and what to do, of the embedded database alone', () => {
  const full = new DatabaseUnavailable('full');
  const settings = { databaseUrl: null, dataDir: tmpdir() };
  expect(refuseDamage(full, settings).message).toMatch(
    new RegExp(`^The disk of ${tmpdir()} is full: \\d+ MB are left, and 32 are needed\\. Free some space`),
  );
  const unlocked = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  expect(refuseDamage(unlocked, settings).message).toBe(refuseDamage(full, settings).message);
  const elsewhere = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  expect(refuseDamage(elsewhere, settings)).toBe(elsewhere);
  expect(refuseDamage(full, { ...settings, databaseUrl: 'postgres://h/d' })).toBe(full);
  const busy = new DatabaseUnavailable('busy');
  expect(refuseDamage(busy, settings)).toBe(busy);
});
