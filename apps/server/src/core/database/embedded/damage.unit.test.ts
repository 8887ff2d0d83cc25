import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import { refuseDamage } from './damage.ts';

it('a full disk of the embedded database is told with its folder and what to do', () => {
  const full = new DatabaseUnavailable('full');
  const settings = { databaseUrl: null, dataDir: tmpdir() };
  expect(refuseDamage(full, settings).message).toMatch(
    new RegExp(`^The disk of ${tmpdir()} is full: \\d+ MB are left, and 32 are needed\\. Free some space`),
  );
  const unlocked = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  expect(refuseDamage(unlocked, settings).message).toBe(refuseDamage(full, settings).message);
  const elsewhere = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  expect(refuseDamage(elsewhere, settings)).toBe(elsewhere);
  const busy = new DatabaseUnavailable('busy');
  expect(refuseDamage(busy, settings)).toBe(busy);
});

it('a full disk of a PostgreSQL server is told with its address and what to do', () => {
  const full = new DatabaseUnavailable('full', new Error('could not extend file "base/5/1"'));
  const settings = { databaseUrl: 'postgres://u:hunter2@h:5433/d', dataDir: tmpdir() };
  expect(refuseDamage(full, settings).message).toBe(
    'Cannot use PostgreSQL at h:5433, database d: its disk is full. Free some space there, then try again. Nothing was deleted (could not extend file "base/5/1").',
  );
  const away = new DatabaseUnavailable('away');
  expect(refuseDamage(away, settings)).toBe(away);
});
